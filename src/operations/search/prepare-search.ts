// Gets ready for a client's first question, while its model still thinks what to ask: loads what a search needs and opens the project. In
// one that was never indexed, it reads the files, so that the first question finds their text in memory.
import { log } from "../../system/log.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { chooseProject } from "../contract/choose-project.ts";
import type { OperationContext } from "../contract/operation.ts";
import { loadSearch } from "./answer-search.ts";

/** Never rejects: if something is wrong, the first question says so. */
export async function prepareSearch(context: Pick<OperationContext, "services" | "caller" | "signal">): Promise<void> {
  const { services, signal } = context;
  try {
    const root = await chooseProject(undefined, context);
    await services.withProject(root, async (session) => {
      const index = await session.index();
      await Promise.all([index.prepare(signal), loadSearch(), loadTokenCounter()]);
    });
  } catch (error) {
    log("debug", "nothing is prepared for a search", { error: String(error) });
  }
}
