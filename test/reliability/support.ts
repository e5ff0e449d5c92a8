// Shared by the reliability tests: a project that is edited at random from a printed seed, and the answers of an index
// that was made from nothing, which every other answer is measured against.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callTool, MAIN, type Playground, type RunningServer } from "../support/mcp-server.ts";
import { isWhole, type WireAnswer } from "./soak/judge-answer.ts";
import { TO_THE_END } from "./to-the-end.ts";

/** Set it to repeat a run; each test prints the one it used. */
export const SEED = Number(process.env["RELIABILITY_SEED"] ?? Date.now() % 1_000_000);
export const ROUNDS = Number(process.env["RELIABILITY_ROUNDS"] ?? 30);

export interface CommandAnswer {
  readonly code: number | null;
  readonly json: Record<string, unknown> | null;
  readonly stderr: string;
}

/** Runs a command to its end in the home given. */
export function runCommand(playground: Playground, home: string, args: readonly string[]): CommandAnswer {
  mkdirSync(home, { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args, "--json"], {
    env: environmentIn(playground, home),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { code: status, json: stdout === "" ? null : (JSON.parse(stdout) as Record<string, unknown>), stderr };
}

export function environmentIn({ env }: Playground, home: string): Record<string, string> {
  return { PATH: env["PATH"] ?? "", HOME: home, USERPROFILE: home, CONTEXT_BROKER_DAEMON: "off" };
}

/** Indexes first: a first answer does not wait for everything. */
export function search(playground: Playground, home: string, root: string, query: string): CommandAnswer {
  runCommand(playground, home, ["index", "--project", root]);
  return runCommand(playground, home, ["search", query, "--project", root, "--max-tokens", "20000", ...TO_THE_END]);
}

/** What an index that was made from nothing answers. Its vectors are kept from call to call: they tell of texts alone. */
export function searchAnew(playground: Playground, root: string, query: string): CommandAnswer {
  const home = join(playground.folder, "fresh");
  rmSync(join(home, ".cache/context-broker/projects"), { recursive: true, force: true });
  return search(playground, home, root, query);
}

/** Longest time until all words and vectors are there, in milliseconds. */
const WHOLE_MS_MAX = 900_000;

/**
 * A first answer does not wait for everything: the same is asked until it was made from everything (all words, where the
 * server searches by words alone), or time is up.
 */
export async function askWhole(server: RunningServer, query: string, meaning = true): Promise<WireAnswer> {
  const until = performance.now() + WHOLE_MS_MAX;
  for (;;) {
    const input = { query, max_tokens: 20_000 };
    const { isError, text, structured } = await callTool(server, "search_codebase", input, { timeout: WHOLE_MS_MAX });
    if (isError) {
      throw new Error(`${query}: ${text}\n${server.stderr()}`);
    }
    const answer = structured as unknown as WireAnswer;
    if (isWhole(answer, meaning) || performance.now() > until) {
      return answer;
    }
    await sleep(200);
  }
}

export interface Editor {
  /** Makes one change of a random kind; answers a query that it concerns. */
  edit(): string;
}

export function openEditor(root: string, random: () => number): Editor {
  let serial = 0;
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const sources = () =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
      .sort()
      .map((path) => join(root, path));

  const kinds: readonly (() => string)[] = [
    function create() {
      serial += 1;
      writeFileSync(join(root, `made-${serial}.ts`), `export const quokka${serial} = "marker${serial}";\n`);
      return `marker${serial}`;
    },
    function append() {
      serial += 1;
      appendFileSync(pick(sources()), `\nexport function wombat${serial}() {\n  return "marker${serial}";\n}\n`);
      return `marker${serial}`;
    },
    function remove() {
      const path = pick(sources());
      const [name = "handler"] = /(?<=function )\w+/.exec(readFileSync(path, "utf8")) ?? [];
      rmSync(path);
      return name;
    },
    function moveFolder() {
      const [from, to] = existsSync(join(root, "many")) ? ["many", "moved"] : ["moved", "many"];
      renameSync(join(root, from), join(root, to));
      return `handler ${to}`;
    },
    function sameSizeAndTime() {
      serial += 1;
      const path = pick(sources());
      const { atime, mtime } = statSync(path);
      const word = `m${String(10_000 + serial)}q`;
      writeFileSync(path, readFileSync(path, "utf8").replace(/[a-z]{7}/, word));
      utimesSync(path, atime, mtime);
      return word;
    },
    function switchBranch() {
      serial += 1;
      for (const path of sources().filter(() => random() < 0.6)) {
        writeFileSync(path, `${readFileSync(path, "utf8")}// branch${serial}\n`);
      }
      return `branch${serial}`;
    },
    function ignoreFolder() {
      const path = join(root, ".gitignore");
      const text = existsSync(path) ? readFileSync(path, "utf8") : "";
      writeFileSync(path, text.includes("/moved/") ? text.replace("/moved/\n", "") : `${text}/moved/\n`);
      return "handler moved";
    },
  ];
  return { edit: () => pick(kinds)() };
}
