// Indexes until nothing is missing, for `context-broker index`: every admitted file, token count and vector.
import { within } from "../../system/wait.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import type { Freshness, IndexReport, ProjectIndex } from "../project-index.ts";
import type { RequestServices } from "./freshen.ts";

/** Gives up on files that change faster than they are indexed. */
const ROUNDS_MAX = 5;

export function complete(
  services: RequestServices,
  { signal, onProgress }: Parameters<ProjectIndex["complete"]>[0],
): Promise<IndexReport> {
  const { progress, jobs, pace } = services.parts;
  return progress.listen(onProgress, async () => {
    const started = performance.now();
    const before = totalsOf(services);
    signal?.addEventListener("abort", jobs.stop, { once: true });
    const endHurry = pace?.hurry();
    try {
      const { coverage, problems } = await completeNow(services, signal);
      const after = totalsOf(services);
      const seconds = (ms: number) => Math.round(ms) / 1000;
      return {
        coverage,
        indexedFiles: after.indexed - before.indexed,
        removedFiles: after.removed - before.removed,
        embeddedChunks: after.embedded - before.embedded,
        seconds: {
          walk: seconds(after.walkMs - before.walkMs),
          index: seconds(after.ms - before.ms),
          embed: seconds(after.embedMs - before.embedMs),
          total: seconds(performance.now() - started),
        },
        problems,
        vectorFailure: services.report.vectorFailure(),
      };
    } finally {
      endHurry?.();
      signal?.removeEventListener("abort", jobs.stop);
    }
  });
}

async function completeNow(
  { parts: { session }, work, requests, report }: RequestServices,
  signal: AbortSignal | undefined,
): Promise<Freshness> {
  const untilDone = (done: Promise<unknown> | undefined) =>
    within(done ?? Promise.resolve(), Number.POSITIVE_INFINITY, signal);
  for (let round = 1; ; round++) {
    const baseline = await requests.update(
      { deadline: Number.POSITIVE_INFINITY, unchecked: false, first: null },
      signal,
    );
    const embeddings = session.embeddings();
    // One after the other: the table of tokens and the model take 100 MB a process each.
    await untilDone(work.countTokens());
    await untilDone(embeddings?.work());
    await untilDone(work.afterUpdate());
    // A user who cleared the index does not want it back from work that began before.
    throwIfReplaced(session.handles().database);
    const freshness = report.of(baseline);
    const missing = embeddings?.missing() ?? 0;
    if ((freshness.lagging === 0 && missing === 0) || round === ROUNDS_MAX) {
      return freshness;
    }
  }
}

/** What was done since opening; times in milliseconds. */
function totalsOf({ parts, work, requests }: RequestServices) {
  const { made = 0, ms = 0 } = parts.session.embeddings()?.totals() ?? {};
  return { ...work.update.totals, walkMs: requests.walkMs, embedded: made, embedMs: ms };
}
