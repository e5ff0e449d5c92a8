// The whole program in this process: the command line and, for `serve`, the server. Index, grammars and model are loaded at the first request
// that needs them, so that `initialize` is answered at once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { CommandLineParts } from "./cli/command.ts";
import { runCommandLine } from "./cli/command-line.ts";
import { exitCodeOf, isForProgram, renderFailure } from "./cli/exit.ts";
import { finishInBackground } from "./cli/finish-in-background.ts";
import { openTerminal } from "./cli/terminal.ts";
import { LANGUAGE_MODEL_KEY } from "./config/language-model-settings.ts";
import type { LoadedSettings } from "./config/load-settings.ts";
import { emacsPlace, servesProjects } from "./config/settings.ts";
import { explainWaiting } from "./server/explain-waiting.ts";
import type { ServeOptions, Serving } from "./server/serve.ts";
import { packagePath } from "./system/package-root.ts";
import { openPresence, type Presence, type ProcessKind } from "./system/running-processes.ts";
import { Failure } from "./vocabulary/failure.ts";

const { version } = JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as { version: string };

const presenceOf = ({ settings: { cacheFolder } }: LoadedSettings, kind: ProcessKind, client: string) =>
  openPresence({ cacheFolder, kind, version, client });
const openServices = async (loaded: LoadedSettings, presence: Presence) =>
  (await import("./app.ts")).openApp(loaded, presence);

function serveOptions(loaded: LoadedSettings): ServeOptions {
  const presence = presenceOf(loaded, "server", "");
  return {
    version,
    toolsets: loaded.settings.toolsets,
    isForSeveral: servesProjects(loaded.settings),
    introduce: presence.introduce,
    openServices: () => openServices(loaded, presence),
    cwd: process.cwd(),
    emacs: emacsPlace(loaded.settings, process.env),
  };
}

async function serveClient(loaded: LoadedSettings, input: Readable): Promise<void> {
  await (await import("./server/serve.ts")).serve(serveOptions(loaded), input);
  explainWaiting();
}

const PARTS: CommandLineParts = {
  version,
  openServices: (loaded, { words }) => openServices(loaded, presenceOf(loaded, "command", words)),
  finishIndex: finishInBackground,
  serve: (loaded) => serveClient(loaded, process.stdin),
  serveHttp: async (loaded) => {
    const { serveHttp } = await import("./server/serve-http.ts");
    const presence = presenceOf(loaded, "server", "");
    const { host, port, hostNames, tlsCert, tlsKey, allowPlainHttp, dataFolder, ...given } = loaded.settings;
    return serveHttp({
      version,
      place: { host, names: hostNames, tlsCert, tlsKey, allowPlain: allowPlainHttp },
      port,
      tokenFile: given.httpTokenFile ?? join(dataFolder, "http-token"),
      oauthIssuer: given.oauthIssuer,
      oauthAudience: given.oauthAudience,
      toolsets: given.toolsets,
      isForSeveral: servesProjects(loaded.settings),
      introduce: presence.introduce,
      openServices: () => openServices(loaded, presence),
    });
  },
  page: async (loaded, root, port) => {
    const [{ servePage }, services] = await Promise.all([
      import("./page/serve-page.ts"),
      openServices(loaded, presenceOf(loaded, "server", "the page of `ui`")),
    ]);
    const page = await servePage({ services, version, root }, port);
    const close = async () => {
      await page.close();
      await services.close();
    };
    return { link: page.link, close };
  },
  host: async (loaded, entry, ready) => (await import("./host.ts")).host({ loaded, version, entry, ready }),
  chat: async (call) => (await import("./cli/chat/converse.ts")).converse(call),
  unreadRepository: async (folder) => (await import("./project/git-state.ts")).unreadRepository(folder),
  checkModel: async (settings) => (await import("./meaning.ts")).checkModel(settings),
  askTeam: async (settings, folder) => (await import("./meaning.ts")).askTeam(settings, folder),
  askLanguageModel: async (settings) =>
    (await import("./language-model/language-model.ts")).askLanguageModel(settings, process.env[LANGUAGE_MODEL_KEY]),
};

/** The exit code; null if a server was started, and the process lives on. `input`: the messages of the client that `serve` is for. */
export const runProgram = (args: readonly string[], input: Readable = process.stdin): Promise<number | null> =>
  runCommandLine(args, { ...PARTS, serve: (loaded) => serveClient(loaded, input) });

/** Opens the session that `serve` with these arguments would open, over these streams instead of stdin and stdout. */
export async function serveHere(args: readonly string[], input: Readable, output: Writable): Promise<Serving> {
  const { serveOver } = await import("./server/serve.ts");
  let serving: Serving | undefined;
  const serve = async (loaded: LoadedSettings) => {
    serving = serveOver(input, output, serveOptions(loaded));
  };
  await runCommandLine(args, { ...PARTS, serve });
  if (serving === undefined) {
    throw new Error(`no server was opened by: ${args.join(" ")}`);
  }
  return serving;
}

/** Reports that the shared server ended during a command that must not simply be repeated. Returns the exit code. */
export const reportLost = (args: readonly string[]): Promise<number> =>
  report(
    new Failure("INTERNAL", "the shared server ended while it ran this command: it may be done, or not", {
      hint: "look at what it should have changed (`context-broker edit status`), then run it again",
    }),
    args,
  );

/** Reports that the working folder was deleted. Returns the exit code. */
export const reportNoFolder = (args: readonly string[]): Promise<number> =>
  report(
    new Failure("PROJECT_NOT_FOUND", "the working folder does not exist any more", {
      hint: "go to a folder that exists (`cd`), and run the command there",
    }),
    args,
  );

async function report(failure: Failure, args: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  terminal.err.write(renderFailure(failure, isForProgram(args), terminal.err));
  await terminal.flush();
  return exitCodeOf(failure);
}
