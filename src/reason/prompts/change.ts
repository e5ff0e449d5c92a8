// A fix, an addition, a test: a short reason and the edits.
import type { Form } from "./form.ts";

export const CHANGE: Form = {
  name: "change",
  asks: "Make the change that is asked for, as small as it can be.",
  output: `First what is wrong or missing, and why the change mends it, in a few sentences. Then the edits.
If the source above is not enough to make the change safely, propose no edits and say what is missing.`,
  mayEdit: true,
};
