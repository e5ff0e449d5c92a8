// Uses of variables that hold what a line makes of something that is gone, or that it tests by it.
import { enclosingAt } from "../../intelligence/edges/enclosing-definition.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { CALLABLE_KINDS, type LineRange, TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionFact, type Facts, FILE } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import type { FoundPlace } from "./find-left.ts";

export interface Scope {
  readonly facts: Facts;
  /** Without strings and comments. */
  readonly lines: readonly string[];
  readonly rules: DeletionRules;
}

export const variableUses = (scope: Scope, places: readonly FoundPlace[]): FoundPlace[] =>
  places.flatMap(({ path, line, uses }) =>
    variablesOf(scope, line).flatMap((name) => {
      const why = (held: string): string => `${held} may have another type: it is made of ${uses ?? "what breaks"}`;
      const using = linesWith(scope, name, { ...functionAt(scope, line), startLine: line + 1 });
      const below = [...reportedOf(scope, name, using), ...narrowedBelow(scope, using)];
      const fields = below.flatMap((one) => fieldSet(scope, one, name));
      return [
        ...below.map((one): FoundPlace => ({ path, line: one, why: why(name), effect: "may-break" })),
        ...fields.map(({ field, at }): FoundPlace => ({ path, line: at, why: why(field), effect: "may-break" })),
      ];
    }),
  );

/** Members that a class has from above, used in it on itself, where its head has such a place: nobody knows them any more. */
export function inheritedUses({ facts, lines, rules }: Scope, places: readonly FoundPlace[]): FoundPlace[] {
  const { onSelf, followsHeads } = rules;
  return places.flatMap(({ path, line }) => {
    const isHead = onSelf !== undefined && followsHeads?.test(lines[line - 1] ?? "") === true;
    return facts.definitions.flatMap(({ kind, nameLine, endLine, path: symbol }, at) => {
      const inside = isHead && TYPE_KINDS.has(kind) && nameLine === line ? lines.slice(line, endLine) : [];
      const own = new Set(facts.definitions.filter(({ parent }) => parent === at).map(({ name }) => name));
      return inside.flatMap((text, index): FoundPlace[] => {
        const name = [...text.matchAll(onSelf ?? /(?!)/g)].find(([, member = ""]) => !own.has(member))?.[1];
        const why = `${symbol} may have ${name} from what breaks`;
        return name === undefined ? [] : [{ path, line: line + 1 + index, why, effect: "may-break" }];
      });
    });
  });
}

/** Lines that give the result of a function in whose head a type is missing, which stands before its name. */
export function resultLines({ facts, lines, rules: { returned } }: Scope, places: readonly FoundPlace[]): FoundPlace[] {
  if (returned === undefined) {
    return [];
  }
  return places.flatMap(({ path, line }) =>
    facts.definitions
      .filter((one) => one.nameLine === line && CALLABLE_KINDS.has(one.kind) && lacksResult(facts, lines, one))
      .flatMap(({ endLine, path: symbol }) =>
        lines.slice(line, endLine).flatMap((text, index): FoundPlace[] => {
          const why = `gives the result of ${symbol}, whose type breaks`;
          return returned.test(text) ? [{ path, line: line + 1 + index, why, effect: "may-break" }] : [];
        }),
      ),
  );
}

/** Whether a type is named before the function's name, in the line of that. */
function lacksResult({ references }: Facts, lines: readonly string[], { name, nameLine }: DefinitionFact): boolean {
  const head = (lines[nameLine - 1] ?? "").split(new RegExp(`(?<!\\w)${literalPattern(name)}(?!\\w)`))[0] ?? "";
  return (
    !head.includes("(") &&
    references.some(
      (one) =>
        one.lines.some((at, index) => at === nameLine && one.roles[index] === "type") &&
        head.split(/\W+/).includes(one.name),
    )
  );
}

/** Of the lines that use a variable those of which something is reported. */
function reportedOf({ lines, rules: { reported = /(?:)/, narrowed } }: Scope, name: string, using: readonly number[]) {
  const known = using.find((line) => narrowed?.(name).test(lines[line - 1] ?? "")) ?? Number.POSITIVE_INFINITY;
  return using.filter((line) => line > known || reported.test(lines[line - 1] ?? ""));
}

/** Of variables that such a line is gone through for: `for (const one of all)`. */
function narrowedBelow(scope: Scope, using: readonly number[]): number[] {
  const { lines, rules } = scope;
  const loops = rules.narrowed === undefined ? [] : using.filter((line) => /\bof\b/.test(lines[line - 1] ?? ""));
  return loops.flatMap((line) =>
    variablesOf(scope, line).flatMap((name) => {
      const below = linesWith(scope, name, { ...functionAt(scope, line), startLine: line + 1 });
      return reportedOf(scope, name, below);
    }),
  );
}

/** Where the rules ask for no more, those with a declared type: any other one takes an unknown type, of which nothing is reported. */
function variablesOf(scope: Scope, line: number): string[] {
  const { lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const { startLine } = functionAt(scope, line);
  const head = lines.slice(startLine - 1, line).join("\n");
  const subject = rules.matched?.pattern.test(written) === true ? rules.matched.subject : undefined;
  const above = lines.slice(startLine - 1, line).findLast((text) => subject?.test(text)) ?? "";
  const set = [rules.assigned?.exec(written), rules.tested?.exec(written), subject?.exec(above)].flatMap(
    (found) => found?.[1] ?? [],
  );
  const names = set.flatMap((one) => one.match(/[\w.]+/g) ?? []);
  return [...new Set(names)].filter(
    (name) =>
      /^[a-z_]\w*$/i.test(name) &&
      (rules.followsAll === true ||
        rules.reported !== undefined ||
        new RegExp(`\\b${name}\\s*:\\s*[^\\s\\]}]`).test(head)),
  );
}

/** Of the variable's value, where the line puts that into a field alone, and uses of the field in its class. */
function fieldSet(scope: Scope, line: number, name: string): { readonly field: string; readonly at: number }[] {
  const { facts, lines, rules } = scope;
  const written = lines[line - 1] ?? "";
  const [start = "", field = name] = rules.assigned?.exec(written) ?? [];
  const type = facts.definitions[facts.definitions[enclosingAt(facts, { line })]?.parent ?? FILE];
  return !/^\w+\.\w+$/.test(field) || written.slice(start.length).trim() !== name || type === undefined
    ? []
    : linesWith(scope, field, type)
        .filter((at) => at !== line)
        .map((at) => ({ field, at }));
}

const NOWHERE: LineRange = { startLine: 1, endLine: 0 };

const functionAt = ({ facts }: Scope, line: number): LineRange =>
  facts.definitions[enclosingAt(facts, { line })] ?? NOWHERE;

function linesWith({ lines }: Scope, name: string, { startLine, endLine }: LineRange): number[] {
  const word = new RegExp(`(?<![\\w.])${literalPattern(name)}(?!\\w)`);
  const inside = lines.slice(startLine - 1, Math.max(endLine, startLine - 1));
  return inside.flatMap((text, at) => (word.test(text) ? [startLine + at] : []));
}
