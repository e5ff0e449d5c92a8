// The moments at which a process is killed: each starts some work, and kills it after a random share of the time that such
// work takes.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../../benchmarks/support.ts";
import { callTool, type RunningServer } from "../../support/mcp-server.ts";
import { cacheFolder, killTree, type Scene, startCommand, startSceneServer, wordsOr } from "./scene.ts";

export interface Moment {
  readonly name: string;
  /** Answers whether the process was at work when it was killed. `meaning`: its settings let it make vectors. */
  kill(scene: Scene, round: number, meaning: boolean): Promise<boolean>;
}

/** Names that are saved under at once, and times that each is. */
const NAMES = 4;
const SAVES = 8;
const QUESTIONS = 40;

/** Kept near the time that the work takes here and now: longer after each kill that came in time, else shorter. */
function openPatience(startMs: number): { random(scene: Scene): number; learn(atWork: boolean): boolean } {
  let workMs = startMs;
  return {
    random: (scene) => scene.random() * workMs,
    learn(atWork) {
      workMs *= atWork ? 1.1 : 0.7;
      return atWork;
    },
  };
}

/** Edits, starts a command, kills it. */
function ofCommand(
  name: string,
  args: (query: string) => readonly string[],
  prepare: (scene: Scene) => void,
  startMs: number,
): Moment {
  const patience = openPatience(startMs);
  return {
    name,
    async kill(scene, _round, meaning) {
      const edited = Array.from({ length: 1 + Math.floor(scene.random() * 6) }, scene.editor.edit);
      prepare(scene);
      const child = startCommand(scene, args(edited.at(-1) ?? "marker"), wordsOr(meaning));
      await sleep(patience.random(scene));
      return patience.learn(await killTree(child));
    },
  };
}

/** Asks a running server many things at once, and kills it while it answers. */
function ofServer(
  name: string,
  burst: (scene: Scene, server: RunningServer, round: number) => readonly Promise<unknown>[],
  startMs: number,
): Moment {
  const patience = openPatience(startMs);
  return {
    name,
    async kill(scene, round, meaning) {
      const server = await startSceneServer(scene, "next", wordsOr(meaning));
      await callTool(server, "search_codebase", { query: "first words" }, { timeout: 600_000 });
      scene.ledger.answered += 1;
      const ends = burst(scene, server, round).map((one) => one.catch(() => undefined));
      const done = Promise.all(ends).then(() => true);
      await sleep(patience.random(scene));
      const atWork = !(await Promise.race([done, sleep(0, false)]));
      await killTree(server.process);
      await done;
      await server.close();
      return patience.learn(atWork);
    },
  };
}

async function save({ ledger }: Scene, server: RunningServer, name: string, query: string): Promise<void> {
  const before = ledger.saved.get(name) ?? [null];
  ledger.saved.set(name, [...before, query]);
  const { isError, structured } = await callTool(server, "save_search_results", { query, name, overwrite: true });
  if (!isError && structured["outcome"] === "found") {
    ledger.saved.set(name, [query]);
    ledger.answered += 1;
  }
}

async function search({ ledger }: Scene, server: RunningServer, query: string): Promise<void> {
  const { isError } = await callTool(server, "search_codebase", { query });
  ledger.answered += isError ? 0 : 1;
}

/** Kills a worker and not its server, which has to answer all the same. */
const WORKER: Moment = {
  name: "a worker",
  async kill(scene, _round, meaning) {
    const server = await startSceneServer(scene, "next", wordsOr(meaning));
    const { pid = 0 } = server.process;
    const edited = Array.from({ length: 8 }, scene.editor.edit);
    const answer = callTool(server, "search_codebase", { query: edited.at(-1) ?? "" }, { timeout: 600_000 });
    await sleep(100 + scene.random() * 1_500);
    const workers = processTree(pid).slice(1);
    const worker = workers[Math.floor(scene.random() * workers.length)];
    if (worker !== undefined) {
      process.kill(worker, "SIGKILL");
    }
    const { isError, text } = await answer;
    await server.close();
    if (isError) {
      throw new Error(`a killed worker cost the answer: ${text}`);
    }
    scene.ledger.answered += 1;
    return worker !== undefined;
  },
};

const nothing = (): void => undefined;
const removeIndex = (scene: Scene): void =>
  rmSync(join(cacheFolder(scene), "projects"), { recursive: true, force: true });
const removeVectors = (scene: Scene): void =>
  rmSync(join(cacheFolder(scene), "vectors"), { recursive: true, force: true });

/** The times are first guesses, in milliseconds. */
export const MOMENTS: readonly Moment[] = [
  ofCommand("updating by index", () => ["index"], nothing, 1_500),
  ofCommand("indexing from nothing", () => ["index"], removeIndex, 2_000),
  ofServer(
    "saving",
    (scene, server, round) =>
      Array.from({ length: NAMES }, async (_, name) => {
        // One after the other: which of two at once is written last, nobody can know.
        for (let at = 0; at < SAVES; at++) {
          await save(scene, server, `kept ${name}`, `saved in round ${round} as number ${at}`);
        }
      }),
    400,
  ),
  ofCommand("searching", (query) => ["search", query, "--finish-index", "off"], nothing, 1_500),
  ofServer(
    "writing the cache",
    (scene, server, round) =>
      Array.from({ length: QUESTIONS }, (_, at) => search(scene, server, `question ${at} of round ${round}`)),
    600,
  ),
  ofCommand("making vectors", () => ["index", "--vectors", "hnsw"], removeVectors, 5_000),
  ofCommand("saving by command", (query) => ["save", query, "--name", "by command", "--overwrite"], nothing, 1_500),
  WORKER,
];
