// Joins the indexes of several projects into one. Each keeps its own files, writer and background work. A project that fails during a question is
// left out, and the others are answered.
import { joinedProblem } from "../../project/join-corpora.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { type Failure, isOfOne } from "../../vocabulary/failure.ts";
import type { InnerFolder } from "../../vocabulary/joined-path.ts";
import type { Freshness, ProjectIndex, TextsByRoot, VectorStatus } from "../project-index.ts";
import type { Snapshot } from "../snapshot.ts";
import { joinSnapshots } from "./join-snapshots.ts";
import { idIn, placeOfId } from "./joined-ids.ts";

/** A project's index with its place. */
export interface PlacedIndex {
  readonly place: number;
  readonly index: ProjectIndex;
}

export interface JoinedIndexes {
  /** A name for all of them together. */
  readonly root: string;
  /** The projects that were not left out, in order of their places; at least one. */
  parts(): readonly PlacedIndex[];
  /** Which of them lie inside another one. */
  inner(): readonly InnerFolder[];
  /** Leaves the project out from now on; throws the failure if it was the last one. */
  leaveOut(place: number, failure: Failure): void;
  /** Called with each project's state, whenever it is known. */
  note(place: number, freshness: Freshness): void;
}

function joinFreshness(parts: readonly { readonly place: number; readonly freshness: Freshness }[]): Freshness {
  const all = parts.map(({ freshness }) => freshness);
  const sum = (count: (freshness: Freshness) => number): number => all.reduce((total, one) => total + count(one), 0);
  return {
    building: all.some(({ building }) => building),
    lagging: sum(({ lagging }) => lagging),
    coverage: {
      files: sum(({ coverage }) => coverage.files),
      filesSearchable: sum(({ coverage }) => coverage.filesSearchable),
      chunks: sum(({ coverage }) => coverage.chunks),
      chunksEmbedded: sum(({ coverage }) => coverage.chunksEmbedded),
    },
    writtenElsewhere: all.some(({ writtenElsewhere }) => writtenElsewhere),
    problems: parts.flatMap(({ place, freshness }) => freshness.problems.map((one) => joinedProblem(place, one))),
    texts: new Map(all.flatMap(({ texts }) => [...(texts ?? [])])),
  };
}

/** From the best to the worst. */
const STATES: readonly VectorStatus["state"][] = ["applied", "falling back", "stale", "unavailable"];

/** The worst state of those that search by meaning. */
function joinStatus(statuses: readonly VectorStatus[]): VectorStatus {
  const used = statuses.filter(({ state }) => state !== "disabled");
  const worst = [...used].sort((a, b) => STATES.indexOf(b.state) - STATES.indexOf(a.state));
  return worst[0] ?? statuses[0] ?? { state: "disabled", kind: null, reason: "" };
}

export function joinIndexes({ root, parts, inner, leaveOut, note }: JoinedIndexes): ProjectIndex {
  const first = (): ProjectIndex => {
    const [one] = parts();
    if (one === undefined) {
      throw new Error("no project takes part");
    }
    return one.index;
  };
  const noted = (place: number, freshness: Freshness) => {
    note(place, freshness);
    return { place, freshness };
  };
  const snapshot = (texts?: TextsByRoot): Snapshot => {
    const opened: { place: number; snapshot: Snapshot }[] = [];
    for (const { place, index } of parts()) {
      try {
        opened.push({ place, snapshot: index.snapshot(texts) });
      } catch (error) {
        if (!isOfOne(error)) {
          for (const one of opened) {
            one.snapshot.release();
          }
          throw error;
        }
        leaveOut(place, error);
      }
    }
    return joinSnapshots(opened, inner());
  };
  return {
    root,
    folder: first().folder,
    async freshen(options) {
      const asked = parts();
      const { onProgress: _, ...quiet } = options;
      const outcomes = await Promise.allSettled(asked.map(({ index }) => index.freshen(quiet)));
      const fresh: { place: number; freshness: Freshness }[] = [];
      for (const [at, { place }] of asked.entries()) {
        const outcome = outcomes[at];
        if (outcome?.status === "fulfilled") {
          fresh.push(noted(place, outcome.value));
        } else if (isOfOne(outcome?.reason)) {
          leaveOut(place, outcome.reason);
        } else {
          throw outcome?.reason;
        }
      }
      return joinFreshness(fresh);
    },
    recount: () => joinFreshness(parts().map(({ place, index }) => noted(place, index.recount()))),
    async prepare(signal) {
      await Promise.all(parts().map(({ index }) => index.prepare(signal)));
    },
    complete: () => Promise.reject(new Error("each project is indexed by itself")),
    exportVectors: () => Promise.reject(new Error("each project is exported by itself")),
    publishVectors: () => Promise.reject(new Error("each project is published by itself")),
    importVectors: () => Promise.reject(new Error("each project is imported by itself")),
    // The status is each project's own.
    outlook: () => null,
    snapshot,
    async embedFirst({ chunks, ...options }) {
      const own = (place: number): ChunkId[] => chunks.filter((chunk) => placeOfId(chunk) === place).map(idIn);
      const work = parts().map(({ place, index }) => ({ index, chunks: own(place) }));
      await Promise.all(
        work
          .filter((one) => one.chunks.length > 0)
          .map((one) => one.index.embedFirst({ ...options, chunks: one.chunks })),
      );
    },
    vectorStatus: () => joinStatus(parts().map(({ index }) => index.vectorStatus())),
    working: () => parts().some(({ index }) => index.working()),
    progress: () =>
      parts()
        .map(({ index }) => index.progress())
        .find((one) => one !== null) ?? null,
    // Each project's session closes its own.
    close: () => Promise.resolve(),
    checkSyntax: (...asked) => first().checkSyntax(...asked),
    fingerprint: (...asked) => first().fingerprint(...asked),
    spansOf: (...asked) => first().spansOf(...asked),
    factsOf: (...asked) => first().factsOf(...asked),
    inspect: (...asked) => first().inspect(...asked),
    occurrencesOf: (...asked) => first().occurrencesOf(...asked),
    layoutOf: (...asked) => first().layoutOf(...asked),
    readPattern: (...asked) => first().readPattern(...asked),
    matchPattern: (...asked) => first().matchPattern(...asked),
  };
}
