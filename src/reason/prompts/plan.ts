// The plan of a refactoring, with its edits where it is small.
import type { Form } from "./form.ts";

export const PLAN: Form = {
  name: "plan",
  asks: "Plan the refactoring so that the program works after each step.",
  output: `A numbered list of steps. Each names the places that it changes and what stays as it is. After the list: what could go wrong, and the tests that would show it.
If all of the refactoring fits into a few edits of the source above, propose them as well.`,
  mayEdit: true,
};
