// Raw strings of C#, which its grammar does not know, as the verbatim ones that it knows: of the same length, with what they interpolate in
// its place.

/** `"""text"""`, `$$"""text {{code}}"""`; as many quotes as it begins with end it. */
export const RAW_STRING = /(?<![\w$"@])(\$*("{3,9})(?!")[\s\S]{1,20000}?(?<!")\2)(?!")/dg;

/** A run of braces as long as the signs of interpolation are many opens or closes code; `depth` counts those of the code itself. */
interface Scan {
  readonly braces: number;
  isCode: boolean;
  depth: number;
}

/** What stands for one run of the same character. */
function runIn(run: string, scan: Scan): string {
  const { length } = run;
  switch (run[0]) {
    case "{":
      if (!scan.isCode) {
        scan.isCode = scan.braces > 0 && length >= scan.braces;
        scan.depth = 0;
        return scan.isCode ? "{".padStart(length) : " ".repeat(length);
      }
      scan.depth += length;
      return run;
    case "}": {
      if (!scan.isCode) {
        return " ".repeat(length);
      }
      const own = Math.min(length, scan.depth);
      scan.depth -= own;
      scan.isCode = length - own < scan.braces;
      return "}".repeat(own) + (scan.isCode ? run.slice(own) : "}".padEnd(length - own));
    }
    default:
      return scan.isCode ? run : "'".repeat(length);
  }
}

/** The same text as a verbatim string. */
export function asVerbatim(raw: string): string {
  const [, signs = "", quotes = ""] = /^(\$*)("+)/.exec(raw) ?? [];
  const scan: Scan = { braces: signs.length, isCode: false, depth: 0 };
  const head = signs.length + quotes.length;
  const inside = raw.slice(head, -quotes.length).replace(/\{+|\}+|"+/g, (run) => runIn(run, scan));
  return `${(signs === "" ? '@"' : '$@"').padEnd(head)}${inside}${'"'.padStart(quotes.length)}`;
}
