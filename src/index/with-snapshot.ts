// The use of a snapshot for a while, and its end however that goes. Knows nothing of what is asked.
import type { ProjectIndex } from "./project-index.ts";
import type { Snapshot } from "./snapshot.ts";

/** Opens a snapshot for the time of `use`, which must not wait for anything. */
export function withSnapshot<Value>(index: Pick<ProjectIndex, "snapshot">, use: (snapshot: Snapshot) => Value): Value {
  const snapshot = index.snapshot();
  try {
    return use(snapshot);
  } finally {
    snapshot.release();
  }
}
