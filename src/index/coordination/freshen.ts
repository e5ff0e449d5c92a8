// One request's wait for a fresh index: for the update of the words, then for the vectors of a few changed chunks.
import { within } from "../../system/wait.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import type { FreshenOptions, Freshness } from "../project-index.ts";
import type { BackgroundWork } from "./background-work.ts";
import type { FreshnessReport } from "./freshness-report.ts";
import type { IndexParts } from "./index-parts.ts";
import type { TimeBudget, Updated, UpdateRequests } from "./request-update.ts";

/**
 * Longest wait for vectors that exist already, in milliseconds. Some 50,000 are read meanwhile; while more of them are being read, an
 * answer has its best candidates' vectors alone, and says so.
 */
const READ_WAIT_MS = 1_000;
/** What serves the requests of one index. */
export interface RequestServices {
  readonly parts: IndexParts;
  readonly work: BackgroundWork;
  readonly requests: UpdateRequests;
  readonly report: FreshnessReport;
}

export function freshen(services: RequestServices, options: FreshenOptions): Promise<Freshness> {
  const { parts, work, report } = services;
  const { waitMs, first, unchecked = false, embedUpTo, signal, onProgress } = options;
  return parts.progress.listen(onProgress, async () => {
    work.keepReady();
    const now = performance.now();
    const deadline = now + waitMs;
    const budget: TimeBudget = {
      deadline,
      unchecked,
      first: first === undefined ? null : { ...first, deadline: now + Math.min(waitMs, first.waitMs) },
    };
    // A request that gives up stops the work, unless another one waits for it; the next request goes on from there.
    const giveUp = () => parts.progress.listeners === 1 && parts.jobs.stop();
    signal?.addEventListener("abort", giveUp, { once: true });
    if (embedUpTo !== null) {
      parts.session.embeddings()?.begin();
    }
    try {
      const updated = await updateOrReport(services, budget, signal);
      if (embedUpTo === null) {
        work.afterUpdateSoon();
      } else {
        await embed(services, deadline, embedUpTo, signal);
      }
      return report.of(updated, updated.texts);
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  });
}

/** If there is an index to answer from, a failed update is a problem of the answer. */
async function updateOrReport(
  { parts, requests, report }: RequestServices,
  budget: TimeBudget,
  signal: AbortSignal | undefined,
): Promise<Updated> {
  const sinceMs = Date.now();
  try {
    const updated = await requests.update(budget, signal);
    report.noteUpdate(updated.failure ?? null);
    return updated;
  } catch (error) {
    throwIfCancelled(signal);
    if (!(error instanceof Failure) || parts.session.handles().table.view.documentCount === 0) {
      throw error;
    }
    report.noteUpdate(error);
    return { corpus: await requests.walk(signal), sinceMs };
  }
}

/** Starts the background work, and waits for vectors if at most `embedUpTo` chunks lack one. */
async function embed(
  { parts, work }: RequestServices,
  deadline: number,
  embedUpTo: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const embeddings = parts.session.embeddings();
  const remaining = () => deadline - performance.now();
  if (embeddings !== null && !work.update.running()) {
    await within(embeddings.read(), Math.min(remaining(), READ_WAIT_MS), signal);
  }
  void work.afterUpdate();
  const missing = embeddings?.missing() ?? 0;
  if (embeddings !== null && !work.update.running() && missing > 0 && missing <= embedUpTo) {
    const endHurry = parts.pace?.hurry();
    await embeddings.makeMissing(remaining(), signal).finally(endHurry);
  }
}
