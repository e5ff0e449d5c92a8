// From the moment at which a scripted server on loopback sends the first piece of an answer until a process of `ask --reason` has written it to its
// stdout. Server and reader are this process, so there is one clock.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";
import { openScriptedServer, WIRES } from "../../support/language-model-server.ts";
import { environmentAt } from "../../support/own-home.ts";

const RUNS = 20;
/** After the head of the answer, so that the connection stands. */
const WAIT_MS = 150;
const WANTED_MS = 50;
const { begin, text, end, reasons } = WIRES.anthropic;

export async function main(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "bench-reason-"));
  const root = join(home, "shop");
  mkdirSync(root);
  writeFileSync(join(root, "package.json"), "{}\n");
  writeFileSync(join(root, "cart.ts"), "export const totalOf = (prices: number[]): number => prices.length;\n");
  const server = await openScriptedServer();
  const program = packagePath("dist/main.js");
  const env = {
    ...environmentAt(home),
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: "k",
  };
  const times: number[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      let sentAt = Number.NaN;
      server.script((response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(begin.join(""));
        setTimeout(() => {
          sentAt = performance.now();
          response.write(text("It counts them (cart.ts:1)."));
          setTimeout(() => response.end(end(reasons.stop, 1, 1).join("")), WAIT_MS);
        }, WAIT_MS);
      });
      const child = spawn(process.execPath, [program, "ask", "--reason", "explain totalOf"], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "ignore"],
      });
      child.stdout.once("data", () => times.push(performance.now() - sentAt));
      await once(child, "close");
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
    await server.close();
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1);
  process.stdout.write(
    `first piece shown after: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; ${sorted.length} of ${RUNS} processes; wanted: ${WANTED_MS} ms\n`,
  );
  return sorted.length === RUNS && (sorted.at(-1) ?? Number.POSITIVE_INFINITY) <= WANTED_MS ? 0 : 1;
}
