// Runs a command in the daemon: this process sends its arguments and prints what comes back.
import type { Socket } from "node:net";
import process from "node:process";
import { onFirstInterrupt } from "../system/interrupts.ts";
import type { DaemonConnection } from "./connect.ts";
import { converse } from "./converse.ts";
import { jsonOf, sendValue } from "./frames.ts";

export type CommandOutcome =
  /** The command has run, and all its output is written. */
  | { readonly kind: "done"; readonly code: number }
  /** The daemon does not run it: this process must. */
  | { readonly kind: "alone" }
  /** The daemon was lost while it ran a command that must not simply be repeated. */
  | { readonly kind: "lost" };

/** Commands that read stdin (`-`) must not be passed to it: no input is forwarded. */
export function runInDaemon(connection: DaemonConnection, args: readonly string[]): Promise<CommandOutcome> {
  const { socket } = connection;
  return new Promise((resolve) => {
    let isRepeatable = true;
    let hasOutput = false;
    let hasEnded = false;
    const endInterrupts = onFirstInterrupt(() => sendValue(socket, "interrupt"));
    const settle = (outcome: CommandOutcome): void => {
      hasEnded = true;
      endInterrupts();
      socket.destroy();
      resolve(outcome);
    };
    converse(connection, args, {
      accepted: ({ repeatable }) => {
        isRepeatable = repeatable === true;
      },
      frame(kind, payload) {
        switch (kind) {
          case "output":
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
            socket.destroy();
        }
      },
      isWaiting: () => !hasEnded,
      closed() {
        if (!hasEnded) {
          settle(isRepeatable && !hasOutput ? { kind: "alone" } : { kind: "lost" });
        }
      },
    });
  });
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
