// The frame of an answer about an edit: which working tree it is made in, and the answer as every tool about code has it.
import { findWorktree } from "../../edits/worktrees/find-worktree.ts";
import { answerCode, type CodeInput } from "../answer/answer-code.ts";
import { freshen } from "../answer/answer-fresh.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { EditReport } from "./edit-report.ts";
import { type EditPlace, openPlace } from "./run-edit.ts";
import { reportEdit } from "./write-report.ts";

/** Where an edit is made. */
export interface EditRoute {
  readonly place: EditPlace;
  /** The project that the request names, where the edit is made in another worktree of it; null where it is made there. */
  readonly home: EditPlace | null;
}

interface RoutedInput extends CodeInput {
  readonly worktree?: string | undefined;
  /** The question in the journal: the first of these that there is. */
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  readonly session?: string | undefined;
}

/** Failures: those of every question about code, of findWorktree and of `edit`. */
export async function answerEdit(
  operation: string,
  input: RoutedInput,
  context: OperationContext,
  edit: (route: EditRoute) => Promise<EditReport>,
) {
  const question = { operation, asked: input.symbol ?? input.path ?? input.session ?? "" };
  const { signal, services } = context;
  const answer = await answerCode(input, question, context, async ({ session, freshness }) => {
    const here = await openPlace(session, freshness, context);
    if (input.worktree === undefined) {
      return reportEdit(await edit({ place: here, home: null }));
    }
    const tree = await findWorktree(session.root, input.worktree, signal);
    if (tree.root === session.root) {
      return reportEdit({ ...(await edit({ place: here, home: null })), tree });
    }
    return services.withProject(tree.root, async (other) => {
      const index = await other.index();
      const waits = { waitMs: other.settings.searchWaitMs, embedUpTo: null };
      const place = await openPlace(other, await freshen(index, waits, context), context);
      return reportEdit({ ...(await edit({ place, home: here })), tree });
    });
  });
  // A question about an ambiguous name has an answer; an edit of one was not made.
  return { ...answer, passed: answer.structured.state !== "ambiguous" };
}
