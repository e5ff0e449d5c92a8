// A change and the project around it in both states, as the searches for what it breaks are given them (`broken-*.ts`).
import type { EdgeScene, Target } from "../edges/edge-scene.ts";
import type { TextPair } from "./analyze-changes.ts";

export interface ChangedProject {
  /** The project as it is. */
  readonly now: EdgeScene;
  /** The same with every changed file as it was. */
  readonly base: EdgeScene;
  /** The same with this file alone as it was: what other changed files refer to now. */
  baseOf(pair: TextPair): EdgeScene;
  readonly pairs: readonly TextPair[];
}

export interface ChangedTarget {
  /** In the base state. */
  readonly target: Target;
  readonly pair: TextPair;
  /** False where the symbol is still there, so that only lines that were not adapted to it count. */
  readonly isRemoved: boolean;
}
