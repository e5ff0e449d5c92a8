// Valid code that trips a grammar is excused, by proof; code that is broken is not, whatever it contains. Each fixture has a
// broken twin, and one that says the same in words that the grammar knows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { neutralise } from "../../src/syntax/quarantine.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { lineStarts } from "../../src/vocabulary/text.ts";
import { expectGolden } from "../support/golden.ts";
import { expectLinear } from "../support/growth.ts";
import { propertyRuns } from "../support/property-runs.ts";

/** Names that a grammar does not know: `operator +=` is `operator +` in words that it does, a function `readonly` is `readonce`. */
const inKnownWords = <Named extends { path: string; name: string }>(one: Named): Named => ({
  ...one,
  path: one.path.replace(/(operator \S)=$/, "$1").replace(/^readonly$/, "readonce"),
  name: one.name.replace(/(operator \S)=$/, "$1").replace(/^readonly$/, "readonce"),
});

/** One of each language that has any. */
const TABLES = [
  ...new Set(LANGUAGES.flatMap(({ reader }) => (reader.by === "grammar" ? [reader.profile.neutralisers ?? []] : []))),
].filter((table) => table.length > 0);
const NEUTRALISERS = TABLES.flat();
const folder = packagePath("fixtures/quarantine");
const analyzer = await openAnalyzer();
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const names = readdirSync(folder).filter((name) => /^[\w-]+\.\w+$/.test(name) && name !== "verdicts.txt");
const twin = (name: string, kind: "known" | "broken"): string => name.replace(".", `.${kind}.`);
const verdictOf = async (name: string, text: string) => (await analyzer.check({ path: name, text })).verdict;
/** Of a fixture as it is, which two tests look at. */
const analyses = new Map<string, ReturnType<typeof analyzer.analyze>>();
function analysisOf(name: string): ReturnType<typeof analyzer.analyze> {
  const analysis = analyses.get(name) ?? analyzer.analyze({ path: name, text: read(name) });
  analyses.set(name, analysis);
  return analysis;
}

describe("a construct that a grammar does not know", () => {
  it("is excused, and what the file defines is found, as the golden shows", async () => {
    const told: string[] = [];
    for (const path of names) {
      const text = read(path);
      const check = await analyzer.check({ path, text });
      const { parse, symbols, problems } = await analysisOf(path);
      const constructs =
        check.verdict === "expected-partial"
          ? check.constructs.map(({ construct, lines }) => `${construct} on ${lines.join(", ")}`)
          : [JSON.stringify(check)];
      expect(problems).toEqual([]);
      told.push(`${path}: ${check.verdict}, parse ${parse}: ${constructs.join("; ")}`);
      told.push(...symbols.map((one) => `  ${one.startLine}-${one.endLine} ${one.kind} ${one.path}`));
    }
    expectGolden("quarantine/verdicts.txt", `${told.join("\n")}\n`);
  });

  it.each(names)("%s stays broken where it is", async (name) => {
    const [path, text] = [name, read(twin(name, "broken"))];
    expect(await verdictOf(path, text)).toBe("broken");
    expect((await analyzer.analyze({ path, text })).parse).toBe("partial");
  });

  it.each(names)("%s is valid in words that the grammar knows, and defines the same", async (name) => {
    const [path, text] = [name, read(twin(name, "known"))];
    expect(await verdictOf(path, text)).toBe("valid");
    const [own, known] = [await analysisOf(name), await analyzer.analyze({ path, text })];
    expect(own.symbols.map(inKnownWords)).toEqual(known.symbols.map(inKnownWords));
  });

  it("has a fixture, or stands in that of a language whose grammar is another's", () => {
    const golden = read("verdicts.txt") + readFileSync(packagePath("fixtures/today/zsh/read.txt"), "utf8");
    expect(NEUTRALISERS.filter(({ construct }) => !golden.includes(construct))).toEqual([]);
  });

  it.each([
    ["a.ts", "const a = import('x').Y[]\n"],
    ["a.ts", "f(import('x').Y[])\n"],
    ["a.ts", "f(a)\n  <T>(b)\nimport(\n"],
    ["a.ts", "interface A {\n  a(): B<\n  <T>(b: T): void\n}\n"],
    ["a.rs", "fn f() { g(a && let Some(x) = b); }\n"],
    ["a.rs", "fn f() { let x = a &raw const b; }\n"],
    ["a.rs", "fn f() { if a { 1 } else else { 2 } }\n"],
    ["a.kt", "class A(b: B) : C by d({) {\n}\n"],
    ["a.php", "<?php\nenum E { case A; }\nconst B = 1;\n}\n"],
    ["a.php", "<?php\nenum E { case A; const B; }\n"],
    ["a.cs", "namespace A.B;\nnamespace A. ;\nclass C { }\n"],
    ["a.html", "<p>{{ a < b }}</p></div>\n"],
    ["a.vue", '<template><p>{{ a < b }}</p></template>\n<script lang="ts">let a: import("x").Y[] = (;</script>\n'],
  ])("is not excused where its language has no place for it, or beside an error: %s %j", async (path, text) => {
    expect(await verdictOf(path, text)).toBe("broken");
  });
});

/** What damage does: a stretch of one line cut out, and something put in its place. */
const damage = fc.record({
  name: fc.constantFrom(...names),
  line: fc.nat(),
  at: fc.nat(),
  length: fc.nat({ max: 6 }),
  insert: fc.constantFrom("", "(", ")", "{", "}", "<", ">", '"', "else", ";", " let ", "&&", "=", "[]"),
});

describe("the proof", () => {
  it("excuses no damage that is an error in words that the grammar knows", async () => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, line, at, length, insert }) => {
        const [lines, known] = [read(name).split("\n"), read(twin(name, "known")).split("\n")];
        const same = lines.flatMap((text, index) => (text === known[index] ? [index] : []));
        const chosen = same[line % same.length] ?? 0;
        const text = lines[chosen] ?? "";
        const from = at % (text.length + 1);
        const damaged = text.slice(0, from) + insert + text.slice(from + length);
        const verdict = await verdictOf(name, lines.with(chosen, damaged).join("\n"));
        if (verdict !== "broken") {
          expect(await verdictOf(name, known.with(chosen, damaged).join("\n")), damaged).not.toBe("broken");
        }
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  const pieces = fc.constantFrom(
    ...names.flatMap((name) => read(name).split(/(?<=\n)|(?<=[{(])/)),
    "\r\n",
    "\r",
    "😀",
    "let ",
    " else {",
    "@if (",
    "{{ <",
  );

  it("rests on a text of the same length, with the same lines", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.constantFrom(...TABLES), (parts, neutralisers) => {
        const text = parts.join("");
        const neutral = neutralise(text, [{ neutralisers, start: 0, end: text.length }]);
        if (neutral !== null) {
          expect(neutral.text.length).toBe(text.length);
          expect(lineStarts(neutral.text)).toEqual(lineStarts(text));
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it.each([
    "let a=",
    "let ",
    "@if (",
    "@if (((",
    "{{",
    "&& let ",
    "import('x').a",
    "import('",
    "namespace A.",
    "record ",
    "A[b, ",
    "A[map[b]c, ",
    'c"',
    "&raw ",
    "\nenum E {\nconst A =",
    "\nenum E {\npublic public ",
    "a eq ",
    "A.B<C>.",
    "\n is A if (a ",
    "@abi((",
    "#if a\n.b\n",
    "\ntypealias a = b where ",
    "associatedtype a: b, ",
    "#P<A<",
    "= /a",
    "in ()",
    "val a = '''\n",
  ])("is soon given up on a text made of %j", async (piece) => {
    const textOf = (length: number): string => piece.repeat(Math.ceil(length / piece.length));
    expectLinear((length) => {
      const text = textOf(length);
      for (const neutralisers of TABLES) {
        neutralise(text, [{ neutralisers, start: 0, end: text.length }]);
      }
    }, 3_000);
    expect(await verdictOf("a.html", textOf(5_000))).not.toBe("expected-partial");
  });
});
