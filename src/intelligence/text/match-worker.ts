// Entry of the process that runs a caller's expression, so that none can block the server. A text that takes too long is
// abandoned, with the matches found so far, and the next ones are still tried.
import { createContext, runInContext } from "node:vm";
import { serveTasks } from "../../system/worker-host.ts";
import { type LineMatches, noMatches, regexLines } from "./match-lines.ts";
import { type MatchSetup, type MatchTask, TEXT_MS_MAX } from "./matcher.ts";

serveTasks<MatchSetup, MatchTask, readonly LineMatches[]>(
  async ({ source, flags }) => {
    const expression = new RegExp(source, flags);
    return async ({ texts, most }) => matchAll(texts, expression, most);
  },
  { mayHang: true },
);

function matchAll(texts: readonly string[], expression: RegExp, most: number): LineMatches[] {
  const results: LineMatches[] = [];
  const work = (): void => {
    while (results.length < texts.length) {
      const matches = noMatches();
      results.push(matches);
      regexLines(texts[results.length - 1] ?? "", expression, most, matches);
    }
  };
  const context = createContext({ work });
  do {
    const before = results.length;
    try {
      runInContext("work()", context, { timeout: TEXT_MS_MAX });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
        throw error;
      }
      // Time that earlier texts took does not count for the one in which the time limit was reached.
      if (results.length > before + 1) {
        results.pop();
      }
    }
  } while (results.length < texts.length);
  return results;
}
