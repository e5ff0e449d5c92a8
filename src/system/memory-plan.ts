// How the memory that this program may take is divided between its processes. A pure function: measures nothing and
// enforces nothing by itself; who starts processes or fills large structures asks it first.

export interface MemoryPlan {
  /** Worker processes of one kind at once, whatever a setting asks for; at least 1. */
  readonly workersMax: number;
  /** What remains for the in-memory structures of search by meaning, in MB; 0 if nothing remains. */
  readonly vectorsMb: number;
}

/** The default of the setting `memory_limit_mb`. */
export const MEMORY_LIMIT_MB = 1_024;

// Proportional resident size while at work, measured on Linux with Node 20; docs/inside/vectors.md has the runs.
/** The main process without a project's tables and vectors. */
const MAIN_MB = 130;
/** One process that embeds or analyses. */
const WORKER_MB = 125;

/** Workers may take half: a new project needs many of them and has few vectors yet; later one of them remains. */
const WORKERS_SHARE = 0.5;

export const planMemory = (limitMb: number): MemoryPlan => ({
  workersMax: Math.max(1, Math.floor((limitMb * WORKERS_SHARE) / WORKER_MB)),
  vectorsMb: Math.max(0, limitMb - MAIN_MB - WORKER_MB),
});
