// Records an answer in the savings journal. Errors are logged and do not affect the answer.
import { log } from "../../system/log.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession, Services } from "../contract/services.ts";

type Entry = Omit<Parameters<Services["journal"]["record"]>[0], "project" | "client" | "session">;

export async function recordAnswer(
  { root, name }: Pick<ProjectSession, "root" | "name">,
  entry: Entry,
  { services, caller }: OperationContext,
): Promise<void> {
  const { client } = caller;
  const session = caller.session && { id: caller.session.id, tokens: await caller.session.tokens() };
  const problem = services.journal.record({ project: { root, name }, client, session, ...entry });
  if (problem !== null) {
    log("warn", problem.message);
  }
}
