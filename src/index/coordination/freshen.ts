// One request's wait for a fresh index: for the update of the words, then for the vectors of a few changed chunks.
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type { FreshenOptions, Freshness } from "../project-index.ts";
import type { BackgroundWork } from "./background-work.ts";
import type { FreshnessReport } from "./freshness-report.ts";
import type { IndexParts } from "./index-parts.ts";
import type { TimeBudget, UpdateRequests } from "./request-update.ts";

/**
 * Longest wait for vectors that exist already, in milliseconds. Some 50,000 are read meanwhile; while more of them are being read, an
 * answer has its best candidates' vectors alone, and says so.
 */
const READ_WAIT_MS = 1_000;
/** After an answer that needs no vectors, background work begins this late, in milliseconds. */
const BACKGROUND_DELAY_MS = 500;

export function openFreshen(
  parts: IndexParts,
  work: BackgroundWork,
  requests: UpdateRequests,
  report: FreshnessReport,
): (options: FreshenOptions) => Promise<Freshness> {
  const { session, progress, jobs, pace } = parts;
  let isBackgroundDue = false;

  function startBackgroundSoon(): void {
    if (!isBackgroundDue) {
      isBackgroundDue = true;
      const start = () => {
        isBackgroundDue = false;
        void work.afterUpdate();
      };
      setTimeout(start, BACKGROUND_DELAY_MS).unref();
    }
  }

  /** If there is an index to answer from, a failed update is a problem of the answer. */
  async function updateOrReport(budget: TimeBudget, signal: AbortSignal | undefined): Promise<RequestBaseline> {
    const sinceMs = Date.now();
    try {
      const baseline = await requests.update(budget, signal);
      report.noteUpdate(null);
      return baseline;
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof Failure) || session.handles().table.view.documentCount === 0) {
        throw error;
      }
      report.noteUpdate(error);
      return { corpus: await requests.walk(signal), sinceMs };
    }
  }

  /** Starts the background work, and waits for vectors if at most `embedUpTo` chunks lack one. */
  async function embed(deadline: number, embedUpTo: number, signal: AbortSignal | undefined): Promise<void> {
    const embeddings = session.embeddings();
    const remaining = () => deadline - performance.now();
    if (embeddings !== null && !work.update.running()) {
      await within(embeddings.read(), Math.min(remaining(), READ_WAIT_MS), signal);
    }
    void work.afterUpdate();
    const missing = embeddings?.missing() ?? 0;
    if (embeddings !== null && !work.update.running() && missing > 0 && missing <= embedUpTo) {
      const endHurry = pace?.hurry();
      await embeddings.makeMissing(remaining(), signal).finally(endHurry);
    }
  }

  return ({ waitMs, first, embedUpTo, signal, onProgress }) =>
    progress.listen(onProgress, async () => {
      work.keepReady();
      const now = performance.now();
      const deadline = now + waitMs;
      const budget: TimeBudget = {
        deadline,
        first: first === undefined ? null : { deadline: now + Math.min(waitMs, first.waitMs), hints: first.hints },
      };
      // A request that gives up stops the work, unless another one waits for it; the next request goes on from there.
      const giveUp = () => progress.listeners === 1 && jobs.stop();
      signal?.addEventListener("abort", giveUp, { once: true });
      try {
        const baseline = await updateOrReport(budget, signal);
        if (embedUpTo === null) {
          startBackgroundSoon();
        } else {
          await embed(deadline, embedUpTo, signal);
        }
        return report.of(baseline);
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    });
}
