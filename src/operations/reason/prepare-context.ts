// The context for a task as gather_context puts it together, in the form in which it is reasoned over.
import { z } from "zod";
import type { GatheredItem, Prepare, PreparedContext, Stretch } from "../../reason/contract/prepared-context.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { contextOutput } from "../context/write-context.ts";
import type { Operation, OperationContext } from "../contract/operation.ts";

/** The operation that chooses the source for a task. */
export const CONTEXT_OPERATION = "gather_context";

/** What is used of its answer. */
const gathered = z.object({
  ...contextOutput,
  left_out: contextOutput.left_out.default([]),
  shown_before: contextOutput.shown_before.default([]),
  change: contextOutput.change.nullable().default(null),
  named: contextOutput.named.default({}),
});

/** `input`: of every call, such as the project. */
export const prepareBy =
  (operation: Operation, input: Readonly<Record<string, unknown>>, context: OperationContext): Prepare =>
  async (task, { maxTokens, focus, signal }) => {
    const asked = { ...input, task, max_tokens: maxTokens, ...(focus.length === 0 ? {} : { focus }) };
    const { structured } = await operation.run(asked, { ...context, signal });
    return contextOf(gathered.parse(structured));
  };

const contextOf = ({
  intent: whole,
  parts,
  items,
  imports = {},
  left_out: leftOut,
  shown_before: shownBefore,
  look_ups: lookUps,
  named,
  change,
}: z.output<typeof gathered>): PreparedContext => ({
  intent: whole,
  parts: parts.map(([of, text]) => ({ intent: of, text })),
  leftOut,
  shownBefore,
  lookUps,
  change,
  named: Object.values(named),
  background: [],
  items: Object.entries(items.rows).flatMap(([path, places]) => [
    ...importItem(path, imports[path] ?? []),
    ...places.map(([symbol, priority, why, , , stretches]) => ({
      path,
      symbol,
      why,
      priority,
      stretches: stretches.map(([startLine, endLine, source]) => ({ startLine, endLine, source })),
    })),
  ]),
});

/** Why lines of imports are there: they come without their indentation. */
export const IMPORTS = "imports";

/** Lines as `3: import …`; one that was shortened ends with an ellipsis, and is no line of the file. */
function importItem(path: string, lines: readonly string[]): GatheredItem[] {
  const stretches: Stretch[] = [];
  for (const line of lines) {
    const [, number = "", source = ""] = /^(\d+): (.*[^…])$/.exec(line) ?? [];
    const last = stretches.at(-1);
    if (number !== "" && last?.endLine === Number(number) - 1) {
      stretches.splice(-1, 1, { ...last, endLine: Number(number), source: `${last.source}\n${source}` });
    } else if (number !== "") {
      stretches.push({ startLine: Number(number), endLine: Number(number), source });
    }
  }
  return stretches.length === 0 ? [] : [{ path, symbol: null, why: IMPORTS, priority: "high", stretches }];
}

/** Throws INTERNAL where it is none of them. */
export function operationNamed(name: string, operations: readonly Operation[]): Operation {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) {
    throw new Failure("INTERNAL", `there is no ${name}`, { hint: "install context-broker again" });
  }
  return found;
}
