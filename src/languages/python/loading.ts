// Which imports of Python run the imported file.
import { type Loading, statementStart } from "../contract/loading.ts";

/** Those in a function, or under `if TYPE_CHECKING:`, are indented. */
export const pythonLoading: Loading = {
  isDeferred: (lines, line) => !/^\S/.test(statementStart(lines, line, /^\s*(?:from|import)\b/) ?? ""),
};
