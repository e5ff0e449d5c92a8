// The forms in which tasks are answered, and which one a part of a task is answered in.
import type { TaskPart } from "../contract/prepared-context.ts";

/** What a language model is asked to write for one kind of task. */
export interface Form {
  readonly name: "explain" | "impact" | "plan" | "review" | "change" | "synthesis" | "specialist";
  /** What to do. */
  readonly asks: string;
  /** What the answer looks like. */
  readonly output: string;
  /** Whether the answer may propose edits. */
  readonly mayEdit: boolean;
}

/** A question about a change that is not to be made. */
const ABOUT_A_CHANGE =
  /\bwhat\b.*\b(?:breaks?|is affected|depends? on|happens if)\b|\b(?:impact|effects?|consequences) of\b|\bsafe to (?:change|delete|remove|rename)\b/i;

export function formFor({ intent, text }: TaskPart): Form {
  switch (intent) {
    case "explain":
    case "locate":
      return ABOUT_A_CHANGE.test(text) ? IMPACT : EXPLAIN;
    case "refactor":
      return PLAN;
    case "review":
      return REVIEW;
    case "fix":
    case "add":
    case "test":
      return CHANGE;
  }
}

/** How something works, or where it is. */
export const EXPLAIN: Form = {
  name: "explain",
  asks: "Answer the question from the source above.",
  output: `First the answer in one or two sentences. Then the steps that lead there, in the order in which the program does them, one item of a list each.
Last, if anything is missing for a full answer: one sentence that names what should be looked at.`,
  mayEdit: false,
};

/** The plan of a refactoring, with its edits where it is small. */
const PLAN: Form = {
  name: "plan",
  asks: "Plan the refactoring so that the program works after each step.",
  output: `A numbered list of steps. Each names the places that it changes and what stays as it is. After the list: what could go wrong, and the tests that would show it.
If all of the refactoring fits into a few edits of the source above, propose them as well.`,
  mayEdit: true,
};

/** A fix, an addition, a test: a short reason and the edits. */
const CHANGE: Form = {
  name: "change",
  asks: "Make the change that is asked for, as small as it can be.",
  output: `First what is wrong or missing, and why the change mends it, in a few sentences. Then the edits.
If the source above is not enough to make the change safely, propose no edits and say what is missing.`,
  mayEdit: true,
};

/** What a change would break. */
const IMPACT: Form = {
  name: "impact",
  asks: "Say what the change that is asked about would break or alter, from the source above.",
  output: `First the verdict in one sentence. Then three lists, each left out where it has no item: "Breaks", "May behave differently", "Tests to run or to write".
One place an item, with the reason. Last: what the source above does not show, and where it could be looked for.`,
  mayEdit: false,
};

/** What should be looked at in a change, or in code. */
const REVIEW: Form = {
  name: "review",
  asks: "Review the source above for what is asked. You can only point at problems: you approve nothing.",
  output: `A list of findings, the gravest first. Each: the place, what goes wrong with which input or in which state, and how to see it.
Only what the lines show. If you find nothing, say "No findings." and what you looked at.`,
  mayEdit: false,
};

/** One answer from the answers to the parts of a task. */
export const SYNTHESIS: Form = {
  name: "synthesis",
  asks: "Join the answers above into one answer to the whole task.",
  output: `First the answer in one or two sentences, then the details in the order of the task. Keep the citations of the answers as they are, and add none.
Where two answers contradict each other, say so. Where a part has no whole answer, say that it is missing.`,
  mayEdit: false,
};
