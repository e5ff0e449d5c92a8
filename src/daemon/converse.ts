// The front's side of a connection: sends the request, waits until the daemon accepts it, and hands on every other frame. Closes the connection
// to a daemon that hangs.
import process from "node:process";
import type { DaemonConnection } from "./connect.ts";
import { type Acceptance, type FrameKind, FrameReader, jsonOf, type Start, sendValue } from "./frames.ts";
import { passedEnvironment } from "./place.ts";

/**
 * Without an answer within this time, in milliseconds, the front works alone: the daemon hangs. If it accepts later, it does not begin: it
 * waits for the front's `begin`, which then never comes.
 */
const ACCEPT_MS_MAX = 3_000;
/** Afterwards the daemon is asked for a sign of life this often, in milliseconds, and hangs when it has given none to so many questions. */
const PROBE_MS = 1_000;
const PROBES_MAX = 3;

export interface Conversation {
  /** The daemon accepts the work and begins. */
  readonly accepted: (acceptance: Acceptance) => void;
  readonly frame: (kind: FrameKind, payload: Buffer) => void;
  /** Whether anything of the accepted work is waited for; only then is a daemon that hangs noticed. */
  readonly isWaiting: () => boolean;
  /** The connection is closed: the daemon closed it or ended, sent bytes that are not frames, did not answer in time, or hangs. */
  readonly closed: () => void;
}

export function converse({ socket, token }: DaemonConnection, args: readonly string[], on: Conversation): void {
  const waiting = setTimeout(() => socket.destroy(), ACCEPT_MS_MAX);
  let probing: NodeJS.Timeout | undefined;
  /** Counted by this process's own clock, so one that was stopped itself, with the machine for example, blames nobody. */
  let unanswered = 0;
  const probe = () => {
    if (!on.isWaiting() || socket.isPaused()) {
      unanswered = 0;
    } else if (unanswered >= PROBES_MAX) {
      socket.destroy();
    } else {
      unanswered += 1;
      sendValue(socket, "probe");
    }
  };
  const reader = new FrameReader((kind, payload) => {
    // An `error` frame is log output, not the answer.
    if (kind !== "error") {
      clearTimeout(waiting);
    }
    unanswered = 0;
    if (kind === "accepted") {
      on.accepted(jsonOf(payload) as Acceptance);
      sendValue(socket, "begin");
      probing = setInterval(probe, PROBE_MS);
    } else if (kind !== "alive") {
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
  // Handled by the `close` that follows.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearTimeout(waiting);
    clearInterval(probing);
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
