// Each language's sample against its facts, and what holds for the facts of every text.
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import {
  ABSTRACT,
  DEPRECATED,
  type DefinitionFact,
  DOCUMENTED,
  EXPORTED,
  EXTENSION,
  type Facts,
  LOCAL,
  MACRO,
  OPTIONAL,
  PARTIAL,
  PRIVATE,
  READS_OR_WRITES,
  STATIC,
  TEST,
  UNSAFE,
} from "../../src/vocabulary/facts.ts";
import { splitLines } from "../../src/vocabulary/text.ts";
import { expectGolden } from "../support/golden.ts";
import { analyze, samples } from "./check.ts";

const FLAGS = { exported: EXPORTED, static: STATIC, local: LOCAL, private: PRIVATE, abstract: ABSTRACT, test: TEST };
const MORE_FLAGS = {
  deprecated: DEPRECATED,
  documented: DOCUMENTED,
  partial: PARTIAL,
  optional: OPTIONAL,
  extension: EXTENSION,
  macro: MACRO,
};
const HAZARDS = { "reads or writes": READS_OR_WRITES, unsafe: UNSAFE };

const bitsOf = (bits: number, names: Readonly<Record<string, number>>): string[] =>
  Object.entries(names).flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : [name]));

function renderDefinition(definition: DefinitionFact, at: number): string {
  const { kind, path, startLine, endLine, nameLine, type, supers, parameters, branches } = definition;
  return [
    `@${at} ${kind} ${path} ${startLine}-${endLine}`,
    nameLine === startLine ? "" : `named on ${nameLine}`,
    definition.parent === -1 ? "" : `in @${definition.parent}`,
    bitsOf(definition.flags, { ...FLAGS, ...MORE_FLAGS }).join(" "),
    type === null ? "" : `: ${type}`,
    supers.length === 0 ? "" : `extends ${supers.join(", ")}`,
    parameters === 0 ? "" : `${parameters} parameters`,
    branches === 0 ? "" : `${branches} branches`,
    bitsOf(definition.hazards, HAZARDS).join(" "),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Definitions, imports and exports, then each line with what it mentions and converts under it. */
function renderFacts(
  text: string,
  { package: name, definitions, imports, exports, references, conversions, left }: Facts,
): string {
  const out = [...(name === null ? [] : [`package ${name}`]), ...definitions.map(renderDefinition)];
  for (const [at, { local, imported, specifier, line }] of imports.entries()) {
    out.push(`%${at} import ${imported ?? "(effects)"} from ${specifier} as ${local ?? "(nothing)"}, line ${line}`);
  }
  for (const { name: exported, of, line } of exports ?? []) {
    out.push(`export ${exported} = ${of}, line ${line}`);
  }
  out.push(...(left === 0 ? [] : [`${left} left out`]), "");
  const at = references.flatMap((group) =>
    group.lines.map((line, index) => ({ line, group, role: group.roles[index] })),
  );
  splitLines(text).forEach((line, index) => {
    out.push(line);
    for (const { group, role } of at.filter((mention) => mention.line === index + 1)) {
      out.push(`  ^ ${role} ${group.name} = ${group.of ?? "?"}`);
    }
    for (const { value, as } of conversions.filter((conversion) => conversion.line === index + 1)) {
      out.push(`  ^ ${value} as ${as}`);
    }
  });
  return `${out.join("\n")}\n`;
}

describe.each(samples())("$path", ({ path, text }) => {
  const golden = path.replace(/(?<=\/[^/]+)\.[^./]+$/, "");

  const name = `languages/${golden}.facts.txt`;
  if (!existsSync(packagePath("fixtures", name)) && process.env["GOLDEN"] !== "write") {
    // The table of languages says which have facts; one that gains or loses them shows here.
    test("has no facts, as it has no golden of them", async () => {
      expect((await analyze(path, text)).facts).toBeNull();
    });
    return;
  }

  test("has facts as its golden says, that name what stands there", async () => {
    const { facts, symbols } = await analyze(path, text);
    if (facts === null) {
      expect(process.env["GOLDEN"], `${name} is there, but the language has no facts`).toBe("write");
      return;
    }
    expectGolden(name, renderFacts(text, facts));
    const lines = splitLines(text);
    for (const { name, lines: at } of facts.references) {
      for (const line of at) {
        expect(lines[line - 1], `${name} on line ${line}`).toContain(name);
      }
    }
    // What search knows by name, the facts know by the same path and line.
    const known = new Set(facts.definitions.map((definition) => `${definition.nameLine} ${definition.path}`));
    const code = symbols.filter(({ kind }) => kind !== "section" && kind !== "test" && kind !== "data");
    expect(code.map((symbol) => `${symbol.nameLine} ${symbol.path}`).filter((symbol) => !known.has(symbol))).toEqual(
      [],
    );
  });
});
