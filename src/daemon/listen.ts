// The daemon's side of the socket: listens, checks each front's token, and gives each the streams of a process of its own. Ends
// when nobody has asked for a while, or when another daemon has taken its place.

import { createServer, type Server, type Socket } from "node:net";
import { PassThrough, type Readable, Writable } from "node:stream";
import { log } from "../system/log.ts";
import { LOCAL_ENDPOINT } from "../system/platform/local-endpoint.ts";
import { isSameToken } from "../system/secret-token.ts";
import { cancelled } from "../vocabulary/failure.ts";
import { newEntry, readEntry, removeEntry, writeEntry } from "./entry.ts";
import { type Acceptance, FrameReader, jsonOf, type Start, sendBytes, sendValue } from "./frames.ts";
import { isListening } from "./try-connect.ts";

/** A connection that sends no `start` within this time, in milliseconds, is closed. */
const START_MS_MAX = 5_000;
/** Fronts at once; further ones are declined and work alone. */
const FRONTS_MAX = 256;
const CHECK_MS = 5_000;
/** Somebody who types one command after another does not wait longer between them. */
const UNUSED_MS = 60_000;

/** One front, with the streams that stand for its process's own. */
export interface Front {
  readonly start: Start;
  readonly input: Readable;
  readonly output: Writable;
  readonly error: Writable;
  /** Aborts at Ctrl-C, and when the front is gone. */
  readonly interrupted: AbortSignal;
  /** Resolves when the front is gone. */
  readonly gone: Promise<void>;
  /** Resolves when the front has read the acceptance and waits; rejects with CANCELLED if the front is gone. */
  accept(acceptance: Acceptance): Promise<void>;
  /** Tells the front to do the work itself. */
  decline(): void;
  exit(code: number): void;
}

export interface ListenOptions {
  /** The daemon's entry (`entryFile`). */
  readonly file: string;
  /** The daemon ends after this many milliseconds without a front. */
  readonly idleMs: number;
  /** Called with true after `unusedMs` without a front, and with false when one comes. */
  readonly onUnused?: (isUnused: boolean) => void;
  readonly unusedMs?: number;
  /** Must not reject. */
  readonly serve: (front: Front) => Promise<void>;
}

export interface Listening {
  /** Resolves with the reason when the daemon should end. */
  readonly over: Promise<string>;
  close(): void;
}

/** Null if another daemon listens for the same entry. Throws the system's errors. */
export async function listen({
  file,
  idleMs,
  onUnused = () => undefined,
  unusedMs = UNUSED_MS,
  serve,
}: ListenOptions): Promise<Listening | null> {
  const before = readEntry(file);
  if (before !== null && (await isListening(before.endpoint))) {
    return null;
  }
  const entry = newEntry(file);
  const fronts = new Set<Socket>();
  let lastLeftMs = performance.now();
  let isUnused = false;
  const tell = (now: boolean): void => {
    if (now !== isUnused) {
      isUnused = now;
      onUnused(now);
    }
  };
  const server = createServer((socket) => {
    if (fronts.size >= FRONTS_MAX) {
      sendValue(socket, "declined");
      socket.end();
      return;
    }
    fronts.add(socket);
    tell(false);
    socket.once("close", () => {
      fronts.delete(socket);
      lastLeftMs = performance.now();
    });
    attend(socket, entry.token, serve);
  });
  await listening(server, entry.endpoint);
  await writeEntry(file, entry);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<string>((resolve) => {
    timer = setInterval(
      () => {
        if (fronts.size > 0) {
          return;
        }
        tell(performance.now() - lastLeftMs > unusedMs);
        if (readEntry(file)?.token !== entry.token) {
          resolve("its entry is another's");
        } else if (performance.now() - lastLeftMs > idleMs) {
          resolve("idle");
        }
      },
      Math.min(CHECK_MS, idleMs, unusedMs),
    );
  });
  return {
    over,
    close: () => {
      clearInterval(timer);
      removeEntry(file, entry);
      server.close();
      for (const socket of fronts) {
        socket.destroy();
      }
    },
  };
}

const listening = (server: Server, endpoint: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(endpoint, () => {
      LOCAL_ENDPOINT.restrict(endpoint);
      server.off("error", reject);
      server.on("error", (error) => log("warn", "daemon.socket-failed", { reason: String(error) }));
      resolve();
    });
  });

function attend(socket: Socket, token: string, serve: (front: Front) => Promise<void>): void {
  const interrupts = new AbortController();
  const input = new PassThrough();
  const waiting = setTimeout(() => socket.destroy(), START_MS_MAX);
  let front: Front | null = null;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const reader = new FrameReader((kind, payload) => {
    if (kind === "probe") {
      sendValue(socket, "alive");
    } else if (front === null) {
      clearTimeout(waiting);
      const start = kind === "start" ? (jsonOf(payload) as Start) : null;
      if (start === null || !isSameToken(String(start.token), token)) {
        socket.destroy();
        return;
      }
      front = frontOf(socket, start, input, { begun, interrupted: interrupts.signal });
      void serve(front);
    } else if (kind === "input") {
      if (!input.write(payload)) {
        socket.pause();
        input.once("drain", () => socket.resume());
      }
    } else if (kind === "begin") {
      begin();
    } else if (kind === "interrupt") {
      interrupts.abort();
    }
  });
  socket.on("data", (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      log("warn", "daemon.bad-frame", { reason: String(error) });
      socket.destroy();
    }
  });
  // Handled by the `close` that follows.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearTimeout(waiting);
    input.end();
    interrupts.abort();
  });
}

function frontOf(
  socket: Socket,
  start: Start,
  input: Readable,
  { begun, interrupted }: { readonly begun: Promise<void>; readonly interrupted: AbortSignal },
): Front {
  const gone = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  return {
    start,
    input,
    output: streamTo(socket, "output"),
    error: streamTo(socket, "error"),
    interrupted,
    gone,
    accept: (acceptance) =>
      new Promise((resolve, reject) => {
        void begun.then(resolve);
        void gone.then(() => reject(cancelled("the front is gone")));
        sendValue(socket, "accepted", acceptance);
      }),
    decline: () => {
      sendValue(socket, "declined");
      socket.end();
    },
    exit: (code) => {
      sendValue(socket, "exit", code);
      socket.end();
    },
  };
}

/** What is written after the front is gone is dropped. */
const streamTo = (socket: Socket, kind: "output" | "error"): Writable =>
  new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      if (socket.destroyed) {
        done();
      } else {
        sendBytes(socket, kind, bytes, () => done());
      }
    },
  });
