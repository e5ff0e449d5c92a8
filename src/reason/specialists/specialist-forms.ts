// What each specialist is asked to look for, and the form of its answer. read-findings.ts reads this form and nothing else.
import type { Form } from "../prompts/forms.ts";

export const SPECIALISTS = ["security", "tests", "architecture"] as const;
export type Specialist = (typeof SPECIALISTS)[number];

const LOOKS_FOR: Readonly<Record<Specialist, string>> = {
  security: `input from outside that reaches a query, a command, a path, a page or a parser; checks of rights that are missing or were taken away; unsafe
defaults; limits that are missing; races`,
  tests: `behaviour that changed and that no given test would notice; tests that cannot fail, or that assert what the code happens to do; edge cases and
errors that the change brings and nothing tries`,
  architecture: `callers that the change leaves wrong; a responsibility in the wrong place; a dependency in the wrong direction; what is done twice; a change
that does something else than its author says`,
};

const OUTPUT = `Only one JSON object, without any text before or after it:

{"findings": [{"severity": "medium", "message": "what goes wrong, with which input or in which state", "evidence": [{"place": "src/a.ts:12", "quote": "text of that line"}]}]}

- \`severity\` is info, low, medium, high or critical.
- \`evidence\`: one to five places that show it, first the one where it should be mended. \`place\` is a path as it is written above and one line number; \`quote\` is a part of that line, character by character, without its number.
- A finding whose evidence is not among the given lines is dropped. At most ten findings, the gravest first; only what the lines show.
- If you find nothing: {"findings": []}. You approve nothing, and what others found is not for you to judge.`;

export const formOf = (name: Specialist): Form => ({
  name: "specialist",
  asks: `Look at this change of a program as a specialist for ${name}. Look for: ${LOOKS_FOR[name]}.`,
  output: OUTPUT,
  mayEdit: false,
});
