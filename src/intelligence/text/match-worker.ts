// Entry of the process that runs a caller's expression, so that none can block the server. A text that takes too long is
// abandoned, with the matches found so far, and the next ones are still tried.
import { type Context, createContext, runInContext } from "node:vm";
import { serveTasks } from "../../system/worker-host.ts";
import { type LineMatches, noMatches, regexLines } from "./match-lines.ts";
import { type MatchSetup, type MatchTask, type Replaced, type ReplaceTask, TEXT_MS_MAX } from "./matcher.ts";

serveTasks<MatchSetup, MatchTask | ReplaceTask, readonly LineMatches[] | readonly Replaced[] | null>(
  async ({ source, flags }) => {
    const expression = new RegExp(source, flags);
    return async (task) =>
      task.kind === "lines" ? matchAll(task.texts, expression, task.most) : replaceAll(task, expression);
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
    // Time that earlier texts took does not count for the one in which the time limit was reached.
    if (!endsInTime(context) && results.length > before + 1) {
      results.pop();
    }
  } while (results.length < texts.length);
  return results;
}

/** Calls the context's `work`; false where it took longer than TEXT_MS_MAX and was ended. */
function endsInTime(context: Context): boolean {
  try {
    runInContext("work()", context, { timeout: TEXT_MS_MAX });
    return true;
  } catch (error) {
    // Not codeOf: this error is of the other context, so no instance of this one's Error.
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      return false;
    }
    throw error;
  }
}

function replaceAll({ text, replacement }: ReplaceTask, expression: RegExp): Replaced[] | null {
  const found: Replaced[] = [];
  const work = (): void => {
    for (const match of text.matchAll(expression)) {
      const end = match.index + match[0].length;
      found.push({ start: match.index, end, text: expand(replacement, match) });
    }
  };
  return endsInTime(createContext({ work })) ? found : null;
}

/** `$$`, `$&`, `$1` to `$99` and `$<name>`, as in JavaScript; a group that is not there stays as written. */
const expand = (replacement: string, match: RegExpExecArray): string =>
  replacement.replace(/\$(?:\$|&|(\d{1,2})|<([^>]*)>)/g, (whole, digits?: string, name?: string) => {
    if (whole === "$$" || whole === "$&") {
      return whole === "$$" ? "$" : match[0];
    }
    if (name !== undefined) {
      return match.groups === undefined ? whole : (match.groups[name] ?? "");
    }
    const long = Number(digits);
    const [group, rest] = long < match.length ? [long, ""] : [Number(digits?.[0]), digits?.slice(1) ?? ""];
    return group > 0 && group < match.length ? (match[group] ?? "") + rest : whole;
  });
