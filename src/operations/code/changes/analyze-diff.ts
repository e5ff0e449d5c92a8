// The effect of a change on symbols: which were added, deleted, changed in signature or body, or moved, between two states of
// the project.
import { z } from "zod";
import { analyzeChanges } from "../../../change/read/analyze-changes.ts";
import { openDocumentHashes, readPresentState, touchedNames } from "../../../change/read/present-state.ts";
import { riskOfChange } from "../../../change/risk.ts";
import { weighChanges } from "../../../change/weigh-changes.ts";
import { HISTORY_WAIT_MS } from "../../../history/history.ts";
import { requestedFiles } from "../../../intelligence/requested-path.ts";
import { filesAt } from "../../../intelligence/validate-syntax.ts";
import { roleOf } from "../../../languages/file-role.ts";
import { DIFF_SCOPES, type Difference, differenceOf, type FileChange } from "../../../project/git-sides.ts";
import { Failure } from "../../../vocabulary/failure.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { explained, pathsField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { diffRows } from "./diff-rows.ts";
import { differenceFields, riskField, writeDiff } from "./write-diff.ts";

const TIME_MS_MAX = 4_000;
/**
 * Milliseconds: at least this long for the comparison if git used up the time, and for users and risk if the comparison did.
 */
const COMPARING_MS_MIN = 1_500;
const WEIGHING_MS_MIN = 2_000;
/** The index is needed only for the list of files. */
const INDEX_WAIT_MS_MAX = 500;
const PATHS_MAX = 100;
const REF_LENGTH_MAX = 1_024;

export const analyzeDiff: Operation = defineCodeTool({
  name: "analyze_diff",
  title: "Symbols in a change",
  summary: "Show which symbols a change adds, removes, alters or moves",
  description:
    "Which symbols a change adds, removes, alters in signature or body, moves or renames, and their risk. Use it to review a diff before reading it.",
  tokens: 1_800,
  input: {
    scope: explained(
      z.enum(DIFF_SCOPES).default("worktree"),
      "",
      "Compare the worktree or what is staged with HEAD, a commit with its parent, or a range; default worktree",
    ),
    ref: explained(
      z.string().min(1).max(REF_LENGTH_MAX).optional(),
      "Commit, or head of range",
      "Commit, or last commit of the range; default HEAD",
    ),
    base: explained(
      z.string().min(1).max(REF_LENGTH_MAX).optional(),
      "Branch or commit",
      "Branch or commit: compare with the merge base with it",
    ),
    paths: pathsField(PATHS_MAX),
  },
  output: {
    compared: z.string().meta({ doc: "the two states" }),
    counts: z.record(z.string(), z.number()).meta({ doc: "how many symbols of each kind of change, shown or not" }),
    risk: riskField,
    unweighed: z.number().optional().meta({ doc: "symbols whose users and risk were not counted" }),
    ...differenceFields,
  },
  examples: [
    "context-broker analyze-diff",
    "context-broker analyze-diff --scope commit --ref HEAD~1",
    "context-broker analyze-diff --scope range --base main --paths src --json",
  ],
  toolset: "code",
  question(input) {
    check(input);
    const { scope, ref, base, paths = [] } = input;
    return {
      asked: [scope, ref, base, ...paths].filter((part) => part !== undefined).join(" "),
      waitMsMax: INDEX_WAIT_MS_MAX,
    };
  },
  async find(scene, input) {
    const { title, files, found, weighing, history } = await analyze(scene, input);
    const rows = diffRows(found, weighing.weights);
    const risk = riskOfChange(found, weighing);
    const about = { compared: title, files: files.length, risk, unweighed: weighing.unweighed, history };
    return {
      outcome: files.length === 0 ? "empty" : "found",
      authority: input.scope === "worktree" ? "disk" : "git",
      ...scene.withSnapshot((snapshot) => ({
        documents: found.files.flatMap(({ path, parse }) => {
          const document = snapshot.documentAt(path);
          return document === undefined || parse === null ? [] : [{ ...document, parse }];
        }),
      })),
      files: found.files.length,
      filesLeft: found.filesLeft,
      found: rows.length,
      write: (shown) => writeDiff(about, rows, shown),
    };
  },
});

async function analyze(scene: CodeScene, { scope, ref, base, paths }: Asked) {
  const until = performance.now() + TIME_MS_MAX;
  const { corpus, signal, session, freshness, withSnapshot } = scene;
  const history = session.history().then((open) => open.ask(HISTORY_WAIT_MS, signal));
  // Awaited below; not an unhandled rejection if something else fails first.
  history.catch(() => undefined);
  const difference = within(await differenceOf(corpus, { scope, ref, base }, signal), paths, scene);
  const { fingerprint, factsOf: readFacts } = await session.index();
  // Most important files first, since time may run out.
  const files = difference.files.toSorted((a, b) => rankOf(a) - rankOf(b));
  const timeMsMax = Math.max(COMPARING_MS_MIN, until - performance.now());
  const found = await analyzeChanges({ corpus, files, fingerprint, timeMsMax, signal });
  const { signals, state } = await history;
  // With files missing from the index, unused and unknown would look the same.
  const weighingMs = freshness.lagging > 0 ? 0 : Math.max(WEIGHING_MS_MIN, until - performance.now());
  const present =
    touchedNames(found).length === 0
      ? null
      : await readPresentState({
          corpus,
          difference: { ...difference, after: scope === "worktree" ? "disk" : difference.after },
          found,
          documentHash: openDocumentHashes(withSnapshot),
          readFacts,
          timeMsMax: weighingMs,
          signal,
        });
  const weighing = await weighChanges({
    found,
    readFacts,
    present: present?.overlay ?? new Map(),
    read: scene.read,
    withSnapshot,
    signals,
    timeMsMax: weighingMs,
    signal,
  });
  const filesUnread = weighing.filesUnread + (present?.unread.length ?? 0);
  return { ...difference, found, weighing: { ...weighing, filesUnread }, history: state };
}

/** Source before tests, examples and documents. */
const rankOf = ({ path }: FileChange): number => (roleOf(path) === null ? 0 : 1);

interface Asked {
  readonly scope: (typeof DIFF_SCOPES)[number];
  readonly ref?: string | undefined;
  readonly base?: string | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** A field that the scope does not use would mean another question than the one answered. */
function check({ scope, ref, base }: Asked): void {
  const wrong = (message: string, hint: string) => new Failure("INVALID_INPUT", message, { hint });
  if (scope === "range" && base === undefined) {
    throw wrong("`base` is required for scope range", "set `base` to a branch, tag or commit, for example main");
  }
  if (scope === "commit" && base !== undefined) {
    throw wrong(
      "`base` is not allowed with scope commit, which compares with the parent",
      "leave `base` out, or use scope range",
    );
  }
  if ((scope === "worktree" || scope === "staged") && ref !== undefined) {
    throw wrong(`\`ref\` is not allowed with scope ${scope}`, "use scope commit or range, or give `base` instead");
  }
}

/** NOT_FOUND for a path that is neither a file of the project nor one that differs. */
function within(
  { title, after, files }: Difference,
  paths: readonly string[] | undefined,
  scene: CodeScene,
): Pick<Difference, "title" | "after" | "files"> {
  if (paths === undefined) {
    return { title, after, files };
  }
  const { missing } = filesAt(scene.corpus.current(), paths);
  const wanted = paths.map((path) => ({ path, admits: requestedFiles(path) }));
  for (const { path, admits } of wanted) {
    if (missing.includes(path) && !files.some((file) => admits(file.path))) {
      throw new Failure("NOT_FOUND", `paths: no file, now or before, matches ${JSON.stringify(path.slice(0, 200))}`, {
        hint: "paths are relative to the project's folder",
      });
    }
  }
  return { title, after, files: files.filter(({ path }) => wanted.some(({ admits }) => admits(path))) };
}
