// Whether files are free of syntax errors, as they are on the disk now: those named, or those changed since a commit.
import { z } from "zod";
import { type FileCheck, filesAt, validateSyntax } from "../../intelligence/validate-syntax.ts";
import type { ExcusedConstruct, SyntaxFault, SyntaxVerdict } from "../../languages/check-syntax.ts";
import { changedSince } from "../../project/changed-since.ts";
import { resolveCommit } from "../../project/resolve-commit.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { renderCount } from "../amounts.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, type CodeScene, codeFields, codeOutput } from "./answer-code.ts";

const TOKENS = 800;
const TIME_MS_MAX = 2_000;
/** The index only tells which files there are. */
const INDEX_WAIT_MS_MAX = 500;
const PATHS_MAX = 500;
/** Rows that may be shown: broken files come first, and the rest is counted. */
const ROWS_MAX = 500;

export const validateSyntaxOperation: Operation = defineOperation({
  name: "validate_syntax",
  title: "Check of syntax",
  summary: "Show which files have syntax errors, and where",
  description:
    "Parses files as they are on disk and tells valid, broken (line, column, what stands there), expected-partial (valid, unknown to the grammar) or unchecked. Use it after edits; default: files changed since HEAD.",
  input: z.strictObject({
    paths: z.array(z.string().min(1).max(4096)).min(1).max(PATHS_MAX).optional().describe("Files or folders"),
    changed_since: z.string().max(1024).optional().describe("Git ref; default HEAD"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    scope: z.string().meta({ doc: "which files were asked about" }),
    verdicts: z.record(z.string(), z.number()).meta({ doc: "files checked, by verdict, shown or not" }),
    files: z
      .array(
        z.object({
          path: z.string(),
          verdict: z.enum(["valid", "expected-partial", "broken", "unchecked"]),
          language: z.string().optional(),
          errors: z.number().optional(),
          faults: z.array(z.string()).optional().meta({ doc: "the first ones: `<line>:<column> <what stands there>`" }),
          excused: z
            .array(z.string())
            .optional()
            .meta({ doc: "valid constructs that its grammar does not know, with their lines" }),
          reason: z.string().optional().meta({ doc: "why it is unchecked" }),
        }),
      )
      .meta({ doc: "broken first, valid last" }),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "validate-syntax",
    positionals: [],
    examples: ["context-broker validate-syntax", "context-broker validate-syntax --paths src --paths test --json"],
  },
  toolset: "code-more",
  run: (input, context) => {
    const asked = input.paths?.join(" ") ?? input.changed_since ?? "";
    const question = { operation: "validate_syntax", asked, waitMsMax: INDEX_WAIT_MS_MAX };
    return answerCode(input, question, context, async (scene) => {
      const { files, missing, scope } = await filesAskedFor(scene, input);
      const index = await scene.session.index();
      const { corpus, signal } = scene;
      const { checkSyntax } = index;
      const checked = await validateSyntax({ corpus, paths: files, checkSyntax, timeMsMax: TIME_MS_MAX, signal });
      const rows = [...checked.files.filter(isBroken), ...missing.map(missingFile), ...checked.files.filter(isWhole)];
      return {
        outcome: rows.length === 0 ? "empty" : "found",
        authority: "disk",
        generation: scene.withSnapshot(({ generation }) => generation),
        documents: [],
        files: checked.files.length,
        filesLeft: checked.filesLeft,
        found: rows.length,
        rows: Math.min(rows.length, ROWS_MAX),
        write: (shown) => writeChecks(scope, rows, shown),
      };
    });
  },
});

interface AskedFiles {
  readonly files: readonly string[];
  /** Paths that name no file. */
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

function withoutPaths(error: unknown): unknown {
  return error instanceof Failure && error.code === "INVALID_INPUT"
    ? new Failure("INVALID_INPUT", `changed files cannot be determined: ${error.message}`, {
        hint: "list the files in paths",
      })
    : error;
}

const isBroken = ({ check }: FileCheck): boolean => check.verdict === "broken";
const isWhole = (file: FileCheck): boolean => !isBroken(file);

const missingFile = (path: string): FileCheck => ({
  path: path.slice(0, 200),
  check: { verdict: "unchecked", language: null, reason: "no searched file has this path" },
});

function writeChecks(scope: string, rows: readonly FileCheck[], shown: number) {
  const verdicts = (["broken", "unchecked", "expected-partial", "valid"] as const)
    .map((verdict) => [verdict, rows.filter(({ check }) => check.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0);
  const counted = verdicts.map(([verdict, count]) => `${count.toLocaleString("en")} ${verdict}`).join(", ");
  return {
    headline: `${counted === "" ? "none" : counted} of the ${scope}`,
    lines: rows.slice(0, shown).flatMap(renderCheck),
    fields: { scope, verdicts: Object.fromEntries(verdicts), files: rows.slice(0, shown).map(structuredCheck) },
  };
}

const at = ({ line, column, what }: SyntaxFault): string => `${line}:${column} ${what}`;

/** `let-else, lines 12, 40`. */
function constructAt({ construct, lines, count }: ExcusedConstruct): string {
  const more = count > lines.length ? ` (${count.toLocaleString("en")} in all)` : "";
  return `${construct}, line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}${more}`;
}

function renderCheck({ path, check }: FileCheck): string[] {
  switch (check.verdict) {
    case "valid":
      return [`valid ${path}`];
    case "expected-partial":
      return [
        `expected-partial ${path}: no errors but for what its grammar lacks: ${check.constructs.map(constructAt).join("; ")}`,
      ];
    case "unchecked":
      return [`unchecked ${path}: ${check.reason}`];
    case "broken": {
      const more = check.count > check.faults.length ? `, the first ${check.faults.length}` : "";
      const errors = `${renderCount(check.count, "error")}${more}`;
      return [`broken ${path}: ${errors}`, ...check.faults.map((fault) => `  ${path}:${at(fault)}`)];
    }
  }
}

function structuredCheck({ path, check }: FileCheck) {
  const verdict: SyntaxVerdict = check.verdict;
  const { language } = check;
  const common = { path, verdict, ...(language === null ? {} : { language }) };
  switch (check.verdict) {
    case "valid":
      return common;
    case "expected-partial":
      return { ...common, excused: check.constructs.map(constructAt) };
    case "unchecked":
      return { ...common, reason: check.reason };
    case "broken":
      return { ...common, errors: check.count, faults: check.faults.map(at) };
  }
}
