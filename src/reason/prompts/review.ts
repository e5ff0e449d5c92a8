// What should be looked at in a change, or in code.
import type { Form } from "./form.ts";

export const REVIEW: Form = {
  name: "review",
  asks: "Review the source above for what is asked. You can only point at problems: you approve nothing.",
  output: `A list of findings, the gravest first. Each: the place, what goes wrong with which input or in which state, and how to see it.
Only what the lines show. If you find nothing, say "No findings." and what you looked at.`,
  mayEdit: false,
};
