// A condition turned round: the small change of behaviour that other faults are made of.
import { linesOf, type Scene, withLines } from "../scene.ts";

const TWEAKS: readonly (readonly [RegExp, string])[] = [
  [/ === /, " !== "],
  [/ == /, " != "],
  [/ <= /, " < "],
  [/ < /, " <= "],
  [/ > /, " >= "],
  [/ && /, " || "],
  [/ \+ 1\b/, " + 2"],
  [/\btrue\b/, "false"],
  [/\bTrue\b/, "False"],
  [/\bis None\b/, "is not None"],
  [/\bif not /, "if "],
  [/\bif !(?=\w)/, "if "],
];

/** Lines (indexes) of Python's long strings: what stands there runs nothing. */
function docstringLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let isIn = false;
  for (const [at, line] of lines.entries()) {
    const marks = line.match(/"""|'''/g)?.length ?? 0;
    if (isIn || marks > 0) {
      found.add(at);
    }
    isIn = marks % 2 === 1 ? !isIn : isIn;
  }
  return found;
}

/** One condition of the lines, turned round. */
export function tweaked(scene: Scene, path: string, from: number, to: number): string | null {
  const lines = linesOf(scene, path);
  const described = docstringLines(lines);
  const places = lines.flatMap((line, at) =>
    at < from || at > to || described.has(at) || /^\s*(\/\/|#|\*|\/\*)/.test(line) || /<[A-Z]\w*>|^\s*class /.test(line)
      ? []
      : TWEAKS.filter(([pattern]) => pattern.test(line)).map((tweak) => ({ at, tweak })),
  );
  const chosen = scene.pick(places);
  return chosen === undefined
    ? null
    : withLines(lines.join("\n"), chosen.at, chosen.at, [
        (lines[chosen.at] ?? "").replace(chosen.tweak[0], chosen.tweak[1]),
      ]);
}
