// The state of one move of Java code between packages.
import type { BetweenMove, MeantDefinition, MoveEdits } from "../contract/move-between.ts";

/** A member that only its package sees. */
export type Hidden = Pick<MeantDefinition, "path" | "at" | "definition">;

export interface JavaMove {
  readonly move: BetweenMove;
  readonly edits: MoveEdits;
  /** Packages. */
  readonly from: string;
  readonly to: string;
  readonly isSame: boolean;
  /** Members that only the old package sees, by name. */
  readonly hidden: ReadonlyMap<string, readonly Hidden[]>;
  /** What was made public so far: path and ordinal. */
  readonly opened: Set<string>;
}
