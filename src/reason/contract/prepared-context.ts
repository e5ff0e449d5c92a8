// What is reasoned over: source that was chosen for a task before any language model is asked.

/** What a task wants to be done. */
export type Intent = "explain" | "locate" | "fix" | "add" | "refactor" | "review" | "test";

/** Lines of a file, 1-based, end inclusive. */
export interface Stretch {
  readonly startLine: number;
  readonly endLine: number;
  readonly source: string;
}

/** What the context has of one file or symbol. */
export interface ContextItem {
  /** Project-relative. */
  readonly path: string;
  /** `OrderStore.save`; null for lines that are no symbol. */
  readonly symbol: string | null;
  /** Why it was chosen. */
  readonly why: string;
  readonly stretches: readonly Stretch[];
}

export interface GatheredItem extends ContextItem {
  readonly priority: "critical" | "high" | "medium" | "low";
}

/** What is sent for orientation, and cannot be cited. */
export interface Background {
  readonly title: string;
  readonly text: string;
}

/** One of the things that a task asks for. */
export interface TaskPart {
  readonly text: string;
  readonly intent: Intent;
}

export interface PreparedContext extends Pick<TaskPart, "intent"> {
  /** In the order in which they are to be done; none for a task that is one. */
  readonly parts: readonly TaskPart[];
  readonly items: readonly GatheredItem[];
  /** Places that there was no room for, as `path:line symbol`. */
  readonly leftOut: readonly string[];
  /** The change that the task is about; null where it is about none. */
  readonly change: string | null;
  /** Addresses of the symbols that the task names. */
  readonly named: readonly string[];
  /** Places that an earlier answer of the conversation has, as `path:start-end`. */
  readonly shownBefore: readonly string[];
  /** How often each kind of look-up was made. */
  readonly lookUps: Readonly<Record<string, number>>;
  readonly background: readonly Background[];
}

export interface PrepareOptions {
  readonly maxTokens: number;
  /** Paths and symbols that the user adds to those of the task. */
  readonly focus: readonly string[];
  readonly signal: AbortSignal;
}

/** Chooses the source for a task, without a language model. Throws what its look-ups throw. */
export type Prepare = (task: string, options: PrepareOptions) => Promise<PreparedContext>;
