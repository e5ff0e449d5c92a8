// A server for one client: a session over two streams, which for a process of its own are stdin and stdout.
import type { Readable, Writable } from "node:stream";
import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type EmacsOptions, openEmacsTools } from "../emacs/emacs-tools.ts";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Caller } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import { locateSavedResource } from "../operations/saved/saved-resources.ts";
import { prepareSearch } from "../operations/search/prepare-search.ts";
import { log } from "../system/log.ts";
import { once } from "../system/memo.ts";
import { type Offer, offers } from "../vocabulary/toolsets.ts";
import { checkRequests } from "./check-requests.ts";
import { asFailure } from "./failures.ts";
import { superviseLifetime } from "./lifetime.ts";
import { claimStdout } from "./protocol-stdout.ts";
import { sessionsOf } from "./session.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { watchConnection, watchListened } from "./watch-listened.ts";

export interface ServeOptions {
  readonly version: string;
  /** Opens everything heavy; called at the first request that needs it, and again if it failed. */
  readonly openServices: () => Promise<Services>;
  /** The sets of tools to offer. */
  readonly toolsets: Offer;
  /** Whether it may search several projects. */
  readonly isForSeveral: boolean;
  /** Called with the client's name and version once it has introduced itself. */
  readonly introduce: (client: string) => void;
  /** The client's working folder. */
  readonly cwd: string;
  /** How the running Emacs is reached; without it, its tools are not offered. */
  readonly emacs?: Omit<EmacsOptions, "cwd">;
}

/** A session that is open. */
export interface Serving {
  /** Resolves when no request is open. */
  answered(): Promise<void>;
  /** Cancels the calls in progress, and closes the services if they were opened. */
  close(): Promise<void>;
}

/** Streams of changes that a client may have open at once. */
export const SUBSCRIPTIONS_MAX = 16;

/** Resolves when the session is open; the process then lives until its client, whose messages come on `input`, is gone. */
export async function serve(options: ServeOptions, input: Readable): Promise<void> {
  const stdout = claimStdout();
  superviseLifetime({ input, stdout, ...serveOver(input, stdout, options) });
}

/** Opens a session whose messages arrive on `input` and are answered on `output`, one a line. */
export function serveOver(input: Readable, output: Writable, options: ServeOptions): Serving {
  const services = once(() =>
    options.openServices().catch((error: unknown) => {
      throw asFailure(error, "opening the services");
    }),
  );
  const { toolsets, cwd } = options;
  const emacs =
    options.emacs !== undefined && offers(toolsets, "emacs") ? openEmacsTools({ ...options.emacs, cwd }) : undefined;
  const sessions = sessionsOf({
    version: options.version,
    operations: ALL_OPERATIONS,
    toolsets,
    isForSeveral: options.isForSeveral,
    services: services.get,
    introduce: options.introduce,
    prepare: (caller, signal) => void prepare(services.get, caller, signal),
    cwd,
    emacs,
    isLocal: true,
    announce: (server) => server.sendResourceListChanged(),
  });
  let serving: Server | undefined;
  const transport = new StdioTransport(input, output);
  const listened = watchListened(
    async (uri, signal) =>
      locateSavedResource(uri, { services: await services.get(), caller: callerWithoutRoots(), signal }),
    (uri) => void serving?.sendResourceUpdated({ uri }).catch(() => undefined),
  );
  const handle = serveStdio(
    (context) => {
      serving = sessions(context);
      return serving;
    },
    {
      transport: watchConnection(checkRequests(transport), listened),
      maxSubscriptions: SUBSCRIPTIONS_MAX,
      onerror: (error) => log("debug", "protocol", { error: error.message }),
    },
  );
  return {
    answered: () => transport.answered(),
    close: async () => {
      await handle.close();
      emacs?.close();
      await (await services.opened())?.close();
    },
  };
}

async function prepare(services: () => Promise<Services>, caller: Caller, signal: AbortSignal): Promise<void> {
  // If they cannot be opened, the first call says why.
  const opened = await services().catch(() => null);
  if (opened !== null) {
    await prepareSearch({ services: opened, caller, signal });
  }
}

/** Who asks where only a connection is known. */
export const callerWithoutRoots = (): Caller => ({
  kind: "mcp",
  client: { name: "unknown", version: "" },
  roots: async () => [],
  cwd: process.cwd(),
});
