// A front's side of its connection: says what it wants, waits for the acceptance, and hands on every other frame.
import process from "node:process";
import type { DaemonConnection } from "./connect.ts";
import { type Acceptance, type FrameKind, FrameReader, jsonOf, type Start, sendValue } from "./frames.ts";
import { passedEnvironment } from "./place.ts";

/**
 * A front that got no answer within this time, in milliseconds, works alone: the daemon hangs. What it accepts later is not begun,
 * since the front says that it still waits.
 */
const ACCEPT_MS_MAX = 3_000;

export interface Conversation {
  /** The daemon does it, and begins now. */
  readonly accepted: (acceptance: Acceptance) => void;
  readonly frame: (kind: FrameKind, payload: Buffer) => void;
  /** The connection is closed: by the daemon, by its end, by bytes that are no frames, or because nothing was heard in time. */
  readonly closed: () => void;
}

export function converse({ socket, token }: DaemonConnection, args: readonly string[], on: Conversation): void {
  const waiting = setTimeout(() => socket.destroy(), ACCEPT_MS_MAX);
  const reader = new FrameReader((kind, payload) => {
    // A line of the log is no answer.
    if (kind !== "error") {
      clearTimeout(waiting);
    }
    if (kind === "accepted") {
      on.accepted(jsonOf(payload) as Acceptance);
      sendValue(socket, "begin");
    } else {
      on.frame(kind, payload);
    }
  });
  socket.on("data", (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch {
      socket.destroy();
    }
  });
  // The close that follows is what counts.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearTimeout(waiting);
    on.closed();
  });
  sendValue(socket, "start", startOf(token, args));
}

const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream) => (isTTY === true ? (columns ?? 0) : null);

const startOf = (token: string, args: readonly string[]): Start => ({
  token,
  args,
  cwd: process.cwd(),
  env: passedEnvironment(process.env),
  outputColumns: columnsOf(process.stdout),
  errorColumns: columnsOf(process.stderr),
});
