// Processes that are killed at any moment of indexing, searching and saving: what comes after is as if nothing had been.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAIN, openPlayground, type Playground } from "../support/mcp-server.ts";
import {
  environmentIn,
  openEditor,
  places,
  ROUNDS,
  randomFrom,
  runCommand,
  SEED,
  search,
  searchAnew,
} from "./support.ts";

const KILLED_WITHIN_MS = 2_500;
const QUERIES = ["sessions that expire", "handler17", "shipping costs of an order", "marker"];

let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.remove());

/** Starts a command, and kills it after a while, if it still runs. */
async function killDuring(args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environmentIn(playground, playground.home),
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await Promise.race([ended, sleep(ms)]);
  child.kill("SIGKILL");
  await ended;
}

it(`answers as a fresh index after ${ROUNDS} kills (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const root = await playground.largeProject("shop", 120);
  const editor = openEditor(root, random);
  for (let round = 0; round < ROUNDS; round++) {
    const edited = Array.from({ length: 1 + Math.floor(random() * 6) }, editor.edit);
    const query = edited.at(-1) ?? "";
    const project = ["--project", root];
    const commands = [
      ["index", ...project],
      ["search", query, ...project],
      ["save", query, "--name", "kept", "--overwrite", ...project],
    ];
    await killDuring(commands[round % commands.length] ?? [], random() * KILLED_WITHIN_MS);
    for (const one of [query, QUERIES[round % QUERIES.length] ?? ""]) {
      const after = search(playground, playground.home, root, one);
      const fresh = searchAnew(playground, root, one);
      expect(after.code, `round ${round}: ${after.stderr}`).toBe(fresh.code);
      expect(places(after.json), `round ${round}: ${one}`).toEqual(places(fresh.json));
      expect(after.json?.["index"]).toMatchObject({ lagging_files: 0 });
    }
    const kept = runCommand(playground, playground.home, ["saved", "show", "kept", ...project]);
    expect([0, 2], kept.stderr).toContain(kept.code);
    expect(kept.code === 0 ? "whole" : kept.json).not.toMatchObject({ error: { code: "DOCUMENT_INVALID" } });
  }
  const left = readdirSync(playground.home, { recursive: true, encoding: "utf8" });
  expect(left.filter((path) => /\.tmp|\.broken|~$/.test(path))).toEqual([]);
});
