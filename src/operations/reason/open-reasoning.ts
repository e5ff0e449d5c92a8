// What reasoning about a project needs of the program: the language model, the context, how long files are, and what files were like when they
// were sent.
import type { Snapshot } from "../../index/snapshot.ts";
import { withSnapshot } from "../../index/with-snapshot.ts";
import { requestedPath } from "../../intelligence/requested-path.ts";
import type { LanguageModel } from "../../language-model/contract.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { ContextItem, PreparedContext } from "../../reason/contract/prepared-context.ts";
import type { ReasonTools } from "../../reason/reason.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import type { Operation, OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { IMPORTS, prepareBy } from "./prepare-context.ts";

export interface Reasoning {
  readonly root: string;
  readonly tools: ReasonTools;
  /** Hex SHA-256 of the files whose lines were sent, as they were then; without those that changed meanwhile. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Throws INVALID_SETTING where no language model is configured. */
export async function configuredModel({ services }: OperationContext): Promise<LanguageModel> {
  const model = await services.languageModel();
  if (model === null) {
    throw new Failure("INVALID_SETTING", "no language model is configured, so nothing is asked and nothing is sent", {
      hint: "set language_model_provider and language_model with `context-broker config set` (docs/use/language-model.md)",
    });
  }
  return model;
}

/** What a conversation adds to a task. */
export interface InConversation {
  /** Its name, for gather_context. */
  readonly session: string;
  /** What is sent in place of what was gathered. */
  readonly extend: (task: string, gathered: PreparedContext, context: OperationContext) => Promise<PreparedContext>;
}

/** `project`: as for every tool. Throws what choosing a project throws, and INVALID_SETTING where no language model is configured. */
export async function openReasoning(
  project: string | undefined,
  gather: Operation,
  context: OperationContext,
  conversation: InConversation | null = null,
): Promise<Reasoning> {
  const model = await configuredModel(context);
  const root = await chooseProject(project, context);
  const { withProject } = context.services;
  const hashes = new Map<string, string>();
  const session = conversation === null ? {} : { session: conversation.session };
  const prepare = prepareBy(gather, { project: root, ...session }, context);
  return {
    root,
    hashes,
    tools: {
      model,
      prepare: async (task, options) => {
        const focus = await withProject(root, async (opened) =>
          withSnapshot(await opened.index(), (snapshot) => filesAt(options.focus, snapshot)),
        );
        const gathered = await prepare(task, { ...options, focus });
        const prepared = (await conversation?.extend(task, gathered, context)) ?? gathered;
        await withProject(root, (opened) => recordHashes(opened, prepared.items, hashes));
        return prepared;
      },
      linesOf: (paths) =>
        withProject(root, async (opened) =>
          withSnapshot(await opened.index(), (snapshot) => {
            const lines = paths.map((path) => [path, snapshot.documentAt(path)?.lineCount] as const);
            return new Map(lines.flatMap(([path, count]) => (count === undefined ? [] : [[path, count] as const])));
          }),
        ),
    },
  };
}

/** gather_context takes no more. */
const FOCUS_MAX = 20;

/** The files of folders; what is neither stays as it is. */
function filesAt(paths: readonly string[], snapshot: Snapshot): readonly string[] {
  const all = [...snapshot.documents()].map(({ path }) => path).sort();
  const files = paths.flatMap((written) => {
    const path = requestedPath(written);
    const below = all.filter((one) => one === path || path === "" || one.startsWith(`${path}/`));
    return below.length === 0 ? [written] : below;
  });
  return [...new Set(files)].slice(0, FOCUS_MAX);
}

/** Only of files that have the lines that were chosen: any other changed while it was read. */
async function recordHashes(
  session: ProjectSession,
  items: readonly ContextItem[],
  hashes: Map<string, string>,
): Promise<void> {
  const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
  const paths = [...new Set(items.map(({ path }) => path))];
  const documents = withSnapshot(index, (snapshot) => paths.flatMap((path) => snapshot.documentAt(path) ?? []));
  for (const { path, contentHash } of documents) {
    const text = (await readUnchanged(corpus, { path, contentHash }))?.text;
    const lines = text === undefined ? [] : splitLines(text);
    const isAsSent = items
      .filter((item) => item.path === path)
      .every(({ why, stretches }) =>
        stretches.every(({ startLine, source }) =>
          splitLines(source.replace(/\r?\n$/, "")).every((line, at) => {
            const now = lines[startLine - 1 + at];
            return line === (why === IMPORTS ? now?.trim() : now);
          }),
        ),
      );
    if (isAsSent) {
      hashes.set(path, contentHash);
    }
  }
}
