// Updates the index of the project, or of one folder, and waits for it: afterwards every file is searchable by words and
// symbols, or the answer says which are not. Vectors follow in the background.
import { z } from "zod";
import type { Freshness, VectorStatus } from "../../index/project-index.ts";
import { withSnapshot } from "../../index/with-snapshot.ts";
import {
  countIndexed,
  type FolderPrefix,
  folderPrefix,
  type IndexedCounts,
  indexedHashes,
  problemsIn,
} from "../../intelligence/count-indexed.ts";
import { Failure, renderProblem } from "../../vocabulary/failure.ts";
import { escapeName, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { answerCode, type CodeScene } from "../answer/answer-code.ts";
import { codeFields, codeOutput } from "../answer/code-tool.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { coverageField, coverageOf, explained } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { leftOut } from "./health.ts";

const TOKENS = 400;
/** Less than the minute after which clients give up on a call; the work continues after the answer. */
const WAIT_S = 50;
const WAIT_S_MAX = 3_600;

const output = z.object({
  ...codeOutput,
  folder: z.string().meta({ doc: "`.` is the whole project" }),
  files: z.number().meta({ doc: "that the project admits there" }),
  indexed: z.number().meta({ doc: "of these, in the index now" }),
  updated: z.number().meta({ doc: "indexed by this call, anew or for the first time" }),
  removed: z.number(),
  symbols: z.number(),
  coverage: coverageField.meta({ doc: "of the whole project; vectors are made in the background" }),
  seconds: z.number(),
  left_out: z.array(z.string()).meta({ doc: "of the whole project: `<files> <reason>: <examples>`" }),
  problems: z.array(z.string()).meta({ doc: "of files in the folder" }),
});

export const generateIndex: Operation = defineOperation({
  name: "generate_index",
  title: "Generate the index",
  summary: "Index the project or a folder now, and say what was left out",
  description:
    "Indexes the project or one folder now and waits: files, symbols, what is left out and why, time. Other tools index by themselves; use it after large changes.",
  input: z.strictObject({
    folder: z
      .string()
      .max(4096)
      .optional()
      .describe("Default: the whole project")
      .meta({ help: "Folder to index; default: the whole project" }),
    wait_seconds: explained(
      z.int().min(1).max(WAIT_S_MAX).optional(),
      `Longest wait; default ${WAIT_S}`,
      `Most seconds to wait; default ${WAIT_S}`,
    ),
    ...codeFields(TOKENS),
  }),
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "generate-index",
    positionals: ["folder"],
    examples: ["context-broker generate-index", "context-broker generate-index src --json"],
  },
  toolset: "code-more",
  run: async (input, context) => {
    const started = performance.now();
    const prefix = folderPrefix(input.folder);
    const root = await chooseProject(input.project, context);
    const before = await context.services.withProject(root, async (session) =>
      withSnapshot(await session.index(), (snapshot) => indexedHashes(snapshot, prefix)),
    );
    // A user at a terminal sees the progress, and nothing continues after a command's answer.
    const waitMs = 1_000 * (input.wait_seconds ?? (context.caller.kind === "cli" ? WAIT_S_MAX : WAIT_S));
    const question = { operation: "generate_index", asked: input.folder ?? "", waitMs, tellsVectors: true };
    return answerCode(input, question, context, async (scene) => {
      const corpus = scene.corpus.current();
      const counts = await countIndexed({ ...scene, corpus }, prefix, before);
      if (prefix !== "" && counts.files === 0) {
        throw noFileIn(prefix);
      }
      const vectors = (await scene.session.index()).vectorStatus().state;
      const { rows, write } = indexReport(scene, prefix, counts, vectors, (performance.now() - started) / 1_000);
      return {
        outcome: counts.files === 0 ? "empty" : "found",
        files: counts.files,
        filesLeft: counts.missing,
        found: rows,
        rows,
        write,
      };
    });
  },
});

function noFileIn(prefix: FolderPrefix): Failure {
  const folder = JSON.stringify(prefix.slice(0, 200));
  return new Failure("NOT_FOUND", `no searched file is in ${folder}`, {
    hint: "folders are relative to the project's folder; index_status lists what is left out and why",
  });
}

/** The rows of the answer, and how they are written. `exactSeconds`: how long the call took. */
export function indexReport(
  { corpus, freshness }: Pick<CodeScene, "corpus" | "freshness">,
  prefix: FolderPrefix,
  counts: IndexedCounts,
  vectors: VectorStatus["state"],
  exactSeconds: number,
) {
  const { files, missing, updated, removed, symbols } = counts;
  const folder = prefix === "" ? "." : prefix;
  const seconds = Math.round(exactSeconds * 100) / 100;
  const outside = Object.entries(corpus.current().excluded).map(([reason, files]) => leftOut(reason, files));
  const problems = problemsIn(freshness.problems, prefix).map(renderProblem);
  const indexed = files - missing;
  const share =
    missing === 0 ? `all ${renderCount(files, "file")}` : `${formatNumber(indexed)} of ${renderCount(files, "file")}`;
  const next = missing > 0 || freshness.lagging > 0 ? `; ${adviceFor(freshness)}` : "";
  return {
    rows: outside.length + problems.length,
    write: (shown: number) => {
      const left = outside.slice(0, shown);
      const listed = problems.slice(0, Math.max(0, shown - outside.length));
      return {
        headline: `${escapeName(folder)}: ${files === 0 ? "no file to index" : `${share} indexed, ${renderCount(symbols, "symbol")}`}${next}`,
        lines: [
          `now: ${formatNumber(updated)} updated, ${formatNumber(removed)} removed, in ${seconds} s; vectors: ${renderMade(vectors, freshness)}`,
          ...left.map((line) => `left out of the project: ${escapeName(line)}`),
          ...listed,
        ],
        fields: {
          folder,
          files,
          indexed,
          updated,
          removed,
          symbols,
          coverage: coverageOf(freshness.coverage),
          seconds,
          left_out: left,
          problems: listed,
        },
      };
    },
  };
}

const adviceFor = ({ problems }: Freshness): string =>
  problems.some(({ code }) => code === "INDEX_READ_ONLY")
    ? "the index cannot be written; see the problem"
    : "the rest is being indexed: call again";

const renderMade = (state: VectorStatus["state"], { coverage: { chunks, chunksEmbedded } }: Freshness): string =>
  state === "disabled" || state === "unavailable"
    ? state
    : `${formatNumber(chunksEmbedded)} of ${renderCount(chunks, "chunk")} of the project`;
