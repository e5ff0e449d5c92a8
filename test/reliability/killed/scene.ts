// What the kills happen in: a small real project that is edited, the servers and commands that are killed, and the ledger
// of what they had acknowledged before.
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packagePath } from "../../../src/system/package-root.ts";
import { processTree } from "../../benchmarks/support.ts";
import { isAlive } from "../../support/is-alive.ts";
import { MAIN, openPlayground, type Playground, type RunningServer, startServer } from "../../support/mcp-server.ts";
import { type Editor, environmentIn, openEditor } from "../support.ts";

export interface Scene {
  readonly playground: Playground;
  readonly root: string;
  readonly editor: Editor;
  readonly random: () => number;
  readonly ledger: Ledger;
}

/** What was answered before a kill and must be there after it. */
export interface Ledger {
  /** By name, the queries that may be saved under it: the last acknowledged one, and those under way since. */
  readonly saved: Map<string, readonly (string | null)[]>;
  /** Answered searches, each with its line in the journal. */
  answered: number;
}

/** Waits for every word and every vector, so that the answer is the final one. */
export const TO_THE_END = {
  CONTEXT_BROKER_EMBED_UP_TO: "100000",
  CONTEXT_BROKER_SEARCH_WAIT_MS: "120000",
};

/** Settings of a process that searches by words and meaning, or by words alone, which spares it the model. */
export const wordsOr = (meaning: boolean): Record<string, string> => (meaning ? {} : { CONTEXT_BROKER_VECTORS: "off" });

/** Folders of this package that make up the project beside the fixture's: real code, some 50 files and 300 chunks. */
const SOURCES = ["src/project", "src/storage"];

export async function openScene(random: () => number): Promise<Scene> {
  const playground = await openPlayground(0);
  const root = await playground.project("shop");
  for (const folder of SOURCES.filter((one) => existsSync(packagePath(one)))) {
    cpSync(packagePath(folder), join(root, "many", folder), { recursive: true });
  }
  const ledger = { saved: new Map(), answered: 0 };
  return { playground, root, editor: openEditor(root, random), random, ledger };
}

export function startCommand(
  { playground, root }: Scene,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args, "--project", root], {
    env: { ...environmentIn(playground, playground.home), ...env },
    stdio: "ignore",
  });
}

/** A server in the home that survives the kills, or in one whose index is made from nothing. */
export function startSceneServer(
  { playground, root }: Scene,
  which: "next" | "fresh",
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  if (which === "next") {
    const env = { ...TO_THE_END, XDG_CACHE_HOME: cacheHome(playground), ...more };
    return startServer(playground, { cwd: root, env });
  }
  const home = join(playground.folder, "fresh");
  // Its vectors stay: they tell of texts alone.
  rmSync(join(home, ".cache/context-broker/projects"), { recursive: true, force: true });
  const folders = { HOME: home, XDG_CACHE_HOME: join(home, ".cache"), XDG_DATA_HOME: join(home, "data") };
  return startServer(playground, { cwd: root, env: { ...TO_THE_END, ...folders, ...more } });
}

const cacheHome = (playground: Playground): string => join(playground.home, ".cache");

export const cacheFolder = ({ playground }: Scene): string => join(cacheHome(playground), "context-broker");

/** Kills a process, and waits until it and all that descended from it have ended. False where it had ended before. */
export async function killTree(child: ChildProcess): Promise<boolean> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return false;
  }
  const family = processTree(pid);
  child.kill("SIGKILL");
  for (let waitedMs = 0; family.some(isAlive); waitedMs += 50) {
    if (waitedMs > ORPHAN_MS) {
      throw new Error(`processes ${family.filter(isAlive).join(", ")} outlived the killed one`);
    }
    await sleep(50);
  }
  return true;
}

/** Longest time that a worker may outlive its killed server, in milliseconds. */
const ORPHAN_MS = 30_000;
