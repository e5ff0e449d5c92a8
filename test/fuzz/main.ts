// The fuzzer's command: a thread for each target in turn, watched for inputs that never end; then the property tests with
// seeds of their own; a report with what repeats each failure; and, where asked, the inputs worth keeping. Exits with 1 where
// something broke.

import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { PROPERTY_RUNS } from "../support/property-runs.ts";
import { openCoverage } from "./coverage.ts";
import { type Exploration, explore } from "./explore.ts";
import { exploreProperties } from "./properties.ts";
import { lineOf, readSeeds, writeSeeds } from "./seeds.ts";
import type { FuzzTarget } from "./target.ts";
import { TARGETS } from "./targets.ts";

/** The property tests, as a target beside the others. */
const PROPERTIES = "properties";

const USAGE = `npm run fuzz -- [options]
  --minutes N     time for each target (default 1)
  --target NAME   only this one; may be repeated (${[...TARGETS.map(({ name }) => name), PROPERTIES].join(", ")})
  --seed N        repeats a run (default: the clock)
  --grow          adds short inputs that reached new code to fixtures/fuzz/
`;

/** Longest input that --grow commits, and most of them a target and run. */
const GROWN_BYTES_MAX = 400;
const GROWN_MAX = 25;
/** A thread whose input is the same for so much longer than its time hangs, milliseconds. */
const HANG_GRACE_MS = 10_000;
const LENGTH_BYTES = 8;

interface Job {
  readonly target: string;
  readonly seed: number;
  readonly until: number;
  /** Count of inputs begun and length of the present one, both int32, then its bytes. */
  readonly current: SharedArrayBuffer;
}

function targetNamed(name: string): FuzzTarget {
  const found = TARGETS.find((target) => target.name === name);
  if (found === undefined) {
    throw new Error(`no target ${name}; there are ${TARGETS.map((target) => target.name).join(", ")}`);
  }
  return found;
}

async function work({ target: name, seed, until, current }: Job): Promise<void> {
  const target = targetNamed(name);
  const state = new Int32Array(current, 0, 2);
  const bytes = Buffer.from(current, LENGTH_BYTES);
  const exploration = await explore(target, {
    seeds: readSeeds(name),
    seed,
    until,
    takeCoverage: await openCoverage("/context-broker/fuzz.mjs"),
    begin(input) {
      input.copy(bytes);
      state[1] = input.length;
      Atomics.add(state, 0, 1);
    },
  });
  parentPort?.postMessage(exploration);
}

/** What structured cloning makes of Buffers is plain byte arrays. */
function revived({ kept, broken, ...rest }: Exploration): Exploration {
  return {
    ...rest,
    kept: kept.map((input) => Buffer.from(input)),
    broken: broken === null ? null : { ...broken, input: Buffer.from(broken.input) },
  };
}

function exploreInThread(target: FuzzTarget, seed: number, until: number): Promise<Exploration> {
  const current = new SharedArrayBuffer(LENGTH_BYTES + target.bytesMax);
  const state = new Int32Array(current, 0, 2);
  const present = () => Buffer.from(Buffer.from(current, LENGTH_BYTES, state[1]));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { target: target.name, seed, until, current } satisfies Job,
  });
  return new Promise((resolve) => {
    let begun = -1;
    let since = Date.now();
    const watch = setInterval(() => {
      if (begun !== state[0]) {
        begun = state[0] ?? 0;
        since = Date.now();
      } else if (begun > 0 && Date.now() - since > target.timeMaxMs + HANG_GRACE_MS) {
        end({ runs: begun, blocks: 0, kept: [], broken: { input: present(), reason: "it does not end" } });
      }
    }, 500);
    const end = (exploration: Exploration) => {
      clearInterval(watch);
      resolve(exploration);
      void worker.terminate();
    };
    worker.once("message", (exploration: Exploration) => end(revived(exploration)));
    worker.once("error", (error) =>
      end({ runs: begun, blocks: 0, kept: [], broken: { input: present(), reason: String(error) } }),
    );
  });
}

function grow(target: FuzzTarget, kept: readonly Buffer[]): number {
  const seeds = readSeeds(target.name);
  const there = new Set(seeds.map(lineOf));
  const short = kept
    .filter((input) => input.length <= GROWN_BYTES_MAX && !there.has(lineOf(input)))
    .sort((a, b) => a.length - b.length)
    .slice(0, GROWN_MAX);
  writeSeeds(target.name, [...seeds, ...short]);
  return short.length;
}

export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "1" },
      target: { type: "string", multiple: true },
      seed: { type: "string" },
      grow: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (values.help || !(minutes > 0) || !Number.isInteger(seed)) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const names = values.target ?? [...TARGETS.map(({ name }) => name), PROPERTIES];
  const targets = names.filter((name) => name !== PROPERTIES).map(targetNamed);
  let broken = 0;
  for (const target of targets) {
    const exploration = await exploreInThread(target, seed, Date.now() + minutes * 60_000);
    const grown = values.grow ? grow(target, exploration.kept) : 0;
    const outcome = exploration.broken === null ? "holds" : "BROKEN";
    process.stdout.write(
      `${target.name}: ${outcome} (${target.holds}); ${exploration.runs} inputs, ${exploration.blocks} blocks reached, ${exploration.kept.length} inputs reached new ones${values.grow ? `, ${grown} kept` : ""}; seed ${seed}\n`,
    );
    if (exploration.broken !== null) {
      broken += 1;
      const { input, reason } = exploration.broken;
      process.stdout.write(
        `  ${reason.split("\n").slice(0, 6).join("\n  ")}\n  add to fixtures/fuzz/${target.name}.jsonl:\n${lineOf(input)}\n`,
      );
    }
  }
  if (names.includes(PROPERTIES) && !(await propertiesHold(seed, minutes))) {
    broken += 1;
  }
  return broken === 0 ? 0 : 1;
}

async function propertiesHold(seed: number, minutes: number): Promise<boolean> {
  const { rounds, broken } = await exploreProperties(seed, Date.now() + minutes * 60_000);
  process.stdout.write(`${PROPERTIES}: ${broken === null ? "hold" : "BROKEN"}; ${rounds} rounds from seed ${seed}\n`);
  if (broken !== null) {
    process.stdout.write(
      `${broken.printed}\n  repeat: PROPERTY_SEED=${broken.seed} ${PROPERTY_RUNS}=all npx vitest run ${broken.files.join(" ")}\n`,
    );
  }
  return broken === null;
}

if (!isMainThread) {
  await work(workerData as Job);
}
