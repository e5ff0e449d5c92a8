// Records an answer in the savings journal. Errors are logged and do not affect the answer.
import { standsForReading } from "../../statistics/reading.ts";
import { log } from "../../system/log.ts";
import { pathBelow } from "../../system/platform/below.ts";
import { ownPath, placeOfPath } from "../../vocabulary/joined-path.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession, Services } from "../contract/services.ts";

/** What the journal says of an answer. */
export type Entry = Omit<
  Parameters<Services["journal"]["record"]>[0],
  "project" | "client" | "session" | "firstReadTokens"
>;

export async function recordAnswer(
  project: Pick<ProjectSession, "root" | "roots" | "name">,
  entry: Entry,
  { services, caller }: OperationContext,
): Promise<void> {
  const { client } = caller;
  const { root, name } = project;
  const session = caller.session && { id: caller.session.id, tokens: await caller.session.tokens() };
  const firstReadTokens = caller.session && firstRead(project, entry, caller.session.read);
  const problem = services.journal.record({ project: { root, name }, client, session, firstReadTokens, ...entry });
  if (problem !== null) {
    log("warn", problem.message);
  }
}

/**
 * Tokens of the hit files that no earlier answer of the session stood for; they are added to `read`. A file is the same whether its project
 * was asked alone or with others.
 */
function firstRead(
  { root, roots }: Pick<ProjectSession, "root" | "roots">,
  { operation, statistics, hits }: Entry,
  read: Set<string>,
): number {
  const { hitFiles, hitFilesTokens, contextTokens } = statistics;
  if (hitFiles === undefined || !standsForReading(operation, contextTokens, hits)) {
    return hitFilesTokens;
  }
  const keyOf = (path: string) => pathBelow(roots?.[placeOfPath(path) ?? -1] ?? root, ownPath(path));
  const fresh = hitFiles.filter(({ path }) => !read.has(keyOf(path)));
  for (const { path } of fresh) {
    read.add(keyOf(path));
  }
  return fresh.reduce((sum, { tokens }) => sum + tokens, 0);
}
