// Records an answer in the savings journal. Errors are logged and do not affect the answer.
import { isDoubtful, standsForReading } from "../../statistics/reading.ts";
import { log } from "../../system/log.ts";
import { pathBelow } from "../../system/platform/below.ts";
import { ownPath, placeOfPath } from "../../vocabulary/joined-path.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession, Services } from "../contract/services.ts";

/** What the journal says of an answer. */
export type Entry = Omit<
  Parameters<Services["journal"]["record"]>[0],
  "project" | "client" | "session" | "firstFilesTokens"
>;

export async function recordAnswer(
  project: Pick<ProjectSession, "root" | "roots" | "name">,
  entry: Entry,
  { services, caller }: OperationContext,
): Promise<void> {
  const { client } = caller;
  const { root, name } = project;
  const session = caller.session && { id: caller.session.id, tokens: await caller.session.tokens() };
  const firstFilesTokens = caller.session && firstFiles(project, entry, caller.session.read);
  const problem = services.journal.record({ project: { root, name }, client, session, firstFilesTokens, ...entry });
  if (problem !== null) {
    log("warn", problem.message);
  }
}

/**
 * Tokens of the first hits' files that no earlier answer of the session stood for. They are added to `read`, unless grepping would have been
 * cheaper: then nobody would have read them. A file is the same whether its project was asked alone or with others.
 */
function firstFiles(
  { root, roots }: Pick<ProjectSession, "root" | "roots">,
  entry: Entry,
  read: Set<string>,
): number | undefined {
  const { operation, hits, statistics } = entry;
  const { alternatives, contextTokens } = statistics;
  if (alternatives === undefined || isDoubtful(entry) || !standsForReading(operation, contextTokens, hits)) {
    return undefined;
  }
  const keyOf = (path: string) => pathBelow(roots?.[placeOfPath(path) ?? -1] ?? root, ownPath(path));
  const fresh = alternatives.files.filter(({ path }) => !read.has(keyOf(path)));
  const tokens = fresh.reduce((sum, one) => sum + one.tokens, 0);
  if (tokens <= (alternatives.grep?.tokens ?? tokens)) {
    for (const { path } of fresh) {
      read.add(keyOf(path));
    }
  }
  return tokens;
}
