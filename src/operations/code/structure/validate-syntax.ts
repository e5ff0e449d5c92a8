// Checks files for syntax errors, as they are on disk: the named files, or those changed since a commit.
import { z } from "zod";
import { type FileCheck, filesAt, validateSyntax } from "../../../intelligence/validate-syntax.ts";
import { changedSince } from "../../../project/changed-since.ts";
import { resolveCommit } from "../../../project/resolve-commit.ts";
import type { SyntaxCheck, SyntaxVerdict } from "../../../syntax/check-syntax.ts";
import { Failure } from "../../../vocabulary/failure.ts";
import { escapeName, formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { mostWithin } from "../../answer/sections.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { pathsField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";

const TOKENS = 800;
const TIME_MS_MAX = 2_000;
/** The index is needed only for the list of files. */
const INDEX_WAIT_MS_MAX = 500;
const PATHS_MAX = 500;
/** Most files shown: broken ones come first, and valid ones are only counted. */
const ROWS_MAX = 500;
/** Paths listed for each reason why files are unchecked. */
const UNCHECKED_LISTED_MAX = 3;

const FAULTS = defineTable({
  doc: "of broken files, by file, the first of each",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "1-based" }),
    column: z.number().meta({ doc: "1-based, in UTF-16 units" }),
    what: z.string().meta({ doc: "what stands there" }),
  },
  grouped: true,
  line: ({ line, column, what }) => `${line}:${column} ${what}`,
});

const EXCUSED = defineTable({
  doc: "by file: valid constructs that its grammar does not know (expected-partial)",
  columns: {
    path: z.string(),
    construct: z.string(),
    lines: z.array(z.number()).meta({ doc: "the first ones" }),
    count: z.number().nullable().meta({ doc: "where there are more" }),
  },
  grouped: true,
  line: ({ construct, lines = [], count }) =>
    `${construct}, line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}${count == null ? "" : ` (${formatNumber(count)} in all)`}`,
});

const UNCHECKED = defineTable({
  doc: "files without a verdict, by the reason",
  columns: {
    reason: z.string(),
    files: z.number(),
    paths: z.array(z.string()).meta({ doc: `the first ${UNCHECKED_LISTED_MAX}, more where max_tokens allows more` }),
  },
  line: ({ reason, files = 0, paths = [] }) =>
    `${formatNumber(files)} unchecked, ${reason}: ${paths.join(", ")}${files > paths.length ? ", …" : ""}`,
});

export const validateSyntaxOperation: Operation = defineCodeTool({
  name: "validate_syntax",
  title: "Syntax check",
  summary: "Show which files have syntax errors, and where",
  description:
    "Parses files as they are on disk and reports valid, broken (line, column, text there), expected-partial (valid, unknown to the grammar) or unchecked. Use it after edits; default: files changed since HEAD.",
  tokens: TOKENS,
  input: {
    paths: pathsField(PATHS_MAX),
    changed_since: z
      .string()
      .max(1024)
      .optional()
      .describe("Git ref; default HEAD")
      .meta({ help: "Check files that differ from a branch, tag or commit; default HEAD" }),
  },
  output: {
    scope: z.string().meta({ doc: "which files were asked about" }),
    verdicts: z.record(z.string(), z.number()).meta({ doc: "files checked, by verdict, shown or not" }),
    faults: FAULTS.field.optional(),
    errors: z
      .record(z.string(), z.number())
      .optional()
      .meta({ doc: "all errors of a broken file of which not all are listed" }),
    excused: EXCUSED.field.optional(),
    unchecked: UNCHECKED.field.optional(),
  },
  examples: ["context-broker validate-syntax", "context-broker validate-syntax --paths src --paths test --json"],
  toolset: "code-more",
  question: ({ paths, changed_since: ref = "" }) => ({ asked: paths?.join(" ") ?? ref, waitMsMax: INDEX_WAIT_MS_MAX }),
  async find(scene, input) {
    const { files: paths, missing, scope } = await filesAskedFor(scene, input);
    const index = await scene.session.index();
    const { corpus, signal } = scene;
    const { checkSyntax } = index;
    const checked = await validateSyntax({ corpus, paths, checkSyntax, timeMsMax: TIME_MS_MAX, signal });
    const files = [...checked.files, ...missing.map(missingFile)];
    const most = mostWithin(UNCHECKED_LISTED_MAX, input.max_tokens, TOKENS);
    const rows = [...files.filter(isBroken), ...files.filter(isExcused), ...reasonsIn(files, most)];
    return {
      outcome: files.length === 0 ? "empty" : "found",
      authority: "disk",
      files: checked.files.length,
      filesLeft: checked.filesLeft,
      found: rows.length,
      rows: Math.min(rows.length, ROWS_MAX),
      write: (shown) => writeChecks(scope, files, rows.slice(0, shown)),
    };
  },
});

interface AskedFiles {
  readonly files: readonly string[];
  /** Paths without a file. */
  readonly missing: readonly string[];
  readonly scope: string;
}

interface Asked {
  readonly paths?: readonly string[] | undefined;
  readonly changed_since?: string | undefined;
}

async function filesAskedFor({ corpus, signal }: CodeScene, asked: Asked): Promise<AskedFiles> {
  const { paths, changed_since: ref } = asked;
  if (paths === undefined) {
    const commit = await resolveCommit(corpus.root, ref ?? "HEAD", signal).catch((error: unknown) => {
      throw ref === undefined ? withoutPaths(error) : error;
    });
    const changed = await changedSince(corpus, commit, signal);
    return { files: changed.paths, missing: [], scope: `files that differ from ${commit.ref}` };
  }
  if (ref !== undefined) {
    throw new Failure("INVALID_INPUT", "paths and changed_since cannot be combined", {
      hint: "use only one of them",
    });
  }
  const { files, missing } = filesAt(corpus.current(), paths);
  if (files.length === 0) {
    const first = JSON.stringify((missing[0] ?? "").slice(0, 200));
    throw new Failure("NOT_FOUND", `no searched file has the path ${first}`, {
      hint: "paths are relative to the project's folder; index_status lists what is left out and why",
    });
  }
  return { files, missing, scope: "files named" };
}

const withoutPaths = (error: unknown): unknown =>
  error instanceof Failure && error.code === "INVALID_INPUT"
    ? new Failure("INVALID_INPUT", `changed files cannot be determined: ${error.message}`, {
        hint: "list the files in paths",
      })
    : error;

type Of<Verdict extends SyntaxVerdict> = Extract<SyntaxCheck, { readonly verdict: Verdict }>;
type Checked<Verdict extends SyntaxVerdict> = { readonly path: string; readonly check: Of<Verdict> };

const isBroken = (file: FileCheck): file is Checked<"broken"> => file.check.verdict === "broken";
const isExcused = (file: FileCheck): file is Checked<"expected-partial"> => file.check.verdict === "expected-partial";

const missingFile = (path: string): FileCheck => ({
  path: path.slice(0, 200),
  check: { verdict: "unchecked", language: null, reason: "no searched file has this path" },
});

/** A file that is not valid, or the unchecked files of one reason. */
type Row = Checked<"broken"> | Checked<"expected-partial"> | RowOf<typeof UNCHECKED>;

/** Number of files for each reason, with the first paths. */
function reasonsIn(files: readonly FileCheck[], most: number): RowOf<typeof UNCHECKED>[] {
  const reasons = new Map<string, string[]>();
  for (const { path, check } of files) {
    if (check.verdict === "unchecked") {
      reasons.set(check.reason, [...(reasons.get(check.reason) ?? []), path]);
    }
  }
  return [...reasons].map(([reason, paths]) => ({ reason, files: paths.length, paths: paths.slice(0, most) }));
}

/** Errors of one file; the others are counted. */
const FAULTS_SHOWN = 10;

function writeChecks(scope: string, files: readonly FileCheck[], shown: readonly Row[]) {
  const verdicts = (["broken", "unchecked", "expected-partial", "valid"] as const)
    .map((verdict) => [verdict, files.filter(({ check }) => check.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
  const counted = verdicts.map(([verdict, count]) => `${formatNumber(count)} ${verdict}`).join(", ");
  const checks = shown.filter((row) => "check" in row);
  const broken = checks.filter(isBroken);
  const more = broken.filter(({ check }) => check.count > FAULTS_SHOWN);
  const faults = FAULTS.write(
    broken.flatMap(({ path, check }) => check.faults.slice(0, FAULTS_SHOWN).map((fault) => ({ path, ...fault }))),
  );
  const excused = EXCUSED.write(checks.filter(isExcused).flatMap(constructsIn));
  const unchecked = UNCHECKED.write(shown.filter((row): row is RowOf<typeof UNCHECKED> => "reason" in row));
  return {
    headline: counted === "" ? `no ${scope}` : `${counted} of the ${scope}`,
    lines: [
      ...(faults.lines.length === 0 ? [] : ["broken:", ...faults.lines]),
      ...more.map(({ path, check }) => escapeName(`${path}: ${renderCount(check.count, "error")} in all`)),
      ...(excused.lines.length === 0 ? [] : ["valid but for what their grammars lack:", ...excused.lines]),
      ...unchecked.lines,
    ],
    fields: {
      scope,
      verdicts: Object.fromEntries(verdicts),
      ...(faults.lines.length === 0 ? {} : { faults: faults.field }),
      ...(more.length === 0 ? {} : { errors: Object.fromEntries(more.map(({ path, check }) => [path, check.count])) }),
      ...(excused.lines.length === 0 ? {} : { excused: excused.field }),
      ...(unchecked.lines.length === 0 ? {} : { unchecked: unchecked.field }),
    },
  };
}

const constructsIn = ({ path, check }: Checked<"expected-partial">): RowOf<typeof EXCUSED>[] =>
  check.constructs.map(({ construct, lines, count }) => ({
    path,
    construct,
    lines: [...lines],
    count: count > lines.length ? count : null,
  }));
