// One update of the index: takes the lease and carries out the plan, or waits for the process that has the lease and follows its
// commits. If the index cannot be written, finds the documents that are up to date although their files look changed.
import { log } from "../../system/log.ts";
import { sleep } from "../../system/wait.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { writerOf } from "../database/database.ts";
import type { DocumentWriter } from "../database/document-writer.ts";
import type { IndexHandles } from "../database/index-handles.ts";
import { type Lease, LeaseLost, tryAcquireLease } from "../database/writer-lease.ts";
import { applyPlan, findUnchanged, type UpdateInput, type UpdateReport } from "./apply-plan.ts";
import { FileQueue } from "./file-queue.ts";
import { indexingOrder } from "./indexing-order.ts";
import { isEmptyPlan, type UpdatePlan } from "./update-plan.ts";

export interface UpdateRunInput
  extends Pick<UpdateInput, "source" | "analyzer" | "analyses" | "signal" | "onProgress"> {
  readonly handles: IndexHandles;
  /** The present plan. */
  readonly plan: () => UpdatePlan;
  /** Called before the first file is read. `flush` commits at once what has been analysed. */
  readonly onBegin: (queue: FileQueue, flush: () => Promise<void>) => void;
  /** How far a path is from the source, 0 to 1; such files come later. */
  readonly sideDistance: (path: string) => number;
  /** True while another process holds the lease. */
  readonly onElsewhere: (elsewhere: boolean) => void;
}

/** How often another process's commits are checked for, in milliseconds. */
const POLL_MS = 60;

/** How often a long run checks for files that were written since it began, in milliseconds. */
const LOOK_EVERY_MS = 2_000;
/** It pauses this many times as long as a check took, so that checks take at most a twentieth of the time. */
const LOOK_PAUSE = 20;

const NOTHING: UpdateReport = { indexed: 0, removed: 0, excluded: new Map() };

/** Ends when this process has carried out its plan once, or when the plan is empty. */
export async function runUpdate(input: UpdateRunInput): Promise<UpdateReport> {
  const { handles, signal } = input;
  const { writer } = handles;
  if (writer === null) {
    handles.table.touch(await findUnchanged({ ...input, plan: input.plan(), stamps: handles.table.stamps }));
    return NOTHING;
  }
  const connection = writerOf(handles.database);
  let plan: UpdatePlan | null = null;
  for (;;) {
    throwIfCancelled(signal);
    // On a large project, planning takes longer than checking whether another process has committed.
    const { generation } = handles.table.view;
    handles.snapshots.follow();
    if (plan === null || handles.table.view.generation !== generation) {
      plan = input.plan();
    }
    if (isEmptyPlan(plan)) {
      return NOTHING;
    }
    const lease = tryAcquireLease(connection, "words");
    input.onElsewhere(lease === null);
    if (lease === null) {
      input.onProgress(0, plan.changed.length);
      await sleep(POLL_MS, signal);
      continue;
    }
    try {
      return await carryOut(input, plan, writer, lease);
    } catch (error) {
      if (!(error instanceof LeaseLost)) {
        throw error;
      }
    } finally {
      lease.release();
    }
  }
}

async function carryOut(
  input: UpdateRunInput,
  planned: UpdatePlan,
  writer: DocumentWriter,
  lease: Lease,
): Promise<UpdateReport> {
  const { handles, signal, sideDistance } = input;
  const plan = await planNow(input, planned);
  const queue = new FileQueue(plan.changed, (files) => indexingOrder(files, { nowMs: Date.now(), sideDistance }));
  const looking = new AbortController();
  const looked = lookAgain(input, queue, AbortSignal.any([signal, looking.signal]));
  const report = await applyPlan({
    ...input,
    plan,
    queue,
    onBegin: (flush) => input.onBegin(queue, flush),
    stamps: handles.table.stamps,
    writer,
    lease,
    onCommit: (touched) => {
      handles.table.touch(touched);
      handles.snapshots.follow();
    },
  }).finally(async () => {
    looking.abort();
    await looked;
  });
  await lease.commit(() => writer.markComplete(), signal);
  return report;
}

/**
 * Adds files that are written during the run, since another process that answers meanwhile cannot index them. Ends when it is
 * aborted, or when the project cannot be read, which the run itself will report.
 */
async function lookAgain({ source, plan }: UpdateRunInput, queue: FileQueue, signal: AbortSignal): Promise<void> {
  let tookMs = 0;
  try {
    for (;;) {
      await sleep(Math.max(LOOK_EVERY_MS, LOOK_PAUSE * tookMs), signal);
      const started = performance.now();
      await source.refresh(signal);
      queue.add(plan().changed);
      tookMs = performance.now() - started;
    }
  } catch (error) {
    if (!signal.aborted) {
      log("info", "index.look-again-stopped", { reason: String(error) });
    }
  }
}

/** The plan to carry out with the lease: from here on no other process commits. */
async function planNow({ handles, source, plan, signal }: UpdateRunInput, planned: UpdatePlan): Promise<UpdatePlan> {
  const { generation } = handles.table.view;
  // Before this process got the lease, the other one may have done all the work.
  handles.snapshots.follow();
  const now = handles.table.view.generation === generation ? planned : plan();
  if (now.removed.length === 0) {
    return now;
  }
  // Deletions come from an earlier look at the folders. If that look was before the lease, another process may since have indexed a
  // new file at such a path; its document must not be removed.
  await source.refresh(signal);
  return plan();
}
