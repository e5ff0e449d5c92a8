// Opens a snapshot for a piece of work, and releases it in any case.
import { inSlices, type Steps } from "../system/slices.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Opens a snapshot for the time of `use`, which must be synchronous. */
export function withSnapshot<Value>(index: Pick<ProjectIndex, "snapshot">, use: (snapshot: Snapshot) => Value): Value {
  const snapshot = index.snapshot();
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
): Promise<Value> {
  const snapshot = index.snapshot();
  try {
    return await inSlices(use(snapshot), signal);
  } finally {
    snapshot.release();
  }
}
