// Completes an argument of a prompt from the index as it stands: nobody who types waits for it to be made.
import { withSnapshot } from "../index/with-snapshot.ts";
import { type Completion, completeAddress } from "../intelligence/complete-address.ts";
import { log } from "../system/log.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { chooseProject } from "./choose-project.ts";
import type { Prompt } from "./prompts.ts";
import type { ResourceContext } from "./saved-resources.ts";

/** For what has changed since the last question; an index that has to be made goes on in the background. */
const WAIT_MS = 100;

const NOTHING: Completion = { values: [], more: false };

/** Nothing for an argument that takes words, and where no project can be told: completing is no place to fail. */
export async function completePrompt(
  prompt: Prompt,
  argument: string,
  typed: string,
  context: ResourceContext,
): Promise<Completion> {
  if (prompt.arguments.find(({ name }) => name === argument)?.completes !== true) {
    return NOTHING;
  }
  try {
    const root = await chooseProject(undefined, context);
    return await context.services.withProject(root, async (session) => {
      const index = await session.index();
      await index.freshen({ waitMs: WAIT_MS, embedUpTo: null, signal: context.signal });
      throwIfCancelled(context.signal);
      return withSnapshot(index, (snapshot) => completeAddress(snapshot, typed));
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    log("debug", "completion.failed", { code: error.code });
    return NOTHING;
  }
}
