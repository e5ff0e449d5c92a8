// Checks the citations of any text against the project's files, no matter who wrote it: `verify` and the tool `verify_citations`. Asks no language
// model.
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { z } from "zod";
import { type CommitComparison, compareWithCommit } from "../../project/changed-since.ts";
import type { CorpusSource } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { readBlobs } from "../../project/read-blobs.ts";
import { type Asker, type Commit, resolveCommit } from "../../project/resolve-commit.ts";
import { findCitations, merged } from "../../reason/citations/find-citations.ts";
import { missingNames, type Statement, statementsOf } from "../../reason/citations/statements.ts";
import {
  type FileStates,
  isFalse,
  placeCitations,
  SearchedLines,
  VERDICTS,
  type VerifiedCitation,
  type VerifiedFiles,
  verifyCitation,
} from "../../reason/citations/verify-citations.ts";
import { redactSecrets } from "../../secrets/redact.ts";
import { countBelow } from "../../system/count-below.ts";
import { typedPath } from "../../system/home-path.ts";
import { withSlashes } from "../../system/platform/below.ts";
import { codeOf, Failure, systemReason, throwIfCancelled } from "../../vocabulary/failure.ts";
import { escapeName, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { lineStarts, splitLines } from "../../vocabulary/text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { explained, projectField } from "../contract/fields.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";
import { startOf } from "../contract/text-or-file.ts";

const TEXT_LENGTH_MAX = 4_000_000;
/** More may each be of a whole file: what a few bytes ask for is bounded. */
const CITATIONS_MAX = 10_000;
/** Changed files in which lines are looked for that their own file has no longer. */
const NEWER_MAX = 2_000;
/** Statements listed that cite nothing, or whose names the cited lines do not have. */
const LISTED_MAX = 50;

const input = z.strictObject({
  report: explained(z.string().min(1).max(4096).optional(), "A file of the project", "A Markdown or text file"),
  text: explained(
    z.string().max(TEXT_LENGTH_MAX).optional(),
    "The text itself, such as an answer of yours",
    "The text itself; `-` reads standard input",
  ),
  commit: explained(
    z.string().max(250).optional(),
    "The commit that it was written at; default: the files as they are now",
    "It was written at this commit; default: the files as they are now",
  ),
  check_support: explained(
    z.boolean().default(false),
    "List names and numbers that the cited lines do not have",
    "Also list names, numbers and quotations that do not occur in the cited lines",
  ),
  all: explained(z.boolean().default(false), "", "List the citations that hold as well"),
  project: projectField,
});

const spans = z.array(z.tuple([z.number(), z.number()])).meta({ doc: "first and last line, 1-based" });
const output = z.object({
  outcome: z.enum(["found", "empty"]).describe("empty: the text cites nothing"),
  project_root: z.string(),
  commit: z.string().nullable().describe("Hash"),
  counts: z.record(z.enum(["all", ...VERDICTS]), z.number()),
  citations: z
    .array(
      z.object({
        line: z.number().describe("Of the text, 1-based"),
        citation: z.string(),
        verdict: z.enum(VERDICTS),
        file: z.string(),
        reason: z.string().optional(),
        now: z.object({ file: z.string(), lines: spans }).optional().describe("Where the same lines are now"),
      }),
    )
    .describe("Those that do not hold; with `all` every one"),
  statements: z.number(),
  uncited: z.array(z.object({ section: z.string(), count: z.number() })).describe("Sentences without a citation"),
  unsupported: z
    .array(z.object({ line: z.number(), statement: z.string(), missing: z.array(z.string()) }))
    .optional()
    .describe(`The first ${LISTED_MAX}`),
  unsupported_count: z.number().optional(),
  files_not_looked_through: z.number().optional().describe("Changed files, for moved lines"),
});
type Structured = z.input<typeof output>;

export const verifyCitationsOperation: Operation = defineOperation({
  name: "verify_citations",
  title: "Verify citations",
  summary: "Check every path:line that a report cites; exit code 1 if any is false",
  description:
    "Checks a report's or an answer's citations (path:12-40, path#symbol): files and lines that do not exist, and lines changed or moved since a commit. Check your own answer with `text`.",
  input,
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "verify",
    positionals: ["report"],
    otherFlags: { project: "--repo" },
    stdin: "text",
    examples: [
      "context-broker verify ANSWER.md",
      "context-broker verify REPORT.md --commit v1.4 --check-support",
      "git log -1 --format=%B | context-broker verify --text -",
    ],
  },
  toolset: "code-more",
  run: async (asked, context) => {
    const root = await chooseProject(asked.project, context);
    return context.services.withProject(root, async (session) => {
      const corpus = await session.corpus();
      await corpus.refresh(context.signal);
      const text = (await textOf(asked, corpus, context)).replace(/^\uFEFF/, "");
      const commit =
        asked.commit === undefined ? null : await resolveCommit(root, asked.commit, context.signal, COMMIT);
      const folder = folderOf(asked.report, root, context);
      const found = await verified(text, { corpus, commit, folder, signal: context.signal });
      return answer({ ...asked, ...found, root, text, commit });
    });
  },
});

const COMMIT: Asker = { field: "commit", otherwise: "leave it out to compare with the files as they are now" };

const invalid = (message: string, hint: string): Failure => new Failure("INVALID_INPUT", message, { hint });

/** A client names files of the project alone, a user at a terminal any. */
async function textOf(
  { report, text }: z.output<typeof input>,
  corpus: CorpusSource,
  { caller }: OperationContext,
): Promise<string> {
  if ((report === undefined) === (text === undefined)) {
    throw invalid("give either `report` or `text`", "name the file, or pass the text itself");
  }
  if (report === undefined) {
    return text ?? "";
  }
  if (caller.kind === "mcp") {
    const read = await corpus.read(report);
    if ("excluded" in read) {
      throw invalid(`report: ${report} cannot be read as text (${read.excluded})`, "pass its content as `text`");
    }
    return read.text;
  }
  // A device has no end, and a file may be larger than memory: no more is read than may be used.
  const bytes = await startOf(typedPath(report, caller.cwd), TEXT_LENGTH_MAX + 1).catch((error: unknown) => {
    const reason = codeOf(error) === "ENOENT" ? "there is no such file" : systemReason(error);
    throw invalid(`report: ${report} cannot be read: ${reason}`, "name a readable text file, or give `text`");
  });
  if (bytes.length > TEXT_LENGTH_MAX || bytes.includes(0)) {
    throw invalid(`report: ${report} is no text of at most ${formatNumber(TEXT_LENGTH_MAX)} bytes`, "name a text file");
  }
  return bytes.toString("utf8");
}

interface Verified {
  readonly citations: readonly VerifiedCitation[];
  /** The cited files as they were. */
  readonly linesOf: (file: string) => readonly string[];
  /** Changed files that were not looked through. */
  readonly unread: number;
}

interface Against {
  readonly corpus: CorpusSource;
  readonly commit: Commit | null;
  readonly folder: string | null;
  readonly signal: AbortSignal;
}

/** The report's folder in the project: "" for the project's own; null where it is elsewhere. */
function folderOf(report: string | undefined, root: string, { caller }: OperationContext): string | null {
  const inRoot =
    report === undefined ? ".." : relative(root, resolve(caller.kind === "mcp" ? root : caller.cwd, report));
  return inRoot.startsWith("..") || isAbsolute(inRoot) ? null : dirname(withSlashes(inRoot)).replace(/^\.$/, "");
}

async function verified(text: string, { corpus, commit, folder, signal }: Against): Promise<Verified> {
  const found = findCitations(text);
  if (found.length > CITATIONS_MAX) {
    throw invalid(`the text has more than ${formatNumber(CITATIONS_MAX)} citations`, "check it in parts");
  }
  const changes = commit === null ? null : await compareWithCommit(corpus, commit.id, signal);
  const placed = placeCitations(found, pathsBefore(corpus, changes), { folder, root: withSlashes(corpus.root) });
  const cited = [...new Set(placed.flatMap(({ candidates }) => candidates.slice(0, 1)))];
  const files = await readStates(cited, corpus, changes, signal);
  const known: VerifiedFiles = { file: (path) => files.get(path) ?? NOWHERE, newer: [] };
  const linesOf = (file: string): readonly string[] => known.file(file).before?.lines ?? [];
  const citations = placed.map((one) => verifyCitation(one, known));
  const isLost = ({ verdict }: VerifiedCitation): boolean => verdict === "changed" || verdict === "gone";
  if (changes === null || !citations.some(isLost)) {
    return { citations, linesOf, unread: 0 };
  }
  const newer: { path: string; text: SearchedLines }[] = [];
  for (const path of changes.paths.slice(0, NEWER_MAX)) {
    throwIfCancelled(signal);
    const now = files.get(path)?.now ?? (await linesNow(corpus, path));
    if (now !== null) {
      newer.push({ path, text: now });
    }
  }
  const again = placed.map((one, at) => {
    const first = citations[at];
    return first === undefined || isLost(first) ? verifyCitation(one, { ...known, newer }) : first;
  });
  return { citations: again, linesOf, unread: Math.max(0, changes.paths.length - NEWER_MAX) };
}

const NOWHERE: FileStates = { before: null, now: null };

/** The project's files when the text was written. */
function pathsBefore(corpus: CorpusSource, changes: CommitComparison | null): string[] {
  const now = [...corpus.current().files.keys()];
  if (changes === null) {
    return now;
  }
  const changed = new Set(changes.paths);
  return [...now.filter((path) => !changed.has(path) || changes.before.has(path)), ...changes.gone.keys()];
}

async function linesNow(corpus: CorpusSource, path: string): Promise<SearchedLines | null> {
  const read = await readAdmitted(corpus, path);
  return read === null || "excluded" in read ? null : new SearchedLines(splitLines(read.text));
}

async function readStates(
  paths: readonly string[],
  corpus: CorpusSource,
  changes: CommitComparison | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FileStates>> {
  const stored = paths.flatMap((path) => {
    const blob = changes?.before.get(path) ?? changes?.gone.get(path);
    const ruling = corpus.rulingOf(path);
    return blob === undefined || "excluded" in ruling ? [] : [{ path, ...blob, maxBytes: ruling.maxBytes }];
  });
  const contents = await readBlobs(stored, signal);
  const stateBefore = new Map<string, SearchedLines | null>();
  for (const { path, id } of stored) {
    const bytes = contents.get(id);
    const text = bytes instanceof Buffer ? corpus.textOf(path, bytes) : null;
    stateBefore.set(path, text !== null && "text" in text ? new SearchedLines(splitLines(text.text)) : null);
  }
  const files = new Map<string, FileStates>();
  for (const path of paths) {
    throwIfCancelled(signal);
    const now = await linesNow(corpus, path);
    const before = stateBefore.get(path);
    files.set(path, { now, before: before === undefined ? now : before });
  }
  return files;
}

interface ToAnswer extends Verified, Pick<z.output<typeof input>, "all" | "check_support"> {
  readonly root: string;
  readonly text: string;
  readonly commit: Commit | null;
}

function answer({ root, text, citations, linesOf, unread, commit, all, check_support: checksSupport }: ToAnswer) {
  const starts = lineStarts(text);
  const lineOf = (at: number): number => countBelow(starts, at + 1);
  const statements = statementsOf(text, citations);
  const counted = VERDICTS.map((verdict) => [verdict, citations.filter((one) => one.verdict === verdict).length]);
  const counts = { all: citations.length, ...Object.fromEntries(counted) } as Structured["counts"];
  const shown = citations.filter(({ verdict }) => all || verdict !== "holds");
  const unsupported = checksSupport ? unsupportedIn(statements, linesOf, lineOf) : [];
  const structured: Structured = {
    outcome: citations.length === 0 ? "empty" : "found",
    project_root: root,
    commit: commit?.id ?? null,
    counts,
    citations: shown.map(({ at, text: citation, verdict, file, reason, now }) => ({
      line: lineOf(at),
      citation,
      verdict,
      file,
      ...(reason === "" ? {} : { reason }),
      ...(now === null
        ? {}
        : {
            now: {
              file: now.file,
              lines: now.lines.map(({ startLine, endLine }): [number, number] => [startLine, endLine]),
            },
          }),
    })),
    statements: statements.length,
    uncited: uncitedBySection(statements),
    ...(checksSupport ? { unsupported: unsupported.slice(0, LISTED_MAX), unsupported_count: unsupported.length } : {}),
    ...(unread === 0 ? {} : { files_not_looked_through: unread }),
  };
  return { structured, text: render(structured), passed: !citations.some(({ verdict }) => isFalse(verdict)) };
}

type Statements = readonly Statement<VerifiedCitation>[];

function uncitedBySection(statements: Statements): { section: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { section, citations } of statements) {
    if (citations.length === 0) {
      counts.set(section, (counts.get(section) ?? 0) + 1);
    }
  }
  return [...counts].map(([section, count]) => ({ section, count }));
}

function unsupportedIn(
  statements: Statements,
  linesOf: Verified["linesOf"],
  lineOf: (at: number) => number,
): { line: number; statement: string; missing: string[] }[] {
  return statements.flatMap((statement) => {
    const own = statement.citations;
    if (own.length === 0 || own.some(({ verdict }) => isFalse(verdict))) {
      return [];
    }
    const files = [...new Set(own.map(({ file }) => file))];
    const sources = files.flatMap((file) => {
      const spans = merged(own.flatMap((one) => (one.file === file ? one.cited : [])));
      return spans.map(({ startLine, endLine }) =>
        linesOf(file)
          .slice(startLine - 1, endLine)
          .join("\n"),
      );
    });
    const names = own.flatMap(({ path, symbol }) => [path, symbol ?? ""]);
    // Whether a credential was guessed right is not told either.
    const shown = redactSecrets(sources.join("\n")).text;
    const missing = missingNames(statement, [shown, ...files, ...names].join("\n"));
    return missing.length === 0 ? [] : [{ line: lineOf(statement.at), statement: statement.text, missing }];
  });
}

function render({ counts, citations, commit, uncited, statements, ...rest }: Structured): string {
  const at = commit === null ? "" : ` at ${commit.slice(0, 10)}`;
  const wrong = citations.filter(({ verdict }) => isFalse(verdict)).length;
  const since = (["moved", "changed", "gone"] as const).flatMap((verdict) =>
    counts[verdict] === 0 ? [] : `${formatNumber(counts[verdict])} ${verdict} since`,
  );
  const of = renderCount(counts.all, "citation");
  const head =
    counts.all === 0
      ? "empty: the text cites no lines"
      : [
          wrong === 0 ? `verified: ${of}${at}, none false` : `${formatNumber(wrong)} of ${of} false${at}`,
          ...since,
        ].join(", ");
  const missing = uncited.reduce((sum, { count }) => sum + count, 0);
  const sections = uncited.map(({ section, count }) => `${section === "" ? "(start)" : escapeName(section)} ${count}`);
  const { unsupported = [], unsupported_count: unsupportedCount = 0, files_not_looked_through: unread = 0 } = rest;
  return [
    head,
    ...citations.map(lineOfCitation),
    ...(missing === 0
      ? []
      : [`${formatNumber(missing)} of ${renderCount(statements, "sentence")} cite nothing: ${sections.join(", ")}`]),
    ...unsupported.map(
      ({ line, missing: names, statement }) =>
        `line ${line}: not in the cited lines: ${names.map(escapeName).join(", ")} (${escapeName(statement.slice(0, 100))})`,
    ),
    ...(unsupportedCount > unsupported.length
      ? [`and ${formatNumber(unsupportedCount - unsupported.length)} more`]
      : []),
    ...(unread === 0 ? [] : [`moved lines were not looked for in ${renderCount(unread, "changed file")}`]),
  ].join("\n");
}

function lineOfCitation({ line, citation, verdict, file, reason, now }: Structured["citations"][number]): string {
  const lines = now?.lines.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",") ?? "";
  const place = now === undefined ? "" : ` to ${escapeName(now.file)}:${lines}`;
  const full = citation.startsWith(file) ? "" : ` (${escapeName(file)})`;
  return `line ${line}: ${escapeName(citation)}${full}: ${verdict}${place}${reason === undefined ? "" : `: ${reason}`}`;
}
