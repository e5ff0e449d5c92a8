// The operations on a small project in this process: a real index of a real folder, analysed here, without vectors and without
// git's history. For tests that ask several tools and compare their answers.
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "../../src/config/load-settings.ts";
import { openEditStore } from "../../src/edits/store/edit-store.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Answer, Operation, OperationContext } from "../../src/operations/contract/operation.ts";
import type { Services } from "../../src/operations/contract/services.ts";
import { CallLog } from "../../src/statistics/call-log.ts";
import type { SearchRecord } from "../../src/statistics/journal-entry.ts";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { openFolderCorpus } from "./folder-corpus.ts";
import { openTestProject, WAIT } from "./test-index.ts";
import { journalTo, testSession } from "./test-session.ts";

export interface ToolsInProcess {
  readonly root: string;
  /** What was written to the journal, in order. */
  readonly recorded: readonly SearchRecord[];
  /** Throws the Failure that the tool answers with. */
  ask(tool: string | Operation, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** What an operation gets. */
  context(signal?: AbortSignal): OperationContext;
  close(): Promise<void>;
}

/** `languageModel`: default none. */
export async function openToolsInProcess(
  files: Readonly<Record<string, string>>,
  languageModel: Services["languageModel"] = async () => null,
): Promise<ToolsInProcess> {
  const project = openTestProject(files);
  const root = realpathSync(project.files);
  mkdirSync(join(root, ".git"), { recursive: true });
  const corpus = openFolderCorpus(root);
  const index = await project.open({ corpus });
  await index.freshen(WAIT);
  const { settings } = loadSettings({ env: {}, userFile: join(project.folder, "no-settings.json"), cwd: root });
  const edits = () => openEditStore({ folder: join(project.folder, "edits"), root });
  const saved = async () =>
    new SavedResults({
      home: join(project.folder, "home"),
      projectRoot: root,
      projectName: "project",
      mode: "global",
      share: false,
      readAdmitted: (path) => corpus.read(path),
    });
  const session = testSession({ root, name: "project", settings, corpus, index, edits, saved });
  const recorded: SearchRecord[] = [];
  const services: Services = {
    settings,
    journal: journalTo(recorded),
    calls: new CallLog({ home: join(project.folder, "home"), isOn: false }),
    lastSearches: new Map(),
    joinedCache: async () => null,
    languageModel,
    withProject: (_root, use) => use(session),
    close: async () => undefined,
  };
  const context = (signal = new AbortController().signal): OperationContext => {
    const client = { name: "test", version: "1" };
    const caller = { kind: "cli" as const, client, roots: async () => [root], cwd: root };
    return { services, caller, signal, onProgress: () => undefined };
  };
  return {
    root,
    recorded,
    context,
    ask(tool, input) {
      const operation = typeof tool === "string" ? ALL_OPERATIONS.find(({ name }) => name === tool) : tool;
      if (operation === undefined) {
        throw new Error(`there is no tool ${String(tool)}`);
      }
      return operation.run({ project: root, ...input }, context());
    },
    close: () => project.dispose(),
  };
}
