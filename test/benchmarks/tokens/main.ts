// Measures what answers cost a model: asks a real server the calls of calls.json, and counts the tokens of both forms of each
// answer and of the tool list. Without vectors, so that the same program gives the same figures on any machine.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { environmentIn, type Server, startServer } from "../figures/program.ts";
import { runMain, tell } from "../run-main.ts";
import { measureJudged } from "./judged.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { type CallFigures, type Figures, renderFigures } from "./report.ts";

interface Call {
  readonly repository: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Calls {
  readonly repositories: Readonly<Record<string, { readonly url: string; readonly commit: string }>>;
  readonly calls: readonly Call[];
}

type Count = (text: string) => number;

const CALL_TIMEOUT_MS = 600_000;

const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();

/** The checkout's folder. Throws INVALID_INPUT where it is at another commit: other files give other figures. */
function checkoutOf(name: string, { url, commit }: Calls["repositories"][string], { checkouts }: Options): string {
  const folder = join(checkouts, name);
  const hint = `git clone ${url} ${folder} && git -C ${folder} checkout ${commit}`;
  let head: string;
  try {
    head = git(folder, "rev-parse", "HEAD");
  } catch (cause) {
    throw new Failure("INVALID_INPUT", `${folder} is no checkout of ${name}`, { hint, cause });
  }
  if (head !== commit) {
    throw new Failure("INVALID_INPUT", `${folder} is at ${head}`, { hint });
  }
  return folder;
}

interface Told {
  readonly call: Call;
  readonly text: string;
  readonly structured: string;
}

async function askAll(server: Server, calls: readonly Call[], folder: string): Promise<Told[]> {
  const told: Told[] = [];
  for (const call of calls) {
    const options = { timeout: CALL_TIMEOUT_MS };
    const answer = await server.client.callTool({ name: call.tool, arguments: call.input }, undefined, options);
    const text = (answer.content as { readonly text: string }[]).map((part) => part.text).join("\n");
    if (answer.isError === true) {
      throw new Error(`${call.tool} ${JSON.stringify(call.input)} on ${folder}: ${text}`);
    }
    told.push({ call, text, structured: JSON.stringify(answer.structuredContent) });
  }
  return told;
}

/** One set as a client is given it, in JSON. */
async function toolList(main: string, folder: string, home: string, toolsets: readonly string[]): Promise<string> {
  const server = await startServer({ main }, folder, environmentIn(home), ["--vectors", "off", ...toolsets]);
  const { tools } = await server.client.listTools();
  await server.close();
  return JSON.stringify(tools);
}

function openTiktoken(folder: string): Count {
  const require = createRequire(join(folder, "package.json"));
  const { get_encoding: getEncoding } = require("tiktoken") as {
    get_encoding(name: string): { encode(text: string, allowed: [], disallowed: []): { readonly length: number } };
  };
  const encoding = getEncoding("o200k_base");
  return (text) => encoding.encode(text, [], []).length;
}

function keepAnswers(folder: string, told: readonly Told[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [at, { call, text, structured }] of told.entries()) {
    const head = `# ${call.tool} ${JSON.stringify(call.input)} on ${call.repository}`;
    const file = `${String(at + 1).padStart(2, "0")}-${call.tool}.txt`;
    writeFileSync(join(folder, file), `${head}\n\n${text}\n\n${JSON.stringify(JSON.parse(structured), null, 1)}\n`);
  }
}

async function measure(options: Options): Promise<void> {
  const main = options.program ?? packagePath("dist", "main.js");
  const data = JSON.parse(readFileSync(packagePath("test/benchmarks/tokens/calls.json"), "utf8")) as Calls;
  const calls = data.calls.filter(({ tool }) => options.only === null || tool === options.only);
  const told: Told[] = [];
  const folders = new Map<string, string>();
  for (const [name, repository] of Object.entries(data.repositories)) {
    const folder = checkoutOf(name, repository, options);
    folders.set(name, folder);
    const home = join(options.cache, name);
    // Saved results and the journal of an earlier run would be told of.
    rmSync(join(home, "data"), { recursive: true, force: true });
    const args = ["--vectors", "off", "--toolsets", "all"];
    const env = environmentIn(home, {
      CONTEXT_BROKER_FIRST_ANSWER_MS: "600000",
      CONTEXT_BROKER_SEARCH_WAIT_MS: "600000",
    });
    const server = await startServer({ main }, folder, env, args);
    told.push(
      ...(await askAll(
        server,
        calls.filter(({ repository: of }) => of === name),
        folder,
      )),
    );
    await server.close();
    tell(`${name}: asked`);
  }
  const counter = await loadTokenCounter();
  const [folder = ""] = folders.values();
  const lists = {
    default: await toolList(main, folder, join(options.cache, "list"), []),
    all: await toolList(main, folder, join(options.cache, "list"), ["--toolsets", "all"]),
  };
  const figures: Figures = {
    commit: git(dirname(dirname(main)), "rev-parse", "HEAD"),
    calls: told.map(({ call, text, structured }): CallFigures => {
      return { tool: call.tool, text: counter.count(text), structured: counter.count(structured) };
    }),
    toolList: { default: counter.count(lists.default), all: counter.count(lists.all) },
    ...(options.tiktoken === null ? {} : { tiktoken: recount(openTiktoken(options.tiktoken), told, lists.default) }),
  };
  if (options.answers !== null) {
    keepAnswers(options.answers, told);
  }
  if (options.json !== null) {
    writeFileSync(options.json, `${JSON.stringify(figures, null, 1)}\n`);
  }
  const before = options.against === null ? null : (JSON.parse(readFileSync(options.against, "utf8")) as Figures);
  process.stdout.write(renderFigures(figures, before));
}

const recount = (count: Count, told: readonly Told[], list: string): NonNullable<Figures["tiktoken"]> => ({
  text: told.reduce((sum, { text }) => sum + count(text), 0),
  structured: told.reduce((sum, { structured }) => sum + count(structured), 0),
  toolList: count(list),
});

export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({
    usage: USAGE,
    parse: () => parseOptions(args, cwd),
    run: (options) => (options.queries === null ? measure(options) : measureJudged(options, options.queries)),
  });
