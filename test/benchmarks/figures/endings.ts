// How soon the program lets go while it indexes a project never seen: of a command at SIGINT, of a server at the end of
// stdin, and of a call that is cancelled, after which another must be answered at once.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import process from "node:process";
import { timed } from "../support.ts";
import type { Bench, Measured } from "./part.ts";
import { environmentIn, startServer } from "./program.ts";
import { CORE } from "./targets.ts";

const ROUNDS = 7;
/** Into the work: early, when files are walked, to late, when they are parsed and embedded. Milliseconds. */
const momentOf = (round: number): number => 300 + 300 * round;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function interruptedCommand({ program, project }: Bench, home: string, afterMs: number): Promise<number | null> {
  const child = spawn(process.execPath, [program.main, "index", "--project", project.root], {
    env: environmentIn(home),
    stdio: "ignore",
  });
  const closed = once(child, "close");
  await sleep(afterMs);
  if (child.exitCode !== null) {
    return null;
  }
  child.kill("SIGINT");
  return (await timed(() => closed)).ms;
}

async function endedServer({ program, project, questions }: Bench, home: string, afterMs: number): Promise<number> {
  const server = await startServer(program, project.root, environmentIn(home));
  // Its end is not what is measured: the connection goes away under it.
  server.ask(questions[0] ?? "").catch(() => undefined);
  await sleep(afterMs);
  return (await timed(() => server.close())).ms;
}

/** From the cancellation to the answer to another call. */
async function cancelledCall({ program, project, questions }: Bench, home: string, afterMs: number): Promise<number> {
  const server = await startServer(program, project.root, environmentIn(home));
  const cancel = new AbortController();
  const input = { query: questions[0] ?? "", project: project.root };
  const call = server.call("search_codebase", input, cancel.signal).then(
    () => undefined,
    () => undefined,
  );
  await sleep(afterMs);
  cancel.abort();
  const { ms } = await timed(async () => {
    await call;
    await server.client.ping();
  });
  await server.close();
  return ms;
}

async function rounds(bench: Bench, measure: (bench: Bench, home: string, afterMs: number) => Promise<number | null>) {
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const home = bench.emptyHome();
    const value = await measure(bench, home, momentOf(round));
    if (value !== null) {
      values.push(value);
    }
    rmSync(home, { recursive: true, force: true });
  }
  return values;
}

/** On one project only: what has to end is the same on all of them, and each of its three figures takes a minute. */
export const measureEndings = async (bench: Bench): Promise<readonly Measured[]> =>
  bench.project.name === CORE ? await measureAll(bench) : [];

const measureAll = async (bench: Bench): Promise<readonly Measured[]> => [
  { name: "indexing ended after SIGINT", values: await rounds(bench, interruptedCommand) },
  { name: "server ended after the end of stdin, indexing", values: await rounds(bench, endedServer) },
  { name: "another call answered after a cancellation", values: await rounds(bench, cancelledCall) },
];
