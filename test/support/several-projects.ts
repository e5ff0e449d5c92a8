// Several small projects in this process, each with a real index, that a question can be about at once.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadSettings } from "../../src/config/load-settings.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Answer, Caller } from "../../src/operations/contract/operation.ts";
import type { ProjectSession, Services } from "../../src/operations/contract/services.ts";
import type { ResourceContext } from "../../src/operations/saved/saved-resources.ts";
import { QueryCache } from "../../src/search/cache/query-cache.ts";
import { CallLog } from "../../src/statistics/call-log.ts";
import type { SearchRecord } from "../../src/statistics/journal-entry.ts";
import { SavedResults } from "../../src/storage/saved-results.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { openFolderCorpus } from "./folder-corpus.ts";
import { openTestProject } from "./test-index.ts";
import { journalTo, testSession } from "./test-session.ts";

interface Client {
  readonly roots: readonly string[];
  /** Default: none. */
  readonly session?: Caller["session"];
}

interface AskOptions {
  /** False has the answer neither read from the shared cache nor kept in it. Default true. */
  readonly cached?: boolean;
}

export interface SeveralProjects {
  /** The folder that all of them are in. */
  readonly folder: string;
  /** By the name they were given. */
  readonly roots: ReadonlyMap<string, string>;
  readonly recorded: readonly SearchRecord[];
  /** Of a user at a terminal; of a client that offers `roots`, if that is given. */
  context(client?: Client, options?: AskOptions): ResourceContext;
  /** As a user at a terminal; as a client that offers `roots`, if that is given. */
  ask(tool: string, input: object, client?: Client, options?: AskOptions): Promise<Answer>;
  /** Brings every index up to date, with the tokens of its files counted. */
  complete(): Promise<void>;
  /** Has the project fail when it is opened or brought up to date, until told otherwise. */
  break(root: string, when: "open" | "freshen" | null): void;
  close(): Promise<void>;
}

const failure = (code: "INVALID_SETTING" | "INDEX_UNAVAILABLE") => new Failure(code, "broken", { hint: "mend it" });

/** `projects`: files by path, by the project's folder. */
export async function openSeveralProjects(
  projects: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<SeveralProjects> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "context-broker-")));
  const { settings } = loadSettings({
    env: {},
    flags: { data_folder: join(folder, "data"), cache_folder: join(folder, "cache") },
    userFile: join(folder, "no-settings.json"),
    cwd: folder,
  });
  const broken = new Map<string, "open" | "freshen">();
  const sessions = new Map<string, ProjectSession>();
  const roots = new Map<string, string>();
  const disposals: (() => Promise<void>)[] = [];
  const indexes: ProjectIndex[] = [];
  for (const [name, files] of Object.entries(projects)) {
    const root = join(folder, name);
    mkdirSync(join(root, ".git"), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const corpus = openFolderCorpus(root);
    const project = openTestProject({});
    const index = await project.open({ corpus });
    disposals.push(() => project.dispose());
    indexes.push(index);
    roots.set(name, root);
    const breakable: ProjectIndex = Object.assign(Object.create(index) as ProjectIndex, {
      freshen: (options: Parameters<ProjectIndex["freshen"]>[0]) =>
        broken.get(root) === "freshen" ? Promise.reject(failure("INDEX_UNAVAILABLE")) : index.freshen(options),
    });
    const saved = new SavedResults({
      home: settings.dataFolder,
      projectRoot: root,
      projectName: name,
      mode: settings.storageMode,
      share: false,
      readAdmitted: (path) => corpus.read(path),
    });
    sessions.set(root, {
      ...testSession({ root, name, settings, corpus, index: breakable }),
      saved: async () => saved,
    });
  }
  const recorded: SearchRecord[] = [];
  const cache = new QueryCache(null);
  const services: Services = {
    settings,
    journal: journalTo(recorded),
    calls: new CallLog({ home: settings.dataFolder, isOn: false }),
    lastSearches: new Map(),
    joinedCache: async () => cache,
    languageModel: async () => null,
    withProject: async (root, use) => {
      const session = sessions.get(root);
      if (session === undefined || broken.get(root) === "open") {
        throw failure("INVALID_SETTING");
      }
      return use(session);
    },
    close: async () => undefined,
  };
  const context: SeveralProjects["context"] = (client, { cached = true } = {}) => {
    const caller = {
      kind: client === undefined ? ("cli" as const) : ("mcp" as const),
      client: { name: "test", version: "1" },
      roots: async () => client?.roots ?? [],
      ...(client?.session === undefined ? {} : { session: client.session }),
      cwd: folder,
    };
    const uncached = { ...services, lastSearches: new Map(), joinedCache: async () => new QueryCache(null) };
    return { services: cached ? services : uncached, caller, signal: new AbortController().signal };
  };
  return {
    folder,
    roots,
    recorded,
    context,
    async ask(tool, input, client, options) {
      const operation = ALL_OPERATIONS.find(({ name }) => name === tool);
      if (operation === undefined) {
        throw new Error(`there is no tool ${tool}`);
      }
      return operation.run(input, { ...context(client, options), onProgress: () => undefined });
    },
    complete: async () => {
      await Promise.all(indexes.map((index) => index.complete({})));
    },
    break: (root, when) => {
      broken.delete(root);
      if (when !== null) {
        broken.set(root, when);
      }
    },
    async close() {
      await Promise.all(disposals.map((dispose) => dispose()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
