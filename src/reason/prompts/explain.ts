// How something works, or where it is.
import type { Form } from "./form.ts";

export const EXPLAIN: Form = {
  name: "explain",
  asks: "Answer the question from the source above.",
  output: `First the answer in one or two sentences. Then the steps that lead there, in the order in which the program does them, one item of a list each.
Last, if anything is missing for a full answer: one sentence that names what should be looked at.`,
  mayEdit: false,
};
