// The model alone, as a process: reads a JSON list of texts from stdin, says "ready" when the session is open, and after the
// next line embeds them one after the other and says how many milliseconds that took. What embedding is measured against.
import { performance } from "node:perf_hooks";
import process from "node:process";
import { createInterface } from "node:readline";
import { openOnnxSession } from "../../../src/embedding/onnx-session.ts";
import { readShippedModel } from "../../../src/embedding/read-lock.ts";

const say = (message: string) => process.stdout.write(`${message}\n`);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const texts = JSON.parse((await lines.next()).value ?? "[]") as readonly string[];
const model = readShippedModel(null);
if (model === undefined) {
  throw new Error("the package holds no model");
}
const session = await openOnnxSession(model);
await session.embed(texts[0] ?? "");
say("ready");
await lines.next();
const started = performance.now();
for (const text of texts) {
  await session.embed(text);
}
say(String(performance.now() - started));
process.exit(0);
