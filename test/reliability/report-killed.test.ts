// `write`, killed at random moments (a hundred: REPORT_KILLS=100): no answer that the store has is asked for again, nothing half-written is shown as done, and the report ends
// as one that nothing disturbed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { sha256Of } from "../../src/system/sha256.ts";
import { openSqlite } from "../../src/system/sqlite.ts";
import { AUTHOR } from "../../src/writing/prompts/author.ts";
import { type Home, makeHome, makeShop } from "../cli/run-cli.ts";
import { KEY } from "../language-model/settings.ts";
import {
  openScriptedServer,
  type Reply,
  type ScriptedServer,
  stream,
  WIRES,
} from "../support/language-model-server.ts";
import { cacheIn, environmentAt } from "../support/own-home.ts";

const KILLS = Number(process.env["REPORT_KILLS"] ?? 8);
const SECTIONS = 10;
const { begin, text, end, reasons } = WIRES.anthropic;

let server: ScriptedServer;
let home: Home;
let root: string;
beforeAll(async () => {
  server = await openScriptedServer();
  home = makeHome();
  root = makeShop(home);
});
afterAll(async () => {
  home.remove();
  await server.close();
});

interface Message {
  readonly content: string | readonly { readonly text: string }[];
}
interface Sent {
  readonly messages: readonly Message[];
  readonly max_tokens: number;
}
const sent = () => server.received.map(({ body }) => JSON.parse(body) as Sent);
const promptOf = ({ messages: [first] }: Sent): string =>
  typeof first?.content === "string" ? first.content : (first?.content[0]?.text ?? "");
/** As the store names a question. */
const inputOf = (one: Sent): string => sha256Of(`${AUTHOR}\0${promptOf(one)}\0${one.max_tokens}`);

/** The same answer to the same question, whenever it is asked; after a moment. */
const answering: Reply = (response) => {
  const last = sent().at(-1);
  const prompt = last === undefined ? "" : promptOf(last);
  const section = /Write the section "(Part \d+)"/.exec(prompt)?.[1];
  const calls = [{ tool: "read_file", path: "src/cart.ts" }];
  const files = ["src/cart.ts"];
  const sections = Array.from({ length: SECTIONS }, (_, at) => ({ title: `Part ${at}`, focus: "totals", files }));
  const said = prompt.includes("Outline the report")
    ? JSON.stringify({ title: "Totals", sections })
    : section !== undefined
      ? `${section} says how totals are made [src/cart.ts:1-2].`
      : JSON.stringify(prompt.includes("read_file src/cart.ts") ? { finish: "It sums." } : { notes: "n", calls });
  setTimeout(() => stream(...begin, text(said), ...end(reasons.stop, 100, 20))(response), 40);
};

const out = () => join(home.folder, "REPORT.md");
function start() {
  return spawn(process.execPath, [packagePath("dist/main.js"), "write", "totals", "--yes", "--out", out()], {
    cwd: root,
    env: {
      ...environmentAt(home.folder),
      CONTEXT_BROKER_VECTORS: "off",
      CONTEXT_BROKER_JOBS: "1",
      CONTEXT_BROKER_DAEMON: "off",
      CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
      CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
      CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
      CONTEXT_BROKER_LANGUAGE_MODEL_KEY: KEY,
    },
    stdio: "ignore",
  });
}

const folder = () => join(cacheIn(home.folder), "reports");
const stores = (): string[] =>
  existsSync(folder()) ? readdirSync(folder()).filter((name) => name.endsWith(".sqlite")) : [];
function storedQuestions(): string[] {
  return stores().flatMap((name) => {
    const database = openSqlite(join(folder(), name));
    const made = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'step'").get() !== undefined;
    const rows = made
      ? database.prepare<[], string>("SELECT input FROM step WHERE kind = 'question'").pluck().all()
      : [];
    database.close();
    return rows;
  });
}

it(`ends as if nothing had happened, in ${KILLS} rounds, most of them killed`, async () => {
  server.script(answering);
  const started = performance.now();
  const [code] = await once(start(), "exit");
  expect(code).toBe(0);
  const tookMs = performance.now() - started;
  const undisturbed = readFileSync(out(), "utf8");
  const questions = sent().length;
  const forget = () => {
    rmSync(out(), { force: true });
    rmSync(folder(), { recursive: true, force: true });
  };
  forget();
  let again = 0;
  let stored: readonly string[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    server.script(answering);
    const child = start();
    const ended = once(child, "exit");
    // From before its first question to behind its last.
    const moment = tookMs * 1.2 * ((((round + 1) * 7919) % 1_000) / 1_000);
    const isKilled = await Promise.race([ended.then(() => false), wait(moment).then(() => true)]);
    if (isKilled) {
      child.kill("SIGKILL");
      await ended;
    }
    again += sent().filter((one) => stored.includes(inputOf(one))).length;
    stored = storedQuestions();
    const isWritten = existsSync(out());
    if (isWritten) {
      expect(readFileSync(out(), "utf8")).toBe(undisturbed);
      expect(stored).toHaveLength(questions);
    }
    if (!isKilled) {
      expect(isWritten).toBe(true);
      forget();
      stored = [];
    }
  }
  await once(start(), "exit");
  expect(readFileSync(out(), "utf8")).toBe(undisturbed);
  expect(again).toBe(0);
}, 1_200_000);
