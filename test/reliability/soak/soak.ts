// The soak itself: rounds of editing while the clients ask, each followed by a halt in which every client is asked what a
// fresh index is asked. Samples what the servers hold all the while.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packagePath } from "../../../src/system/package-root.ts";
import { openPlayground, type Playground } from "../../support/mcp-server.ts";
import { seededRandom } from "../../support/random.ts";
import { type Editor, openEditor } from "./editor.ts";
import { startFreshIndex } from "./fresh-index.ts";
import { excerptRepository, type GitSteps, openGitSteps } from "./git-steps.ts";
import { differenceOf, isWhole } from "./judge-answer.ts";
import { maintain } from "./maintenance.ts";
import type { SoakOptions } from "./options.ts";
import { type Holdings, holdingsOf } from "./processes.ts";
import { openQuestions, type Question } from "./questions.ts";
import { type SoakClient, type SoakClientOptions, startSoakClient } from "./soak-client.ts";
import { openTally, type Tally } from "./tally.ts";
import { openTreeHistory } from "./tree-history.ts";

export interface Sample {
  readonly seconds: number;
  /** True in the halts, when nothing is under way. */
  readonly atRest: boolean;
  /** One a server. */
  readonly servers: readonly Holdings[];
}

export interface SoakOutcome {
  readonly seconds: number;
  readonly rounds: number;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly commits: readonly string[];
}

const EDITING_MS = 15_000;
const SAMPLE_MS = 5_000;
/** Questions asked of every client and of the fresh index in each halt. */
const QUESTIONS = 8;
/** Longest time without a file or chunk more, once nothing changes, before everything is there, in milliseconds. */
const STALL_MS = 300_000;

/** A question that waits for vectors, if not for long: work that nobody waits for pauses on a machine as busy as this. */
const WAITING = { CONTEXT_BROKER_EMBED_UP_TO: "100000", CONTEXT_BROKER_SEARCH_WAIT_MS: "5000" };

/** After which the workers that are not needed have ended, in milliseconds. */
const WORKERS_END_MS = 12_000;

interface Scene {
  readonly clients: readonly SoakClient[];
  readonly clientOptions: Omit<SoakClientOptions, "name">;
  readonly editor: Editor;
  readonly git: GitSteps;
  readonly tally: Tally;
  readonly random: () => number;
  readonly question: () => Question;
}

export async function soak(options: SoakOptions, tell: (line: string) => void): Promise<SoakOutcome> {
  const playground = await openPlayground(0);
  const tally = openTally(tell);
  const root = join(playground.folder, "project");
  const commits = excerptRepository({
    from: options.repository ?? packagePath(),
    to: root,
    folders: options.folders,
    commits: options.commits,
  });
  const scene = await openScene(playground, root, commits, options, tally);
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 1000);
  const samples: Sample[] = [];
  const sample = (atRest: boolean): void => {
    samples.push({ seconds: seconds(), atRest, servers: scene.clients.map(({ pid }) => holdingsOf(pid)) });
  };
  const timer = setInterval(() => sample(false), SAMPLE_MS);
  let rounds = 0;
  try {
    while (seconds() < options.minutes * 60) {
      await editAndAsk(scene, rounds);
      await halt(scene, sample);
      rounds += 1;
      tell(`${seconds()} s: round ${rounds}, ${tally.violations().length} violations, ${describe(samples.at(-1))}`);
    }
  } finally {
    clearInterval(timer);
    await Promise.all(scene.clients.map((client) => client.close()));
  }
  await expectEnded(scene);
  rmSync(playground.folder, { recursive: true, force: true, maxRetries: 5 });
  return { seconds: seconds(), rounds, samples, tally, commits };
}

async function openScene(
  playground: Playground,
  root: string,
  commits: readonly string[],
  { clients: count, seed }: SoakOptions,
  tally: Tally,
): Promise<Scene> {
  const random = seededRandom(seed);
  const history = openTreeHistory(root);
  const editor = openEditor(history, random);
  const question = openQuestions(root, editor.sources, random);
  const clientOptions = { playground, history, tally, random, question, markers: editor.markers };
  const clients = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startSoakClient({ ...clientOptions, name: `client-${at + 1}`, env: WAITING }),
    ),
  );
  return { clients, clientOptions, editor, git: openGitSteps(history, commits, random), tally, random, question };
}

/** Edits and git's steps one after the other, and beside them every client at its own pace, and the command line. */
async function editAndAsk({ clients, clientOptions, editor, git, tally, random }: Scene, round: number): Promise<void> {
  const until = performance.now() + EDITING_MS;
  const asking = clients.map(async (client) => {
    while (performance.now() < until) {
      await client.step();
      await sleep(random() * 300);
    }
  });
  const editing = async (): Promise<void> => {
    while (performance.now() < until) {
      const kind = random() < 0.04 ? await git.step(editor.sources()) : await editor.edit();
      tally.count(`edit: ${kind}`);
      await sleep(random() * 800);
    }
  };
  const { playground, history } = clientOptions;
  await Promise.all([...asking, editing(), maintain(playground, history.root, round, tally)]);
}

/** Nothing changes: all clients must come to answer as an index that was made from nothing. */
async function halt(
  { clients, clientOptions, tally, question }: Scene,
  sample: (atRest: boolean) => void,
): Promise<void> {
  const fresh = await startFreshIndex({ ...clientOptions, name: "fresh" });
  try {
    await Promise.all(clients.map((client) => settle(client, tally)));
    for (let at = 0; at < QUESTIONS; at++) {
      const asked = { ...question(), max_tokens: 50_000 };
      const wanted = await fresh.ask(asked);
      const answers = await Promise.all(clients.map((client) => client.ask(asked)));
      for (const [number, answer] of answers.entries()) {
        tally.count("answers compared");
        // A question that failed is counted where it was asked.
        const difference = wanted === null || answer === null ? null : differenceOf(answer, wanted);
        if (difference !== null) {
          tally.violation("an answer that is not a fresh index's", { client: number + 1, asked, difference });
        }
      }
    }
  } finally {
    await fresh.close();
  }
  await sleep(WORKERS_END_MS);
  sample(true);
}

/** Waits while it goes on: a machine that is busy with other things takes long for thousands of vectors. */
async function settle(client: SoakClient, tally: Tally): Promise<void> {
  let reached = -1;
  let until = performance.now() + STALL_MS;
  for (;;) {
    const answer = await client.ask({ query: "anything", top_k: 1 });
    if (answer === null || isWhole(answer)) {
      return;
    }
    const { index, completeness } = answer.details;
    const now = completeness.files_by_words + completeness.chunks_by_meaning;
    if (now > reached) {
      reached = now;
      until = performance.now() + STALL_MS;
    } else if (performance.now() > until) {
      tally.violation("an index that does not become whole", { index, completeness });
      return;
    }
    await sleep(500);
  }
}

async function expectEnded({ clients, tally }: Scene): Promise<void> {
  await sleep(2_000);
  for (const { pid } of clients) {
    if (holdingsOf(pid).processes > 0) {
      tally.violation("a server that did not end", { pid });
    }
  }
}

function describe(sample: Sample | undefined): string {
  const servers = sample?.servers ?? [];
  const list = (of: (holdings: Holdings) => number): string => servers.map((one) => Math.round(of(one))).join("/");
  return `PSS ${list(({ pss }) => pss / 1e6)} MB, handles ${list(({ handles }) => handles)}, threads ${list(({ threads }) => threads)}, processes ${list(({ processes }) => processes)}`;
}
