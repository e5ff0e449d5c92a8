// A command that runs in the daemon: this process passes its words there, and prints what comes back.
import type { Socket } from "node:net";
import process from "node:process";
import type { DaemonConnection } from "./connect.ts";
import { ACCEPT_MS_MAX, type Acceptance, FrameReader, jsonOf, type Start, sendValue } from "./frames.ts";
import { passedEnvironment } from "./place.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const INTERRUPTED = 130;

const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream) => (isTTY === true ? (columns ?? 0) : null);

/** What a front tells the daemon about itself. */
export const startOf = (token: string, args: readonly string[]): Start => ({
  token,
  args,
  cwd: process.cwd(),
  env: passedEnvironment(process.env),
  outputColumns: columnsOf(process.stdout),
  errorColumns: columnsOf(process.stderr),
});

export type CommandOutcome =
  /** With its exit code, once all output is written. */
  | { readonly kind: "done"; readonly code: number }
  /** The daemon does not do it: this process must. */
  | { readonly kind: "alone" }
  /** The daemon was lost in the middle of something that must not simply be repeated. */
  | { readonly kind: "lost" };

/** Runs a command in the daemon. A command that reads stdin (`-`) is none for it. */
export function runInDaemon({ socket, token }: DaemonConnection, args: readonly string[]): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    let isRepeatable = true;
    let hasOutput = false;
    let hasEnded = false;
    const endInterrupts = watchInterrupts(() => sendValue(socket, "interrupt"));
    const settle = (outcome: CommandOutcome): void => {
      hasEnded = true;
      clearTimeout(waiting);
      endInterrupts();
      socket.destroy();
      resolve(outcome);
    };
    const waiting = setTimeout(() => settle({ kind: "alone" }), ACCEPT_MS_MAX);
    const lost = (): void => {
      if (!hasEnded) {
        settle(isRepeatable && !hasOutput ? { kind: "alone" } : { kind: "lost" });
      }
    };
    const reader = new FrameReader((kind, payload) => {
      switch (kind) {
        case "accepted":
          clearTimeout(waiting);
          isRepeatable = (jsonOf(payload) as Acceptance).repeatable === true;
          return sendValue(socket, "begin");
        case "output":
          clearTimeout(waiting);
          hasOutput = true;
          return print(process.stdout, payload, socket);
        case "error":
          return print(process.stderr, payload, socket);
        case "declined":
          return settle({ kind: "alone" });
        case "exit": {
          hasEnded = true;
          const code = Number(jsonOf(payload));
          void Promise.all([written(process.stdout), written(process.stderr)]).then(() =>
            settle({ kind: "done", code }),
          );
          return;
        }
        default:
          return lost();
      }
    });
    socket.on("data", (bytes: Buffer) => {
      try {
        reader.push(bytes);
      } catch {
        lost();
      }
    });
    socket.on("error", lost);
    socket.on("close", lost);
    sendValue(socket, "start", startOf(token, args));
  });
}

/** The first Ctrl-C cancels the work, the second ends this process. */
function watchInterrupts(interrupt: () => void): () => void {
  let isInterrupted = false;
  const onSignal = (): void => {
    if (isInterrupted) {
      process.exit(INTERRUPTED);
    }
    isInterrupted = true;
    interrupt();
  };
  for (const signal of SIGNALS) {
    process.on(signal, onSignal);
  }
  return () => {
    for (const signal of SIGNALS) {
      process.off(signal, onSignal);
    }
  };
}

const closed = new Set<NodeJS.WriteStream>();

/** A reader that ends early (`| head`) is not an error: further output is dropped. */
function print(stream: NodeJS.WriteStream, bytes: Buffer, socket: Socket): void {
  if (stream.listenerCount("error") === 0) {
    stream.on("error", () => {
      closed.add(stream);
      socket.resume();
    });
  }
  if (!closed.has(stream) && !stream.write(bytes)) {
    socket.pause();
    stream.once("drain", () => socket.resume());
  }
}

/** A stream keeps its order, so an empty write ends after all others. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  closed.has(stream) ? Promise.resolve() : new Promise((resolve) => stream.write("", () => resolve()));
