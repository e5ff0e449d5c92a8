// One answer from the answers to the parts of a task.
import type { Form } from "./form.ts";

export const SYNTHESIS: Form = {
  name: "synthesis",
  asks: "Join the answers above into one answer to the whole task.",
  output: `First the answer in one or two sentences, then the details in the order of the task. Keep the citations of the answers as they are, and add none.
Where two answers contradict each other, say so. Where a part has no whole answer, say that it is missing.`,
  mayEdit: false,
};
