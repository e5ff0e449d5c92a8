// The daemon: one process that runs the commands and clients' sessions of one user, so that the model and the indexes are open once. Each
// front's command line runs as in a process of its own.
import { dirname } from "node:path";
import type { Writable } from "node:stream";
import { openApp, servicesFor } from "./app.ts";
import { type CommandLineParts, firstWord, namesOf } from "./cli/command.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { notIndexed } from "./cli/finish-in-background.ts";
import { openTerminal } from "./cli/terminal.ts";
import type { LoadedSettings } from "./config/load-settings.ts";
import { canShare, emacsPlace, servesProjects } from "./config/settings.ts";
import { type Front, listen } from "./daemon/listen.ts";
import { sweepDaemons } from "./daemon/sweep.ts";
import { ALL_OPERATIONS } from "./operations/all-operations.ts";
import type { Services } from "./operations/contract/services.ts";
import { superviseListening } from "./server/lifetime.ts";
import { type Serving, serveOver } from "./server/serve.ts";
import { growHeapSlowly } from "./system/heap-growth.ts";
import { log, withOwnLog } from "./system/log.ts";
import { openPresence } from "./system/running-processes.ts";
import { Failure } from "./vocabulary/failure.ts";

export interface HostOptions {
  readonly loaded: LoadedSettings;
  readonly version: string;
  /** Path of the daemon's entry (`entryFile`). */
  readonly entry: string;
  /** Called once it can be asked. */
  readonly ready: () => void;
}

/** Resolves when the daemon ends, because it is idle or by a signal; false if another daemon with these settings runs. */
export async function host({ loaded, version, entry, ready }: HostOptions): Promise<boolean> {
  const { cacheFolder, daemonIdleMinutes } = loaded.settings;
  growHeapSlowly();
  const presence = openPresence({ cacheFolder, kind: "server", version, client: "" });
  const services = openApp(loaded, presence);
  const clients = new Map<Front, string>();
  const introduce = (front: Front, client: string): void => {
    clients.set(front, client);
    presence.introduce([...clients.values()].join(", "));
    void front.gone.then(() => {
      clients.delete(front);
      presence.introduce([...clients.values()].join(", "));
    });
  };
  const listening = await listen({
    file: entry,
    idleMs: daemonIdleMinutes * 60_000,
    // Indexing that nobody waits for any more is not to keep a laptop busy; words that are begun are finished.
    onUnused: (isUnused) => services.slowDown(isUnused ? "nobody uses the shared server" : null),
    serve: (front) => serveFront(front, { version, loaded, services, introduce: (client) => introduce(front, client) }),
  });
  if (listening === null) {
    await services.close();
    return false;
  }
  log("info", "daemon.listens", { entry });
  void sweepDaemons(dirname(entry));
  const end = superviseListening(async () => {
    listening.close();
    await services.close();
  });
  ready();
  end(await listening.over);
  // The process ends when everything is closed.
  return true;
}

interface Shared {
  readonly version: string;
  readonly loaded: LoadedSettings;
  readonly services: Services;
  readonly introduce: (client: string) => void;
}

/** The first words of the commands that run in the daemon: `serve`, and every operation. */
const WORDS: ReadonlySet<string> = new Set([
  "serve",
  ...ALL_OPERATIONS.flatMap(({ command }) => (command === null ? [] : namesOf(command).map(firstWord))),
]);

/** Ends a command that this process does not do, and whose front does it: nothing of it is reported. */
const declined = (): Failure =>
  new Failure("INVALID_SETTING", "these settings are others than the daemon's", { hint: "the front works alone" });

async function serveFront(front: Front, shared: Shared): Promise<void> {
  const { args, env, cwd } = front.start;
  if (!WORDS.has(args[0] ?? "")) {
    front.decline();
    return;
  }
  let isDeclined = false;
  const servicesOf = (loaded: LoadedSettings): Services => {
    if (!canShare(loaded.settings, shared.loaded.settings)) {
      isDeclined = true;
      throw declined();
    }
    return servicesFor(shared.services, loaded);
  };
  let serving: Serving | undefined;
  const parts = partsFor(front, shared, servicesOf, (opened) => {
    serving = opened;
  });
  const streamOf = (stream: Writable, columns: number | null) => ({
    on: stream.on.bind(stream),
    write: (text: string, done?: () => void) => {
      if (!isDeclined) {
        return stream.write(text, done);
      }
      done?.();
      return true;
    },
    ...(columns === null ? {} : { isTTY: true, columns }),
  });
  const { output, error, start, interrupted } = front;
  const code = await withOwnLog(logTo(front), () =>
    runCommandLine(args, parts, {
      env,
      cwd,
      terminal: openTerminal(env, streamOf(output, start.outputColumns), streamOf(error, start.errorColumns)),
      watchInterrupt: () => ({ signal: interrupted, release: () => undefined }),
      guardUnfinished: () => ({ finished: () => undefined }),
    }),
  );
  if (serving !== undefined) {
    await front.gone;
    await serving.close();
  } else if (isDeclined) {
    front.decline();
  } else {
    front.exit(code ?? 0);
  }
}

const partsFor = (
  front: Front,
  { version, introduce }: Shared,
  servicesOf: (loaded: LoadedSettings) => Services,
  served: (serving: Serving) => void,
): CommandLineParts => ({
  version,
  openServices: async (loaded, { isRepeatable }) => {
    const services = servicesOf(loaded);
    await front.accept({ repeatable: isRepeatable });
    return services;
  },
  finishIndex: ({ files }) => `note: ${notIndexed(files)} yet; the shared server continues`,
  serve: async (loaded) => {
    const services = servicesOf(loaded);
    const { toolsets } = loaded.settings;
    const isForSeveral = servesProjects(loaded.settings);
    const { cwd } = front.start;
    const openServices = async () => services;
    const serving = serveOver(front.input, front.output, {
      version,
      toolsets,
      isForSeveral,
      introduce,
      openServices,
      cwd,
      // Of the front: which Emacs is meant without a name depends on these.
      emacs: emacsPlace(loaded.settings, { ...process.env, ...front.start.env }),
    });
    served(serving);
    await front.accept({ repeatable: REPEATABLE });
  },
  host: notHere,
  serveHttp: notHere,
  page: notHere,
  chat: notHere,
  checkModel: notHere,
  unreadRepository: notHere,
  askTeam: notHere,
  askLanguageModel: notHere,
});

const REPEATABLE = ALL_OPERATIONS.filter(({ annotations }) => annotations.readOnly).map(({ name }) => name);

function notHere(): never {
  throw new Error("this command does not run in the daemon");
}

/** Writes the log to the front's stderr or, if the front is gone, to the daemon's own. */
function logTo(front: Front): (line: string) => void {
  let isGone = false;
  void front.gone.then(() => {
    isGone = true;
  });
  return (line) => void (isGone ? process.stderr : front.error).write(line);
}
