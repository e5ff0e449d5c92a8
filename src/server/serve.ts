// The server process: claims stdout, opens a session over stdio and ends with its client.
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
}

/** Resolves when the session is open; the process then lives until its client is gone. */
export async function serve(options: ServeOptions): Promise<void> {
  const stdout = claimStdout();
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
    cwd: process.cwd(),
  });
  const transport = new StdioTransport(process.stdin, stdout);
  superviseLifetime({
    stdout,
    answered: () => transport.answered(),
    close: async () => {
      await session.close();
      await (await services.opened())?.close();
    },
  });
  await session.connect(checkRequests(transport));
}
