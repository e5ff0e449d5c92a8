// How a language model writes the edits that it proposes. parse-proposal.ts reads this form and nothing else.

export const BEGIN = "EDITS";
export const END = "END EDITS";

export const EDIT_FORM = `Write edits at the very end, in exactly this form; what does not follow it is not used at all:

EDITS
replace src/store.ts#Store.size
\`\`\`
size(): number {
  return this.items.length;
}
\`\`\`
change src/store.ts
\`\`\`
import { a } from "./a.ts";
\`\`\`
with
\`\`\`
import { a, b } from "./a.ts";
\`\`\`
END EDITS

- \`replace path#symbol\`: the whole new definition of a symbol of which you were given all lines.
- \`change path\` or \`change path#symbol\`: text that is there exactly once, character by character without the line numbers, then \`with\` and the new text.
- \`insert-before path#symbol\`, \`insert-after path#symbol\`: new code beside a symbol.
- \`delete path#symbol\`: no text follows.
- \`create path\`: the text of a new file.
- Each text stands between two lines of three or more backticks, more than any line of the text has.
- Edit only files that the task names, and of which you were given lines. Propose no edits that are not needed.`;
