// Asks a build of the program all questions about one repository, as a client does: a server over stdio at its defaults, with
// the index and the vectors complete before the first question.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import type { Place } from "../../support/judged.ts";
import { type Environment, environmentIn, runCommand, startServer } from "../figures/program.ts";
import type { Repository } from "../quality/judged-queries.ts";
import { type Row, rangesOf } from "./asked.ts";
import { type Files, judgeAnswer, strayLines } from "./judge-answer.ts";
import type { Options } from "./options.ts";
import type { Question } from "./questions.ts";
import { type Answer, readAnswer } from "./read-answer.ts";

/** A program under measurement. */
export interface Build {
  readonly name: string;
  /** Its dist/main.js. */
  readonly main: string;
}

/** Named after the folder of its package; the first is this build. */
export function buildsOf(own: string, others: readonly string[]): Build[] {
  const names = new Set<string>();
  return [own, ...others].map((main, at) => {
    const folder = at === 0 ? "this build" : basename(dirname(dirname(main)));
    const name = names.has(folder) ? `${folder} ${at}` : folder;
    names.add(name);
    return { name, main };
  });
}

/**
 * Each build has indexes of its own, since builds may cut files differently; all share the vectors, which are found by the
 * text that was embedded.
 */
function environmentOf({ main }: Build, { cache, vectors, settings }: Options): Environment {
  const home = join(cache, createHash("sha256").update(main).digest("hex").slice(0, 12));
  const env = environmentIn(home, {
    // Cached answers are those of an earlier build.
    CONTEXT_BROKER_QUERY_CACHE: "off",
    CONTEXT_BROKER_VECTORS: vectors ? "auto" : "off",
    ...settings,
  });
  const shared = join(cache, "vectors");
  const own = join(env["CONTEXT_BROKER_CACHE_FOLDER"] ?? "", "vectors");
  mkdirSync(shared, { recursive: true });
  mkdirSync(dirname(own), { recursive: true });
  try {
    symlinkSync(shared, own, "dir");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  }
  return env;
}

/** The files of a checkout, each read once. */
export function readFiles(folder: string): Files {
  const read = new Map<string, readonly string[]>();
  return (path) => {
    const known = read.get(path);
    if (known !== undefined) {
      return known;
    }
    let lines: readonly string[] = [];
    try {
      lines = readFileSync(join(folder, path), "utf8").split(/\r\n|\r|\n/);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
        throw error;
      }
    }
    read.set(path, lines);
    return lines;
  };
}

/** The answer with its paths relative to the checkout, as the questions' are. */
const inCheckout = (answer: Answer, prefix: string): Answer =>
  prefix === "" ? answer : { ...answer, hits: answer.hits.map((hit) => ({ ...hit, path: `${prefix}/${hit.path}` })) };

/** The row of a results file for a judged answer. */
export function rowOf(
  arm: string,
  { repo, kind, question, answers }: Question,
  answer: Answer,
  found: readonly Place[],
  files: Files,
  cost: Pick<Row, "tokens" | "structured_tokens" | "ms">,
): Row {
  return {
    arm,
    repo,
    kind,
    question,
    ...judgeAnswer(answers, answer, found, files),
    outcome: answer.outcome,
    ...cost,
    found: found.map(({ path, startLine, endLine }) => ({ path, start_line: startLine, end_line: endLine })),
    hits: answer.hits.map(({ path, startLine, endLine, shown }) => ({
      path,
      start_line: startLine,
      end_line: endLine,
      shown: rangesOf(shown.keys()),
    })),
  };
}

/** The places that the same question finds, with all their lines: an answer only names those it has no room for. */
const PLACES = { detail: "locations", max_tokens: 20_000 };

/** Untimed, so that no question pays for loading the model or the index. */
const WARM_UP = "where does the work begin";

export async function askBuild(
  build: Build,
  repository: Repository,
  questions: readonly Question[],
  options: Options,
  files: Files,
  tell: (line: string) => void,
): Promise<Row[]> {
  const env = environmentOf(build, options);
  if (options.fresh) {
    rmSync(join(env["CONTEXT_BROKER_CACHE_FOLDER"] ?? "", "projects"), { recursive: true, force: true });
  }
  const indexed = await runCommand(build, ["index", "--project", repository.root], env);
  const coverage = /^coverage: (.*)$/m.exec(indexed.stdout)?.[1] ?? indexed.stdout.trim();
  const [elapsed, processor] = [indexed.elapsedMs, indexed.processorMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
  tell(`${repository.name}, ${build.name}: ${coverage}, ${elapsed}, processor ${processor}`);
  const { count } = await loadTokenCounter();
  const { topK, maxTokens } = options;
  const limits = {
    ...(topK === null ? {} : { top_k: topK }),
    ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
  };
  const server = await startServer(build, repository.root, env);
  const rows: Row[] = [];
  let stray = 0;
  try {
    const ask = async (query: string, more: Readonly<Record<string, unknown>> = {}) => {
      const input = { query, ...limits, ...more };
      const answer = await server.client.callTool({ name: "search_codebase", arguments: input });
      const text = (answer.content as { readonly text: string }[]).map((part) => part.text).join("\n");
      if (answer.isError === true) {
        throw new Failure("INTERNAL", `${build.name} on ${repository.name}, ${JSON.stringify(query)}: ${text}`, {
          hint: "a measurement needs every answer",
        });
      }
      return { text, structured: answer.structuredContent };
    };
    await ask(WARM_UP);
    for (const question of questions) {
      const started = performance.now();
      const { text, structured } = await ask(question.question);
      const ms = performance.now() - started;
      const answer = inCheckout(readAnswer(structured), repository.prefix);
      const places = inCheckout(readAnswer((await ask(question.question, PLACES)).structured), repository.prefix);
      stray += strayLines(answer, files);
      const cost = {
        tokens: count(text),
        structured_tokens: count(JSON.stringify(structured)),
        ms: Math.round(ms * 10) / 10,
      };
      rows.push(rowOf(build.name, question, answer, places.hits, files, cost));
    }
  } finally {
    await server.close();
  }
  if (stray > 0) {
    tell(`${repository.name}, ${build.name}: ${stray} lines of answers are not as in the files: is the form misread?`);
  }
  return rows;
}
