// One client with a server process of its own: asks, saves, lists, gives up, and judges every answer by the history of the
// files. Knows nothing of the other clients.
import {
  callTool,
  type Playground,
  type RunningServer,
  startServer,
  type ToolAnswer,
} from "../../support/mcp-server.ts";
import type { Marker } from "./editor.ts";
import { untruthOf, type WireAnswer } from "./judge-answer.ts";
import type { Question } from "./questions.ts";
import type { Tally } from "./tally.ts";
import type { TreeHistory } from "./tree-history.ts";

export interface SoakClient {
  readonly pid: number;
  /** Asks and judges; null where the server answered with a failure, which is a violation. */
  ask(question: Question): Promise<WireAnswer | null>;
  /** Does one of the things that clients do. */
  step(): Promise<void>;
  close(): Promise<void>;
}

export interface SoakClientOptions {
  readonly name: string;
  readonly playground: Playground;
  readonly history: TreeHistory;
  readonly tally: Tally;
  readonly random: () => number;
  readonly question: () => Question;
  readonly markers: () => readonly Marker[];
  /** Settings beside the defaults. */
  readonly env?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 300_000;
/** Names that one client saves under. */
const NAMES = 5;
/** Longest time after which a client gives up on a question that it cancels, in milliseconds. */
const PATIENCE_MS = 80;

export async function startSoakClient(options: SoakClientOptions): Promise<SoakClient> {
  const { name, playground, history, tally, random, question, markers, env = {} } = options;
  const server: RunningServer = await startServer(playground, { cwd: history.root, env, clientName: name });
  const { pid } = server.process;
  if (pid === undefined) {
    throw new Error("the server has no process");
  }
  const saved = new Map<string, string>();
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

  async function call(tool: string, input: Record<string, unknown>): Promise<ToolAnswer> {
    const answer = await callTool(server, tool, input, { timeout: TIMEOUT_MS });
    tally.count(tool);
    return answer;
  }

  function judge(asked: Question, answer: WireAnswer, sentMs: number): void {
    for (const hit of answer.hits) {
      const untruth = untruthOf(hit, history.textsSince(hit.path, sentMs));
      if (untruth !== null) {
        tally.violation("a hit that is not true", { client: name, asked, untruth, hit });
      }
    }
  }

  async function ask(asked: Question): Promise<WireAnswer | null> {
    const sentMs = performance.now();
    const answer = await call("search_codebase", { ...asked });
    if (answer.isError) {
      tally.violation("a question that failed", {
        client: name,
        asked,
        text: answer.text,
        stderr: server.stderr().slice(-2_000),
      });
      return null;
    }
    const wire = answer.structured as unknown as WireAnswer;
    judge(asked, wire, sentMs);
    tally.count(wire.details.index.lagging_files === 0 ? "answers on all files" : "answers that say they lag");
    return wire;
  }

  /** What was just written must be found, or the answer must say that it lags. */
  async function askForEdit(): Promise<void> {
    const [marker] = markers();
    if (marker === undefined) {
      return;
    }
    const sentMs = performance.now();
    // Where it ranks among what is like it in meaning is no matter of freshness.
    const answer = await ask({ query: marker.word, top_k: 50, detail: "locations" });
    const stayed = history
      .textsSince(marker.path, Math.min(sentMs, marker.sinceMs + 0.001))
      .every((text) => text?.includes(marker.word) === true);
    if (answer === null || !stayed) {
      return;
    }
    const found =
      answer.hits.some(({ path }) => path === marker.path) ||
      answer.locations?.rows.some(([path]) => path === marker.path) === true;
    tally.count(found ? "edits found at once" : "edits not found");
    if (!found && answer.details.index.lagging_files === 0 && answer.changed_files === undefined) {
      tally.violation("an edit that was not found", {
        client: name,
        marker,
        answer: { ...answer, hits: answer.hits.map(({ path }) => path) },
      });
    }
  }

  async function save(): Promise<void> {
    const asked = question();
    const as = `${name} ${Math.floor(random() * NAMES)}`;
    const { query } = asked;
    const answer = await call("save_search_results", { query, name: as, overwrite: true });
    if (answer.isError) {
      tally.violation("a save that failed", { client: name, asked, text: answer.text });
    } else if (answer.structured["outcome"] === "found") {
      saved.set(as, String(answer.structured["query"]));
    }
  }

  async function showSaved(): Promise<void> {
    const [as, query] = saved.size === 0 ? [] : pick([...saved]);
    if (as === undefined) {
      return;
    }
    const answer = await call("get_saved_result", { name: as, max_tokens: 200_000 });
    const document = answer.structured["document"] as { readonly query?: string } | undefined;
    if (answer.isError || document?.query !== query) {
      tally.violation("a saved result that is not as it was saved", {
        client: name,
        as,
        query,
        text: answer.text.slice(0, 500),
      });
    }
  }

  async function list(): Promise<void> {
    const answer = await call("list_saved_results", { limit: 500 });
    const names = ((answer.structured["results"] ?? []) as { name: string }[]).map((result) => result.name);
    const lost = [...saved.keys()].filter((as) => !names.includes(as));
    if (answer.isError || lost.length > 0) {
      tally.violation("saved results that are lost", { client: name, lost, text: answer.text.slice(0, 500) });
    }
  }

  async function deleteSaved(): Promise<void> {
    const [as] = [...saved.keys()];
    if (as !== undefined) {
      saved.delete(as);
      const answer = await call("delete_saved_result", { name: as });
      if (answer.isError) {
        tally.violation("a saved result that could not be deleted", { client: name, as, text: answer.text });
      }
    }
  }

  async function giveUp(): Promise<void> {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), random() * PATIENCE_MS);
    tally.count("questions given up");
    await callTool(server, "search_codebase", { ...question() }, { signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) {
        throw error;
      }
    });
  }

  /** By share of the steps, which sum to one. */
  const steps: readonly (readonly [number, () => Promise<unknown>])[] = [
    [0.68, () => ask(question())],
    [0.14, askForEdit],
    [0.04, save],
    [0.04, showSaved],
    [0.02, list],
    [0.01, deleteSaved],
    [0.03, () => call("index_status", {})],
    [0.04, giveUp],
  ];

  async function step(): Promise<void> {
    let left = random();
    for (const [share, work] of steps) {
      left -= share;
      if (left < 0) {
        await work();
        return;
      }
    }
  }

  return { pid, ask, step, close: server.close };
}
