// A client's messages, with its first requests answered from the table, if this process was started as a server for one client.
import type { Readable, Writable } from "node:stream";
import { answerOpening } from "./answer-opening.ts";
import { type ClientStream, openClientStream } from "./client-stream.ts";
import { offeredBy } from "./offered-by.ts";
import { readOpeningTable } from "./opening-table.ts";

/** How long to wait for the first message before anything else is loaded, in milliseconds. Clients send it while this process starts. */
const BEGIN_MS_MAX = 50;

export interface ClientOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userFile: string;
  /** The file with the table. */
  readonly table: URL;
  /** Called only if requests are answered here. */
  readonly streams: () => { readonly input: Readable; readonly output: Writable };
}

/** Null where the session has to give all answers: nothing was read then. */
export function openClient(options: ClientOptions): ClientStream | null {
  const { args, env, userFile, streams } = options;
  const [word, ...flags] = args;
  const table = word === "serve" ? readOpeningTable(options.table) : null;
  const offered = table === null ? null : offeredBy({ flags, env, userFile }, table);
  if (table === null || offered === null) {
    return null;
  }
  const client = openClientStream({ ...streams(), answer: answerOpening(table, offered) });
  const isLate = new Promise<void>((resolve) => setTimeout(resolve, BEGIN_MS_MAX));
  return { ...client, isBegun: Promise.race([client.isBegun, isLate]) };
}
