// Connects a front to the daemon that runs, or starts one and waits for it. After any problem the front works alone, as if there were no
// daemon.

import { spawn } from "node:child_process";
import { closeSync, openSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { makeFolder } from "../system/make-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { readEntry } from "./entry.ts";
import type { Start } from "./frames.ts";
import { DAEMON_FOLDER, daemonEnvironment } from "./place.ts";
import { hasRoom } from "./running.ts";
import { tryConnect } from "./try-connect.ts";

/** How long to wait for a daemon that was started to listen, in milliseconds. */
const START_MS_MAX = 3_000;
const CHECK_MS = 10;
/** Above this size, in bytes, the daemon's log starts again. */
const LOG_BYTES_MAX = 1_048_576;

/** A nursery of 4 MB: 23 to 43 MB less resident memory than V8's choice, in the same processor time. */
const FLAGS = ["--max-semi-space-size=4"];

export interface DaemonConnection {
  readonly socket: Socket;
  readonly token: Start["token"];
}

/**
 * `main`: the program's executable; `file`: the daemon's entry (`entryFile`). Starts a daemon where none runs. Null if no daemon runs and none could
 * be started, or enough run for other settings.
 */
export async function connectToDaemon(
  main: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<DaemonConnection | null> {
  return (await tryEntry(file)) ?? ((await hasRoom(file)) ? startDaemon(main, file, env) : null);
}

async function tryEntry(file: string): Promise<DaemonConnection | null> {
  const entry = readEntry(file);
  if (entry === null) {
    return null;
  }
  // A daemon that was killed leaves its entry behind.
  const socket = await tryConnect(entry.endpoint);
  return socket === null ? null : { socket, token: entry.token };
}

async function startDaemon(main: string, file: string, env: NodeJS.ProcessEnv): Promise<DaemonConnection | null> {
  let hasEnded = false;
  const ended = () => {
    hasEnded = true;
  };
  try {
    const log = openLog(file);
    const child = spawn(process.execPath, [...FLAGS, main, "daemon"], {
      cwd: DAEMON_FOLDER,
      env: daemonEnvironment(env),
      detached: true,
      stdio: ["ignore", "ignore", log],
      windowsHide: true,
    });
    closeSync(log);
    child.once("exit", ended).once("error", ended).unref();
  } catch {
    // The folder cannot be written, in a sandbox for example.
    return null;
  }
  const until = performance.now() + START_MS_MAX;
  while (performance.now() < until) {
    // Noted before the entry is read: a child that ended because another daemon was faster leaves that one's entry.
    const wasEnded = hasEnded;
    const connection = await tryEntry(file);
    if (connection !== null || wasEnded) {
      return connection;
    }
    await delay(CHECK_MS);
  }
  return null;
}

function openLog(file: string): number {
  makeFolder(DAEMON_FOLDER, PRIVATE_MODES.folder);
  const path = file.replace(/\.json$/, ".log");
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > LOG_BYTES_MAX ? "w" : "a", PRIVATE_MODES.file);
}
