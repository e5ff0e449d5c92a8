// What a part of the benchmark is given and what it answers. Each part measures one project.
import type { Environment, Program } from "./program.ts";
import { CORE, type FigureName } from "./targets.ts";

export interface Project {
  /** As the tables call it: vuejs/core, 1k, 60k. */
  readonly name: string;
  /** Absolute path; files may be added and must be removed again. */
  readonly root: string;
  /** Files that a search admits, roughly: how often a run is repeated hangs on it. */
  readonly files: number;
}

export interface Bench {
  readonly program: Program;
  readonly project: Project;
  /** Kept from part to part: the index of the project, with all vectors from the preparation on. */
  readonly home: string;
  /** An empty home, removed when the benchmark ends. */
  readonly emptyHome: () => string;
  /** Distinct, the same in every run. */
  readonly questions: readonly string[];
}

export interface Measured {
  readonly name: FigureName;
  /** One a run. */
  readonly values: readonly number[];
  readonly note?: string;
}

export type Part = (bench: Bench) => Promise<readonly Measured[]>;

export const megabytes = (bytes: number): number => bytes / 1e6;

/** Runs of a measurement that takes seconds: fewer on the generated projects, whose suite has to end some time. */
export const roundsFor = ({ name }: Project): number => (name === CORE ? 5 : 3);

/** Freshness without a watcher: each question verifies every file by itself. */
export const WITHOUT_WATCHER: Environment = { CONTEXT_BROKER_WATCH: "off" };
