// Opens a snapshot for a piece of work, and releases it in any case.
import { inSlices, type Steps } from "../system/slices.ts";
import type { ProjectIndex, TextsByRoot } from "./project-index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Opens a snapshot for the time of `use`, which must be synchronous; with these texts of files that are not indexed. */
export function withSnapshot<Value>(
  index: Pick<ProjectIndex, "snapshot">,
  use: (snapshot: Snapshot) => Value,
  texts?: TextsByRoot,
): Value {
  const snapshot = index.snapshot(texts);
  try {
    return use(snapshot);
  } finally {
    snapshot.release();
  }
}

/** As withSnapshot, for longer work: other work gets a turn between its steps. Rejects with CANCELLED. */
export async function withSnapshotInSlices<Value>(
  index: Pick<ProjectIndex, "snapshot">,
  use: (snapshot: Snapshot) => Steps<Value>,
  signal: AbortSignal,
  texts?: TextsByRoot,
): Promise<Value> {
  const snapshot = index.snapshot(texts);
  try {
    return await inSlices(use(snapshot), signal);
  } finally {
    snapshot.release();
  }
}
