// The results of the judges as files, docs/records/truth/<judge>.json, and the two pages that are made from them: one line for each judge, and
// all tables. Pure but for reading.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { intoPage } from "../page.ts";
import { table } from "../support.ts";
import type { Figure, Finding, Judge } from "./judge.ts";

export const COMMAND = "bench:truth";
/** One line for each judge, for a user. */
export const OVERVIEW_PAGE = packagePath("docs/records/truth.md");
export const TABLES_PAGE = packagePath("docs/records/truth-measured.md");
export const resultsFileOf = (judge: Judge): string => join(packagePath("docs/records/truth"), `${judge.name}.json`);

export interface CheckoutResult {
  /** As `identify` prints it: name, files, content, commit. */
  readonly identity: string;
  readonly name: string;
  readonly heldOut: boolean;
  readonly findings: readonly Finding[];
  /** When it was measured, and at which commit, where that was not the judge's last run. */
  readonly earlier?: Pick<Results, "measured" | "program">;
}

/** One judge's last run. */
export interface Results {
  readonly measured: string;
  readonly machine: string;
  /** Commit of this program. */
  readonly program: string;
  readonly seed: number;
  readonly versions: readonly string[];
  readonly checkouts: readonly CheckoutResult[];
}

/** A run with what an earlier one found on checkouts that it did not compare, in the judge's order. */
export function withEarlier(judge: Judge, now: Results, before: Results | null): Results {
  const own = new Set(now.checkouts.map(({ name }) => name));
  const kept = (before?.checkouts ?? [])
    .filter(({ name }) => !own.has(name))
    .map((one) => ({ earlier: { measured: before?.measured ?? "", program: before?.program ?? "" }, ...one }));
  const all = [...now.checkouts, ...kept];
  const checkouts = judge.checkouts.flatMap(({ name }) => all.find((one) => one.name === name) ?? []);
  return { ...now, checkouts };
}

const identityOf = ({ identity, earlier }: CheckoutResult): string =>
  earlier === undefined ? identity : `${identity} (measured ${earlier.measured}, at ${earlier.program})`;

export function readResults(judge: Judge): Results | null {
  const file = resultsFileOf(judge);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Results) : null;
}

/** What is held out keeps its figures and loses its causes. */
export const withoutHeldOutCauses = (result: CheckoutResult): CheckoutResult =>
  result.heldOut ? { ...result, findings: result.findings.map((one) => ({ ...one, causes: [] })) } : result;

const count = (value: number): string => value.toLocaleString("en");

/** Whether it is as good as is wanted; a figure without a wish, or without anything to compare, is. */
function isMet({ right, of, wanted }: Figure): boolean {
  if (of === 0 || wanted === null) {
    return true;
  }
  return "least" in wanted ? right / of >= wanted.least : right / of <= wanted.most;
}

/** `.998 (1,996 of 2,000)`; `0 of 0` where nothing was there to compare. */
function renderFigure(figure: Figure): string {
  const { name, right, of, wanted } = figure;
  if (of === 0) {
    return `${name}: none to compare`;
  }
  const share = right / of;
  const shown = share === 1 ? "1" : share === 0 ? "0" : share.toFixed(3).replace(/^0/, "");
  const limit = wanted === null ? "" : "least" in wanted ? `≥ ${wanted.least}` : `≤ ${wanted.most}`;
  const asked = wanted === null ? "" : `, wanted ${limit}${isMet(figure) ? "" : ": **missed**"}`;
  return `${name} ${shown} (${count(right)} of ${count(of)})${asked}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const answerOf = ({ tool, part }: Finding): string => `\`${tool}\`${part === "" ? "" : `, ${part}`}`;

const rowOf = (finding: Finding, where: string): string[] => [
  answerOf(finding),
  where,
  count(finding.sites),
  finding.figures.map(renderFigure).join("; "),
];

const withoutWanted = (finding: Finding): Finding => ({
  ...finding,
  figures: finding.figures.map((figure) => ({ ...figure, wanted: null })),
});

/** One finding for each answer, over all checkouts. */
function summed(findings: readonly Finding[]): Finding[] {
  const sums = new Map<string, Finding>();
  for (const finding of findings) {
    const sum = sums.get(answerOf(finding));
    const figures = finding.figures.map((figure, at) => ({
      ...figure,
      right: figure.right + (sum?.figures[at]?.right ?? 0),
      of: figure.of + (sum?.figures[at]?.of ?? 0),
    }));
    sums.set(answerOf(finding), { ...finding, figures, sites: finding.sites + (sum?.sites ?? 0) });
  }
  return [...sums.values()];
}

interface Placed {
  readonly finding: Finding;
  /** A checkout, or all of them. */
  readonly where: string;
}

/** Each checkout's findings, then their sums. What is wanted is asked of the sums, or of each checkout where there are none. */
function placed(judge: Judge, { checkouts }: Results): Placed[] {
  const isSummed = judge.summed === true;
  const each = checkouts.flatMap(({ name, heldOut, findings }) =>
    findings.map((one) => ({
      finding: isSummed ? withoutWanted(one) : one,
      where: `${name}${heldOut ? " (held out)" : ""}`,
    })),
  );
  const sums = isSummed ? summed(checkouts.flatMap(({ findings }) => findings)) : [];
  return [...each, ...sums.map((finding) => ({ finding, where: "all" }))];
}

function renderJudge(judge: Judge, results: Results): string {
  const rows = placed(judge, results).map(({ finding, where }) => rowOf(finding, where));
  const causes = results.checkouts.flatMap(({ name, findings }) =>
    findings.flatMap(({ tool, causes: of }) =>
      of.map((one) => [`\`${tool}\`, ${name}`, cell(one.cause), count(one.count), `\`${cell(one.example)}\``]),
    ),
  );
  const leftOut = results.checkouts.flatMap(({ name, findings }) =>
    findings.flatMap(({ tool, leftOut: of }) => of.map((text) => `- ${name}, \`${tool}\`: ${text}`)),
  );
  return [
    `### ${judge.name}`,
    `Judge: ${judge.authority}. ${results.measured}, ${results.machine}, Context Broker at ${results.program}, seed ${results.seed}; ${results.versions.join("; ")}.`,
    `Compared on ${results.checkouts.map(identityOf).join("; ")}.`,
    table(["answer", "repository", "compared", "figures"], rows),
    causes.length === 0 ? "" : `What differs:\n\n${table(["where", "cause", "times", "for example"], causes)}`,
    leftOut.length === 0 ? "" : `Left out:\n\n${leftOut.join("\n")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

interface Judged {
  readonly judge: Judge;
  readonly results: Results | null;
}

/** The page with the tables of every judge that has results. */
export function renderTables(page: string, all: readonly Judged[]): string {
  const parts = all.map(({ judge, results }) =>
    results === null
      ? `### ${judge.name}\n\nNot measured yet. Judge: ${judge.authority}.`
      : renderJudge(judge, results),
  );
  return intoPage(page, parts.join("\n\n"), COMMAND);
}

const TOOLS_SHOWN_MAX = 3;

function toolsOf({ tools }: Judge): string {
  const shown = tools.slice(0, TOOLS_SHOWN_MAX).map((tool) => `\`${tool}\``);
  const left = tools.length - shown.length;
  return left === 0 ? shown.join(", ") : `${shown.join(", ")} and ${left} more`;
}

function overviewRow({ judge, results }: Judged): string[] {
  const figures = (results === null ? [] : placed(judge, results)).flatMap(({ finding, where }) =>
    finding.figures
      .filter(({ of, wanted }) => of > 0 && wanted !== null)
      .map((figure) => ({ figure, text: `${answerOf(finding)}, ${where}: ${renderFigure(figure)}` })),
  );
  const missed = figures.filter(({ figure }) => !isMet(figure)).map(({ text }) => text.replace(": **missed**", ""));
  return [
    `[${judge.name}](truth-measured.md#${judge.name})`,
    toolsOf(judge),
    `${figures.length - missed.length} of ${figures.length}`,
    cell(missed.join("; ")),
  ];
}

/** The page with a line for each judge: how many of the figures that are wanted are met, and which are not. */
export const renderOverview = (page: string, all: readonly Judged[]): string =>
  intoPage(page, `${table(["judge", "answers of", "wanted and met", "not met"], all.map(overviewRow))}\n`, COMMAND);

/** What is missed or wrong, for the person who mends it: the most frequent cause first. */
export function renderMisses(judge: Judge, result: CheckoutResult): string {
  return withoutHeldOutCauses(result)
    .findings.flatMap(({ tool, part, causes }) =>
      [...causes]
        .sort((one, other) => other.count - one.count)
        .map(
          ({ cause, count: times, example }) =>
            `${judge.name} ${result.name} ${tool} ${part}: ${times} ${cause}; ${example}`,
        ),
    )
    .join("\n");
}
