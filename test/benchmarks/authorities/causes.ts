// What is missed and what is wrong, by cause, with examples: what somebody reads who improves the linking. Pure.
import { seededRandom } from "../../support/random.ts";
import type { JudgedRow, JudgedSite } from "./compare.ts";
import type { Judged } from "./figures.ts";
import { type Reading, targetOf } from "./reading.ts";

const EXAMPLES = 10;
const TEXT_MAX = 120;

/** What one repository's examples are written from. */
export interface Source {
  readonly judged: Judged;
  readonly reading: Reading;
  textOf(path: string, line: number): string;
}

/** How a name stands in its line: `x`, `self.x`, `a.x`, `a.b.x`, `f().x`, `a[i].x`, `.x` at a line's beginning; with `()` where it is called. */
export function formOf(text: string, column: number, { calls, imports }: { calls: boolean; imports: boolean }): string {
  if (imports) {
    return "import or export";
  }
  const before = text.slice(0, column).replace(/\s*[?!]?\.#?\s*$/, ".");
  const receiver = !before.endsWith(".")
    ? ""
    : /\b(?:this|self|cls)\.$/.test(before)
      ? "self."
      : /\bsuper(?:\(.*\))?\.$/.test(before)
        ? "super."
        : /\)\.$/.test(before)
          ? "f()."
          : /\]\.$/.test(before)
            ? "a[i]."
            : /\.[\w$]+\.$/.test(before)
              ? "a.b."
              : /[\w$]\.$/.test(before)
                ? "a."
                : ".";
  return `${receiver}x${calls ? "()" : ""}`;
}

interface Case {
  readonly cause: string;
  readonly example: string;
}

function missOf(site: JudgedSite, { judged, reading, textOf }: Source): Case {
  const text = textOf(site.path, site.line);
  const place = (targetOf(reading, site.targets[0] ?? -1).places[0] ?? []).join(":");
  const form = formOf(text, site.column, site);
  const cause =
    site.cause === "no symbol"
      ? `no symbol of ours at the target: ${site.kind}`
      : `${site.cause}: ${form} → ${site.kind}, ${site.sameFile ? "same" : "other"} file`;
  const example = `${judged.repository}/${site.path}:${site.line} ${site.name} → ${place}    ${shorten(text)}`;
  return { cause, example };
}

function wrongOf(row: JudgedRow, { judged, reading, textOf }: Source): Case {
  const { name, kind, places } = targetOf(reading, row.target);
  const said = [...new Set(row.instead.replace(/ [^\s,;]+:\d+/g, "").split(/[;,] /))].join("; ");
  return {
    cause: `${row.verdict}, ${row.certainty} ${row.role} of a ${kind}; the authority: ${said}`,
    example: `${judged.repository}/${row.path}:${row.line} not ${name} of ${(places[0] ?? []).join(":")}: ${row.instead}    ${shorten(textOf(row.path, row.line))}`,
  };
}

const shorten = (text: string): string => text.trim().slice(0, TEXT_MAX);

/** Most frequent causes first, each with examples drawn by seed. */
function section(title: string, cases: readonly Case[], total: number): string[] {
  const byCause = new Map<string, string[]>();
  for (const { cause, example } of cases) {
    const examples = byCause.get(cause) ?? [];
    byCause.set(cause, examples);
    examples.push(example);
  }
  const causes = [...byCause].sort((a, b) => b[1].length - a[1].length);
  const share = (count: number): string => `${count} (${((100 * count) / Math.max(1, total)).toFixed(1)} %)`;
  const random = seededRandom(1);
  return [
    `## ${title}: ${share(cases.length)} of ${total}`,
    ...causes.map(([cause, { length }]) => `${share(length).padStart(14)}  ${cause}`),
    "",
    ...causes.flatMap(([cause, examples]) => [
      `### ${cause}: ${examples.length}`,
      ...examples
        .map((example) => ({ example, at: random() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, EXAMPLES)
        .map(({ example }) => `  ${example}`),
      "",
    ]),
  ];
}

export function renderCauses(sources: readonly Source[]): string {
  const missed = sources.flatMap((source) =>
    source.judged.sites.filter(({ found }) => found === null).map((site) => missOf(site, source)),
  );
  const rowsOf = (verdict: string): Case[] =>
    sources.flatMap((source) =>
      source.judged.rows.filter((row) => row.verdict === verdict).map((row) => wrongOf(row, source)),
    );
  const sites = sources.reduce((sum, { judged }) => sum + judged.sites.length, 0);
  const rows = sources.reduce((sum, { judged }) => sum + judged.rows.length, 0);
  return [
    ...section("missed sites", missed, sites),
    ...section("wrong rows", rowsOf("wrong"), rows),
    ...section("rows counted as right through an override", rowsOf("related"), rows),
    ...section("rows that the authority does not know, not counted", rowsOf("unknown"), rows),
  ].join("\n");
}
