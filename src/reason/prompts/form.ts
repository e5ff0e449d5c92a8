// What a language model is asked to write for one kind of task.
export interface Form {
  readonly name: "explain" | "impact" | "plan" | "review" | "change" | "synthesis" | "specialist";
  /** What to do. */
  readonly asks: string;
  /** What the answer looks like. */
  readonly output: string;
  /** Whether the answer may propose edits. */
  readonly mayEdit: boolean;
}
