// Which form a part of a task is answered in.
import type { TaskPart } from "../contract/prepared-context.ts";
import { CHANGE } from "./change.ts";
import { EXPLAIN } from "./explain.ts";
import type { Form } from "./form.ts";
import { IMPACT } from "./impact.ts";
import { PLAN } from "./plan.ts";
import { REVIEW } from "./review.ts";

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
