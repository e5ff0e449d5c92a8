// The composition root: the only file that knows every room. Opens what a process shares once (the model, the vector
// store, the journal), and each project's rooms when it is first asked about.

import { basename, join } from "node:path";
import { LANGUAGE_MODEL_KEY } from "./config/language-model-settings.ts";
import { applyProjectFile, applyProjectText, type LoadedSettings } from "./config/load-settings.ts";
import type { Settings } from "./config/settings.ts";
import type { TeamPublisher } from "./embedding/team-index.ts";
import { History } from "./history/history.ts";
import { openProjectIndex } from "./index/coordination/open-project-index.ts";
import { AnalysisStore } from "./index/ingest/analysis-store.ts";
import type { ProjectIndex } from "./index/project-index.ts";
import { cleanWhenIdle } from "./index/upkeep/clean-when-idle.ts";
import type { LanguageModel } from "./language-model/contract.ts";
import { checkExtensions } from "./languages/check-extensions.ts";
import { FILE_NAMES, LANGUAGES } from "./languages/registry.ts";
import {
  jobsOf,
  MEANING_OFF,
  type Meaning,
  openMeaning,
  type ProjectMeaning,
  teamOf,
  withoutMeaning,
} from "./meaning.ts";
import type { ProjectSession, Services } from "./operations/contract/services.ts";
import { openEdits, recoverEdits } from "./operations/edits/open-edits.ts";
import type { CorpusSource } from "./project/corpus.ts";
import { openCorpus } from "./project/open-corpus.ts";
import type { ProjectRules } from "./project/rules.ts";
import { openJoinedCache } from "./search/cache/joined-cache.ts";
import { QueryCache } from "./search/cache/query-cache.ts";
import { besideSource } from "./search/query/file-hints.ts";
import { CallLog } from "./statistics/call-log.ts";
import { Journal } from "./statistics/journal.ts";
import { repairName } from "./storage/names.ts";
import { rootHash } from "./storage/project-marker.ts";
import { SavedResults } from "./storage/saved-results.ts";
import { openActivity } from "./system/activity.ts";
import { logOnce } from "./system/log.ts";
import { LruPool } from "./system/lru-pool.ts";
import { once } from "./system/memo.ts";
import { MemoryWatch } from "./system/memory-watch.ts";
import { openPace, type Pace } from "./system/pace.ts";
import { POWER } from "./system/platform/power.ts";
import type { Presence } from "./system/running-processes.ts";

/** A project that was opened without its model is opened again, to retry, after this many milliseconds. */
const RETRY_MEANING_MS = 30_000;

type ClosableSession = ProjectSession & { close(): Promise<void> };

/** How an open project was opened. */
interface Opening {
  readonly settings: string;
  /** By performance.now(); null where meaning is off or there. */
  meaningFailedAtMs: number | null;
}

/** What all projects of a process share. */
interface Shared {
  readonly loaded: LoadedSettings;
  readonly presence: Presence | null;
  /** Whether the process answers more than one question, so that watching the project pays. */
  readonly isServer: boolean;
  /** Whether a request is in progress. */
  readonly isBusy: () => boolean;
  readonly pace: Pace;
  readonly meaning: () => Promise<Meaning>;
  readonly analyses: AnalysisStore;
  /** By root. */
  readonly openings: Map<string, Opening>;
}

export interface App extends Services {
  /** Stops background embedding and counting for this reason, until it is called with null. */
  slowDown(reason: string | null): void;
}

/** `presence`: this process's entry among the running ones, ended with the services; null where it has none. */
export function openApp(loaded: LoadedSettings, presence: Presence | null = null): App {
  const { settings } = loaded;
  const pace = openPace(settings.pauseOnBattery ? { onBattery: POWER.onBattery } : {});
  const memory = new MemoryWatch({ limitMb: settings.memoryLimitMb, pace });
  const isServer = presence?.kind === "server";
  // A user waits for a command; a server may work in the background.
  const meaning = once(() => openMeaning(settings, isServer));
  const openings = new Map<string, Opening>();
  const use = openActivity();
  const analyses = new AnalysisStore(settings.cacheFolder);
  const shared = { loaded, presence, isServer, isBusy: use.busy, pace, meaning: meaning.get, analyses, openings };
  const projects = new LruPool<ClosableSession>({
    max: settings.openProjects,
    open: async (root) => openProject(root, shared),
    close: (session) => session.close(),
  });
  const endCleaning = isServer ? cleanWhileIdle(settings, use.idle) : () => undefined;
  const joinedCache = openJoinedCache(settings.cacheFolder, settings.queryCache);
  return {
    settings,
    joinedCache: joinedCache.get,
    journal: new Journal({ home: settings.dataFolder, keepQueries: settings.journalQueries }),
    calls: new CallLog({ home: settings.dataFolder, isOn: settings.callLog }),
    lastSearches: new Map(),
    languageModel: isServer ? async () => null : once(() => openLanguageModel(settings)).get,
    withProject: async (root, work) => {
      if (isOutdated(openings.get(root), loaded, root)) {
        openings.delete(root);
        projects.drop(root);
      }
      return use.during(() => projects.with(root, work));
    },
    slowDown: (reason) => pace.slowDown("disuse", reason),
    close: async () => {
      endCleaning();
      await projects.close();
      await joinedCache.close();
      const opened = await meaning.opened();
      await opened?.embedder.close();
      opened?.store.close();
      analyses.close();
      memory.close();
      presence?.end();
    },
  };
}

async function openLanguageModel(settings: Settings): Promise<LanguageModel | null> {
  const room = await import("./language-model/language-model.ts");
  return room.openLanguageModel(settings, process.env[LANGUAGE_MODEL_KEY]);
}

/** A project's settings file may change at any time, and applies from the next request on. */
function isOutdated(opening: Opening | undefined, loaded: LoadedSettings, root: string): boolean {
  if (opening === undefined) {
    return false;
  }
  const { settings, meaningFailedAtMs: failedAtMs } = opening;
  return (
    settings !== JSON.stringify(projectSettings(loaded, root)) ||
    (failedAtMs !== null && performance.now() - failedAtMs > RETRY_MEANING_MS)
  );
}

function openProject(root: string, shared: Shared): ClosableSession {
  const settings = projectSettings(shared.loaded, root);
  const opening: Opening = { settings: JSON.stringify(settings), meaningFailedAtMs: null };
  shared.openings.set(root, opening);
  const leave = shared.presence?.enter(root);
  const openMeaning = async () => {
    const found = await shared.meaning().then((open) => ({ ...open, failure: null }), withoutMeaning);
    opening.meaningFailedAtMs = found.failure === null ? null : performance.now();
    return found;
  };
  const session = openSession(root, settings, shared, openMeaning);
  return {
    ...session,
    close: async () => {
      await session.close();
      leave?.();
    },
  };
}

const cleanWhileIdle = ({ cacheFolder, cacheLimitMb }: Settings, idle: () => boolean): (() => void) =>
  cleanWhenIdle({ cacheFolder, limitBytes: cacheLimitMb * 1024 ** 2, idle });

function projectSettings(loaded: LoadedSettings, root: string): Settings {
  const own = applyProjectFile(loaded, root);
  for (const { key, origin, reason } of own.refused.slice(loaded.refused.length)) {
    logOnce("warn", "a project's setting is ignored", { key, origin: origin.name, reason });
  }
  checkExtensions(own.settings.extensions);
  return own.settings;
}

/** What of a session is by the settings of each caller. */
function ofCaller(root: string, settings: Settings, loaded: LoadedSettings, corpus: ProjectSession["corpus"]) {
  const name = basename(root);
  return {
    settings,
    settingsUnder: (label: string, text: string) =>
      applyProjectText(applyProjectFile(loaded, root), label, text).settings,
    edits: once(() => openEdits(settings, { root, name })).get,
    saved: async () => {
      const source = await corpus();
      return new SavedResults({
        home: settings.dataFolder,
        projectRoot: root,
        projectName: name,
        mode: settings.storageMode,
        share: settings.shareSaved,
        readAdmitted: (path) => source.read(path),
      });
    },
  };
}

/**
 * The services of another caller, whose settings differ in what is not shared (`canShare`), with last searches of its own. Closing them does
 * nothing.
 */
export const servicesFor = (services: Services, loaded: LoadedSettings): Services => ({
  ...services,
  settings: loaded.settings,
  lastSearches: new Map(),
  withProject: (root, work) =>
    services.withProject(root, (session) =>
      work({ ...session, ...ofCaller(root, projectSettings(loaded, root), loaded, session.corpus) }),
    ),
  close: async () => undefined,
});

function openSession(
  root: string,
  settings: Settings,
  shared: Shared,
  openMeaning: () => Promise<ProjectMeaning>,
): ClosableSession {
  const name = basename(root);
  const corpus = once(async () => {
    await recoverEdits(settings, { root, name });
    return openProjectCorpus(root, settings, shared);
  });
  const history = once(
    async () => new History({ corpus: await corpus.get(), enabled: settings.gitSignals, stays: shared.isServer }),
  );
  const meaning = once(settings.vectors === "off" ? async () => MEANING_OFF : openMeaning);
  const team = once(async () => teamOf(root, settings, (await meaning.get()).embedder));
  const index = once(async () =>
    openIndex(await meaning.get(), await corpus.get(), await team.get(), root, settings, shared),
  );
  const cache = once(async () => new QueryCache(settings.queryCache === "disk" ? (await index.get()).folder : null));
  return {
    root,
    name,
    ...ofCaller(root, settings, shared.loaded, corpus.get),
    languages: new Set(LANGUAGES.map(({ id }) => id)),
    corpus: corpus.get,
    index: index.get,
    history: history.get,
    cache: settings.queryCache === "off" ? async () => null : cache.get,
    embedder: async () => (await meaning.get()).embedder,
    team: team.get,
    close: async () => {
      (await cache.opened())?.close();
      (await history.opened())?.close();
      await (await index.opened())?.close();
      await (await team.opened())?.close();
      (await corpus.opened())?.close();
    },
  };
}

function openProjectCorpus(root: string, settings: Settings, { isServer, isBusy }: Shared): CorpusSource {
  const watch = isServer && settings.watch === "auto" ? { watch: { scratch: settings.cacheFolder, isBusy } } : {};
  return openCorpus({ root, rules: rulesOf(settings), ...watch });
}

function openIndex(
  { embedder, store, failure }: ProjectMeaning,
  corpus: CorpusSource,
  team: TeamPublisher | null,
  root: string,
  settings: Settings,
  { pace, presence, analyses }: Shared,
): Promise<ProjectIndex> {
  const folder = `${repairName(basename(root), "project", 60)}-${rootHash(root, 12)}`;
  return openProjectIndex({
    folder: join(settings.cacheFolder, "projects", folder),
    corpus,
    embedder,
    vectors: store,
    team,
    embedderFailure: failure,
    vectorKind: settings.vectors === "off" ? "auto" : settings.vectors,
    hnswFrom: settings.hnswFrom,
    memoryLimitMb: settings.memoryLimitMb,
    extensions: settings.extensions,
    sideDistance: besideSource,
    analysisWorkers: jobsOf(settings),
    analyses,
    pace,
    onProgress: (progress) => presence?.report({ root, ...progress }),
  });
}

function rulesOf(settings: Settings): ProjectRules {
  const { include, includeClasses, exclude, maxFileBytes, dockerignore } = settings;
  return { include, search: includeClasses, exclude, maxFileBytes, dockerignore, fileNames: FILE_NAMES };
}
