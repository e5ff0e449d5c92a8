// Kills a process that commits and undoes an edit of 26 files, at random moments: the next start finds all old or all new. The result
// says how many kills hit the middle of a commit or an undo. RELIABILITY_ROUNDS says how many, RELIABILITY_SEED repeats a run, and RELIABILITY_JSON
// names a file for the result.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEditStore } from "../../src/edits/store/edit-store.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { bundleEntry } from "../benchmarks/run-bundled.mjs";
import { seededRandom } from "../support/random.ts";
import { runScript } from "../support/run-script.ts";
import { editOf, stateOf, writeProject } from "./edit-kills/project.ts";
import { ROUNDS, SEED } from "./support.ts";

/** Longest time until a kill, in milliseconds: a few commits and undos, also on a busy machine. */
const KILL_MS_MAX = 900;

interface Tally {
  kills: number;
  inCommit: number;
  inUndo: number;
  putBack: number;
  completed: number;
  recoveryKilled: number;
  old: number;
  fresh: number;
}

test(`SIGKILL at ${ROUNDS} random moments of commits and undos leaves all old or all new`, async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "edit-kills-")));
  const program = packagePath("dist", `edit-kills-${process.pid}.mjs`);
  const [root, folder] = [join(base, "project"), join(base, "store")];
  const journal = join(folder, "journal.json");
  const tally: Tally = {
    kills: 0,
    inCommit: 0,
    inUndo: 0,
    putBack: 0,
    completed: 0,
    recoveryKilled: 0,
    old: 0,
    fresh: 0,
  };
  const startedAt = performance.now();
  try {
    await bundleEntry("test/reliability/edit-kills/editor.ts", program);
    mkdirSync(root);
    writeProject(root);
    const old = stateOf(root);
    const fresh = await editedState(root, folder);
    const random = seededRandom(SEED);
    while (tally.kills < ROUNDS) {
      // Every second kill waits for a journal: else a quick machine is killed mostly between two transactions.
      const aim = tally.kills % 2 === 0 ? { killOnceExists: journal } : {};
      const { stderr } = await runScript(program, [root, folder], { killAfterMs: random() * KILL_MS_MAX, ...aim });
      expect(stderr).toBe("");
      tally.kills += 1;
      // Half of the interrupted transactions are left to the next process, which is killed while it puts them back, or later.
      if (existsSync(journal) && random() < 0.3) {
        await runScript(program, [root, folder], { killAfterMs: random() * 30 });
        tally.recoveryKilled += 1;
      }
      await checkRecovered(root, folder, { old, fresh }, tally);
    }
    await checkLeftNothing(root, folder);
    expect(tally.inCommit + tally.inUndo).toBeGreaterThan(ROUNDS / 10);
  } finally {
    rmSync(program, { force: true });
    rmSync(base, { recursive: true, force: true });
  }
  report(tally, performance.now() - startedAt);
});

async function editedState(root: string, folder: string): Promise<string> {
  const store = await openEditStore({ folder, root });
  const outcome = await store.apply(editOf(root));
  const edited = stateOf(root);
  if (outcome.kind !== "committed") throw new Error(JSON.stringify(outcome));
  expect(await store.undo(outcome.session.id)).toMatchObject({ kind: "undone" });
  return edited;
}

/** What the next start finds: all old or all new, as the newest session says, and nothing left over. */
async function checkRecovered(
  root: string,
  folder: string,
  states: { old: string; fresh: string },
  tally: Tally,
): Promise<void> {
  const store = await openEditStore({ folder, root });
  const { recovered } = store;
  if (recovered !== null) {
    tally[recovered.doing === "commit" ? "inCommit" : "inUndo"] += 1;
    tally[recovered.outcome === "completed" ? "completed" : "putBack"] += 1;
    expect(recovered.obstacles).toEqual([]);
  }
  const state = stateOf(root);
  expect(Object.values(states), `seed ${SEED}, kill ${tally.kills}: ${JSON.stringify(recovered)}`).toContain(state);
  tally[state === states.old ? "old" : "fresh"] += 1;
  const [last] = store.list().filter((session) => session.state !== "staged");
  expect(last?.state).toBe(state === states.old ? "undone" : "committed");
  expect(existsSync(join(folder, "journal.json"))).toBe(false);
}

/** After one more commit, nothing is left of the killed ones. */
async function checkLeftNothing(root: string, folder: string): Promise<void> {
  const store = await openEditStore({ folder, root, sessionsMax: 1 });
  const [last] = store.list();
  if (last?.state === "committed") await store.undo(last.id);
  expect(await store.apply(editOf(root))).toMatchObject({ kind: "committed" });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => !/[0-9a-f]{64}$/.test(name),
  );
  const [{ id } = { id: "" }] = store.list();
  const session = ["", "/backups", "/session.json"].map((name) => `sessions/${id}${name}`);
  expect(names.sort()).toEqual(["lock.sqlite", "sessions", ...session]);
}

function report(tally: Tally, elapsedMs: number): void {
  const result = {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`,
    command: `RELIABILITY_ROUNDS=${ROUNDS} RELIABILITY_SEED=${SEED} npm run test:reliability -- edit-kills`,
    seconds: Math.round(elapsedMs / 1000),
    ...tally,
    violations: 0,
  };
  const text = `${JSON.stringify(result, null, 1)}\n`;
  process.stderr.write(text);
  const file = process.env["RELIABILITY_JSON"];
  if (file !== undefined) writeFileSync(file, text);
}
