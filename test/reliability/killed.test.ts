// Processes that are killed at any moment of indexing, updating, searching, saving and cache writing: what comes after is
// as if nothing had been. RELIABILITY_ROUNDS says how many kills; RELIABILITY_JSON where to write what they met.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { tell } from "../benchmarks/run-main.ts";
import { machine } from "../benchmarks/support.ts";
import { callTool } from "../support/mcp-server.ts";
import { seededRandom } from "../support/random.ts";
import { ageLeftovers, compareNextStart, journalLines, leftovers, unsoundDatabases } from "./killed/after.ts";
import { MOMENTS } from "./killed/moments.ts";
import { openScene, type Scene, startSceneServer } from "./killed/scene.ts";
import { ROUNDS, SEED } from "./support.ts";

const QUERIES = ["sessions that expire", "files that are ignored", "shipping costs of an order", "marker"];
/**
 * The model is loaded in every ninth round: what a kill did to vectors is still there a few kills later. No divisor of the
 * number of moments, so that each gets its turn.
 */
const BY_MEANING_EVERY = 9;
const ROUND_MS_MAX = 60_000;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene(seededRandom(SEED));
});
afterAll(() => scene.playground.remove());

/** By moment: kills that met the process at work, and those that came after its end, which prove nothing. */
const met = new Map<string, { atWork: number; ended: number }>();

/** Answers whether a process was killed at work. */
async function round(number: number): Promise<boolean> {
  const moment = MOMENTS[number % MOMENTS.length];
  if (moment === undefined) {
    return false;
  }
  const meaning = number % BY_MEANING_EVERY === 0;
  const atWork = await moment.kill(scene, number, meaning);
  const counts = met.get(moment.name) ?? { atWork: 0, ended: 0 };
  counts[atWork ? "atWork" : "ended"] += 1;
  met.set(moment.name, counts);
  if (!atWork) {
    return false;
  }
  const queries = [scene.editor.edit(), QUERIES[number % QUERIES.length] ?? ""];
  const { differences, whole, wrong } = await compareNextStart(scene, queries, meaning);
  const where = `kill ${number}, ${moment.name}, ${JSON.stringify(queries)}`;
  expect(differences, where).toEqual([]);
  expect(whole, where).toBe(true);
  expect(wrong, where).toEqual([]);
  return true;
}

/** Rounds between two looks at the whole home, after which the result so far is written. */
const LOOK_EVERY = 10;

/** So far: a run that is broken off leaves what it showed. */
function writeResult(kills: number, seconds: number): void {
  const file = process.env["RELIABILITY_JSON"];
  if (file !== undefined) {
    const commit = execFileSync("git", ["-C", packagePath(), "rev-parse", "HEAD"], { encoding: "utf8" }).trim();
    const { whole, torn } = journalLines(scene);
    const about = { date: new Date().toISOString(), machine: machine(), program: commit };
    const command = `RELIABILITY_ROUNDS=${ROUNDS} RELIABILITY_SEED=${SEED} npm run test:reliability -- killed`;
    const journal = { answered: scene.ledger.answered, whole, torn };
    const result = {
      ...about,
      command,
      kills,
      seconds,
      moments: Object.fromEntries(met),
      journal,
      leftToSweep: leftovers(scene.playground.home).length,
    };
    writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  }
}

it(
  `answers as a fresh index after ${ROUNDS} kills (seed ${SEED})`,
  async () => {
    const started = performance.now();
    const { home } = scene.playground;
    let kills = 0;
    for (let number = 0; kills < ROUNDS; number++) {
      kills += (await round(number)) ? 1 : 0;
      if (number % LOOK_EVERY === 0 || kills === ROUNDS) {
        expect(unsoundDatabases(home)).toEqual([]);
        const seconds = Math.round((performance.now() - started) / 1000);
        tell(`${kills} kills in ${seconds} s`);
        writeResult(kills, seconds);
      }
    }
    ageLeftovers(home);
    const server = await startSceneServer(scene, "next");
    // A save sweeps, and one of nothing saves nothing.
    const last = await callTool(server, "save_search_results", { query: "function", name: "last", overwrite: true });
    expect(last.structured["outcome"]).toBe("found");
    await server.close();
    expect(leftovers(home)).toEqual([]);
    expect(unsoundDatabases(home)).toEqual([]);
    const { whole } = journalLines(scene);
    expect(whole).toBeGreaterThanOrEqual(scene.ledger.answered);
  },
  // Rounds in which the kill came too late do not count, and take their time, too.
  (ROUNDS + 5) * ROUND_MS_MAX,
);
