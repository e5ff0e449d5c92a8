// A server for one client: a session over two streams, which for a process of its own are stdin and stdout.
import type { Readable, Writable } from "node:stream";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Services } from "../operations/contract/services.ts";
import { once } from "../system/once.ts";
import type { Offer } from "../vocabulary/toolsets.ts";
import { checkRequests } from "./check-requests.ts";
import { asFailure } from "./failures.ts";
import { superviseLifetime } from "./lifetime.ts";
import { claimStdout } from "./protocol-stdout.ts";
import { openSession } from "./session.ts";
import { StdioTransport } from "./stdio-transport.ts";

export interface ServeOptions {
  readonly version: string;
  /** Opens everything heavy; called at the first request that needs it, and again if it failed. */
  readonly openServices: () => Promise<Services>;
  /** The sets of tools to offer. */
  readonly toolsets: Offer;
  /** Called with the client's name and version once it has introduced itself. */
  readonly introduce: (client: string) => void;
  /** The client's working folder. */
  readonly cwd: string;
}

/** A session that is open. */
export interface Serving {
  /** Resolves when the client has introduced itself, or after a second without it; messages are answered before. */
  readonly connected: Promise<void>;
  /** Resolves when no request is open. */
  answered(): Promise<void>;
  /** Cancels the calls in progress, and closes the services if they were opened. */
  close(): Promise<void>;
}

/** Resolves when the session is open; the process then lives until its client is gone. */
export async function serve(options: ServeOptions): Promise<void> {
  const stdout = claimStdout();
  const serving = serveOver(process.stdin, stdout, options);
  superviseLifetime({ stdout, ...serving });
  await serving.connected;
}

/** Opens a session whose messages arrive on `input` and are answered on `output`, one a line. */
export function serveOver(input: Readable, output: Writable, options: ServeOptions): Serving {
  const services = once(() =>
    options.openServices().catch((error: unknown) => {
      throw asFailure(error, "opening the services");
    }),
  );
  const session = openSession({
    version: options.version,
    operations: ALL_OPERATIONS,
    toolsets: options.toolsets,
    services: services.get,
    introduce: options.introduce,
    cwd: options.cwd,
  });
  const transport = new StdioTransport(input, output);
  return {
    connected: session.connect(checkRequests(transport)),
    answered: () => transport.answered(),
    close: async () => {
      await session.close();
      await (await services.opened())?.close();
    },
  };
}
