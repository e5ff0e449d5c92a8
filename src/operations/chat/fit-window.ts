// What of a conversation is sent with a task: what the language model's window has room for, by priority. Trimmed are the least important items
// first, of the earlier questions the oldest. Pure.
import { type ContextBudget, PRIORITIES, type Priority } from "../../context/budget.ts";
import type { Exchange } from "../../context/memory/session-memory.ts";
import type { ContextItem, PreparedContext } from "../../reason/contract/prepared-context.ts";
import { textOfItem } from "../../reason/prompts/write-prompt.ts";

const QUESTION_SHOWN = 60;

export interface Fitted {
  readonly context: PreparedContext;
  /** What there was no room for, as messages name it. */
  readonly trimmed: readonly string[];
  readonly used: number;
  readonly capacity: number;
}

/** Of a task; `exchanges`: oldest first. */
export interface Fitting {
  readonly task: string;
  readonly gathered: PreparedContext;
  readonly overview: string;
  readonly exchanges: readonly Exchange[];
}

/** Throws INVALID_INPUT where what the task names does not fit. */
export function fitWindow({ task, gathered, overview, exchanges }: Fitting, budget: ContextBudget): Fitted {
  const trimmed: string[] = [];
  const fits = (name: string, text: string, priority: Priority): boolean => {
    const { added } = budget.add({ name, text, priority });
    if (!added) {
      trimmed.push(name);
    }
    return added;
  };
  fits("the task", task, "critical");
  fits("the overview", overview, "critical");
  const kept = new Set(
    PRIORITIES.flatMap((priority) =>
      gathered.items.filter((item) => item.priority === priority && fits(nameOf(item), textOfItem(item), priority)),
    ),
  );
  const newestFirst = exchanges.toReversed();
  const texts = newestFirst.map(({ question, answer }) => `Question: ${question}\n\nAnswer: ${answer}`);
  // The first without room ends it: an older one is worth no more.
  const end = texts.findIndex((text, at) => !fits(questionOf(newestFirst[at]), text, "low"));
  trimmed.push(...(end < 0 ? [] : newestFirst.slice(end + 1).map(questionOf)));
  const earlier = (end < 0 ? texts : texts.slice(0, end)).toReversed();
  const context = {
    ...gathered,
    items: gathered.items.filter((item) => kept.has(item)),
    background: [
      { title: "The project", text: overview },
      ...(gathered.change === null ? [] : [{ title: "The change", text: gathered.change }]),
      ...earlier.map((text) => ({ title: "An earlier question and its answer", text })),
    ],
  };
  return { context, trimmed, used: budget.used, capacity: budget.capacity };
}

const questionOf = (exchange: Exchange | undefined): string =>
  `the question ${JSON.stringify(exchange?.question.slice(0, QUESTION_SHOWN) ?? "")}`;

/** `src/cart.ts:4-9` */
export function nameOf({ path, stretches }: ContextItem): string {
  const [first, last] = [stretches[0], stretches.at(-1)];
  return first === undefined || last === undefined ? path : `${path}:${first.startLine}-${last.endLine}`;
}
