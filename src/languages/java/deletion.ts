// What a deletion breaks in Java beside what names it.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

export const javaDeletion: DeletionRules = {
  // A constant stands in annotations and labels of `switch`, which need its value.
  follows: /\b[A-Z][A-Z0-9_]*[ \t]*=(?!=)/,
  lambda: /->|::/,
  signs: signsBy({ iterator: /\bfor[ \t]*\([^;]*:/, close: /\btry[ \t]*\(/ }),
};
