// What reasoning about a project needs of the program: the language model, the context, how long files are, and what files were like when they
// were sent.
import { withSnapshot } from "../../index/with-snapshot.ts";
import type { LanguageModel } from "../../language-model/contract.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { ContextItem } from "../../reason/contract/prepared-context.ts";
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
      hint: "set language_model_provider and language_model with `context-broker config set` (docs/language-model.md)",
    });
  }
  return model;
}

/** `project`: as for every tool. Throws what choosing a project throws, and INVALID_SETTING where no language model is configured. */
export async function openReasoning(
  project: string | undefined,
  gather: Operation,
  context: OperationContext,
): Promise<Reasoning> {
  const model = await configuredModel(context);
  const root = await chooseProject(project, context);
  const { withProject } = context.services;
  const hashes = new Map<string, string>();
  const prepare = prepareBy(gather, { project: root }, context);
  return {
    root,
    hashes,
    tools: {
      model,
      prepare: async (task, options) => {
        const prepared = await prepare(task, options);
        await withProject(root, (session) => recordHashes(session, prepared.items, hashes));
        return prepared;
      },
      linesOf: (paths) =>
        withProject(root, async (session) =>
          withSnapshot(await session.index(), (snapshot) => {
            const lines = paths.map((path) => [path, snapshot.documentAt(path)?.lineCount] as const);
            return new Map(lines.flatMap(([path, count]) => (count === undefined ? [] : [[path, count] as const])));
          }),
        ),
    },
  };
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
