// Time from starting the process to the answer to `initialize`, beside an empty Node process that answers one line.
// Interleaved runs, so that a busy moment meets both alike. Measured on no project: nothing is opened yet.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import process from "node:process";
import type { Bench, Measured } from "./part.ts";
import { environmentIn } from "./program.ts";

const RUNS = 21;
const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
})}\n`;
const EMPTY = 'process.stdin.once("data", () => process.stdout.write("{}\\n"))';

function timeToAnswer(args: readonly string[], home: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: home,
      env: environmentIn(home),
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.on("error", reject);
    child.stdout.once("data", () => {
      resolve(performance.now() - started);
      child.kill("SIGKILL");
    });
    child.stdin.write(INITIALIZE);
  });
}

export async function measureInitialize({ program, emptyHome }: Bench): Promise<readonly Measured[]> {
  const home = emptyHome();
  mkdirSync(home, { recursive: true });
  const [empty, ours]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    empty.push(await timeToAnswer(["-e", EMPTY], home));
    ours.push(await timeToAnswer([program.main, "serve"], home));
  }
  return [
    { name: "initialize answered", values: ours },
    { name: "an empty Node start", values: empty },
  ];
}
