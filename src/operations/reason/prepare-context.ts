// The context for a task as gather_context puts it together, in the form in which it is reasoned over.
import { z } from "zod";
import { isIntent, type Prepare } from "../../reason/contract/prepared-context.ts";
import { Failure } from "../../vocabulary/failure.ts";
import type { Operation, OperationContext } from "../contract/operation.ts";

/** The operation that chooses the source for a task. */
export const CONTEXT_OPERATION = "gather_context";

const intent = z.string().refine(isIntent);
/** What is used of its answer. */
const gathered = z.object({
  intent,
  parts: z.array(z.object({ text: z.string(), intent })),
  items: z.array(
    z.object({
      path: z.string(),
      symbol: z.string().nullish(),
      why: z.string(),
      stretches: z.array(z.object({ start_line: z.int(), end_line: z.int(), source: z.string() })),
    }),
  ),
  left_out: z.array(z.string()).optional(),
});

/** `input`: of every call, such as the project. */
export const prepareBy =
  (operation: Operation, input: Readonly<Record<string, unknown>>, context: OperationContext): Prepare =>
  async (task, { maxTokens, focus, signal }) => {
    const asked = { ...input, task, max_tokens: maxTokens, ...(focus.length === 0 ? {} : { focus }) };
    const { structured } = await operation.run(asked, { ...context, signal });
    const { items, left_out: leftOut = [], ...rest } = gathered.parse(structured);
    return {
      ...rest,
      leftOut,
      items: items.map(({ path, symbol = null, why, stretches }) => ({
        path,
        symbol,
        why,
        stretches: stretches.map(({ start_line: startLine, end_line: endLine, source }) => ({
          startLine,
          endLine,
          source,
        })),
      })),
    };
  };

/** Throws INTERNAL where it is none of them. */
export function contextOperation(operations: readonly Operation[]): Operation {
  const found = operations.find(({ name }) => name === CONTEXT_OPERATION);
  if (found === undefined) {
    throw new Failure("INTERNAL", `there is no ${CONTEXT_OPERATION}`, { hint: "install context-broker again" });
  }
  return found;
}
