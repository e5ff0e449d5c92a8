// What a person does to the index from the command line while servers use it: collects garbage, and clears it.
import { spawn } from "node:child_process";
import process from "node:process";
import { MAIN, type Playground } from "../../support/mcp-server.ts";
import type { Tally } from "./tally.ts";

/** Rounds between two of a kind. Everything has to be embedded again after `clear`, which takes minutes. */
const GC_EVERY = 6;
const CLEAR_EVERY = 16;

/** Runs what the round calls for beside the clients. */
export async function maintain(playground: Playground, root: string, round: number, tally: Tally): Promise<void> {
  const args =
    round % CLEAR_EVERY === CLEAR_EVERY - 1
      ? ["index", "clear", "--project", root]
      : round % GC_EVERY === GC_EVERY - 1
        ? ["index", "gc"]
        : null;
  if (args === null) {
    return;
  }
  const what = args.slice(0, 2).join(" ");
  const child = spawn(process.execPath, [MAIN, ...args, "--json"], {
    env: playground.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      said += data.toString();
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  tally.count(what);
  // 1: there was nothing to remove.
  if (code !== 0 && code !== 1) {
    tally.violation(`${what} that failed`, { code, said: said.slice(0, 2_000) });
  }
}
