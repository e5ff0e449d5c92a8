// What embedding costs, and the index with all vectors that the later parts need. A project small enough is embedded for
// real, beside the bare session; of a large one the beginning is, for its memory, and the rest gets vectors of other chunks
// with noise (test/benchmarks/perturb), since embedding it takes hours.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { main as perturb } from "../perturb/main.ts";
import { bareRate, textsOf } from "./bare-rate.ts";
import { coverageOf } from "./indexing.ts";
import { type Bench, type Measured, megabytes } from "./part.ts";
import { cacheIn, type Ended, environmentIn, runCommand } from "./program.ts";

/** How long a large project is embedded for real. */
const SAMPLE_MS = 30_000;

const wordsFor = ({ program, project, home }: Bench): Promise<Ended> =>
  runCommand(program, ["index", "--project", project.root, "--vectors", "off"], environmentIn(home));

const embeddedFor = (bench: Bench, interruptAfterMs?: number): Promise<Ended> =>
  runCommand(
    bench.program,
    ["index", "--project", bench.project.root, "--json"],
    environmentIn(bench.home),
    interruptAfterMs === undefined ? {} : { interruptAfterMs },
  );

const memoryOf = ({ peak }: Ended): readonly Measured[] => [
  { name: "peak memory while embedding", values: [megabytes(peak.proportionalBytes)] },
  {
    name: "peak memory while embedding, shared pages counted in each process",
    values: [megabytes(peak.residentBytes)],
  },
];

export async function measureRealEmbedding(bench: Bench): Promise<readonly Measured[]> {
  const texts = await textsOf(bench.project.root);
  const before = await bareRate(texts);
  rmSync(bench.home, { recursive: true, force: true });
  const ended = await embeddedFor(bench);
  const after = await bareRate(texts);
  const { embedded_chunks: count, seconds } = JSON.parse(ended.stdout) as {
    readonly embedded_chunks: number;
    readonly seconds: { readonly embed: number };
  };
  const rate = count / seconds.embed;
  return [
    { name: "chunks embedded a second", values: [rate] },
    { name: "chunks a second, bare session on both cores", values: [before, after] },
    { name: "embedding, of the bare session's rate", values: [(2 * rate) / (before + after)] },
    { name: "all indexed and embedded: elapsed", values: [ended.elapsedMs / 1000] },
    ...memoryOf(ended),
  ];
}

const only = (folder: string, pattern: RegExp): string => {
  const found = readdirSync(folder).filter((name) => pattern.test(name));
  const [name] = found;
  if (name === undefined || found.length > 1) {
    throw new Error(`${folder} holds ${found.length} of ${pattern}`);
  }
  return join(folder, name);
};

const STORE = /^vectors-.*\.sqlite$/;

/** Gives every chunk of an index of words a vector that was not embedded for it. */
async function fillVectors({ home }: Bench, from: string): Promise<void> {
  const cache = cacheIn(home);
  const args = {
    index: only(join(cache, "projects"), /-[0-9a-f]+$/),
    from: only(join(cacheIn(from), "vectors"), STORE),
    to: join(cache, "vectors"),
  };
  const code = await perturb(
    Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]),
    "/",
  );
  if (code !== 0) {
    throw new Error("the vectors could not be made");
  }
}

/** The beginning only, of an index of words that is whole. */
export async function measureLargeEmbedding(bench: Bench): Promise<readonly Measured[]> {
  await wordsFor(bench);
  return memoryOf(await embeddedFor(bench, SAMPLE_MS));
}

/**
 * Leaves the whole index in the project's home. `vectorsFrom` is the home of a project that was embedded for real, whose
 * vectors are copied with noise; null embeds this one for real.
 */
export async function complete(bench: Bench, vectorsFrom: string | null): Promise<void> {
  if (vectorsFrom !== null) {
    await wordsFor(bench);
    await fillVectors(bench, vectorsFrom);
  }
  const { chunks, chunks_embedded } = coverageOf(await embeddedFor(bench));
  if (chunks_embedded < chunks) {
    throw new Error(`${chunks_embedded} of ${chunks} chunks have a vector`);
  }
}
