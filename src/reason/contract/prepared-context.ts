// What is reasoned over: source that was chosen for a task before any language model is asked.

const INTENTS = ["explain", "locate", "fix", "add", "refactor", "review", "test"] as const;
export type Intent = (typeof INTENTS)[number];

export const isIntent = (value: unknown): value is Intent => INTENTS.some((intent) => intent === value);

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

/** One of the things that a task asks for. */
export interface TaskPart {
  readonly text: string;
  readonly intent: Intent;
}

export interface PreparedContext extends Pick<TaskPart, "intent"> {
  /** In the order in which they are to be done; none for a task that is one. */
  readonly parts: readonly TaskPart[];
  readonly items: readonly ContextItem[];
  /** Places that there was no room for, as `path:line symbol`. */
  readonly leftOut: readonly string[];
}

export interface PrepareOptions {
  readonly maxTokens: number;
  /** Paths and symbols that the user adds to those of the task. */
  readonly focus: readonly string[];
  readonly signal: AbortSignal;
}

/** Chooses the source for a task, without a language model. Throws what its look-ups throw. */
export type Prepare = (task: string, options: PrepareOptions) => Promise<PreparedContext>;
