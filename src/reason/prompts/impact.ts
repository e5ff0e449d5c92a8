// What a change would break.
import type { Form } from "./form.ts";

export const IMPACT: Form = {
  name: "impact",
  asks: "Say what the change that is asked about would break or alter, from the source above.",
  output: `First the verdict in one sentence. Then three lists, each left out where it has no item: "Breaks", "May behave differently", "Tests to run or to write".
One place an item, with the reason. Last: what the source above does not show, and where it could be looked for.`,
  mayEdit: false,
};
