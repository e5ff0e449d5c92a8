// Completes an argument of a prompt from the index as it is: completion does not wait for indexing.
import { withSnapshot } from "../index/with-snapshot.ts";
import { type Completion, completeAddress } from "../intelligence/symbols/complete-address.ts";
import { log } from "../system/log.ts";
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { chooseProject } from "./contract/choose-project.ts";
import type { Prompt } from "./prompts.ts";
import type { ResourceContext } from "./saved/saved-resources.ts";

/** Milliseconds for changes since the last question; a missing index is made in the background. */
const WAIT_MS = 100;

const NOTHING: Completion = { values: [], more: false };

/** Returns nothing for an argument of free text, and without a project: completion does not fail. */
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
