// Whether the edits that a language model proposes stay within what the user asked for, before anything is staged.
import type { ProposedEdit } from "../proposal/parse-proposal.ts";
import { isInScope, type Scope } from "./paths-in-scope.ts";

export interface ProposalRefusal {
  readonly path: string;
  readonly why: string;
  /** What the user can do. */
  readonly remedy: string;
}

export interface KnownFiles {
  /** Files of which lines were sent. */
  readonly sent: ReadonlySet<string>;
  /** Whether there is anything at the path, admitted or not. */
  readonly exists: (path: string) => boolean;
}

/** One refusal for each file; none: they may be staged. */
export function judgeProposal(
  edits: readonly ProposedEdit[],
  scope: Scope,
  { sent, exists }: KnownFiles,
): ProposalRefusal[] {
  const refusals = new Map<string, ProposalRefusal>();
  const refuse = (path: string, why: string, remedy: string): void => {
    if (!refusals.has(path)) {
      refusals.set(path, { path, why, remedy });
    }
  };
  for (const { kind, path } of edits) {
    const inScope = isInScope(scope, path);
    if (kind === "create" && exists(path)) {
      const remedy = inScope ? "edit it by hand if it cannot be sent" : "ask again, and name the file in the task";
      refuse(path, "it exists, and the edit would write a new file there", remedy);
    } else if (kind !== "create" && !sent.has(path)) {
      // It is empty, not among the searched files, or there was no room for it.
      const remedy = inScope ? "edit it by hand" : `name it in the task, or add it with --allow ${path}`;
      refuse(path, "the language model was never sent a line of it", remedy);
    } else if (!inScope) {
      refuse(path, "the task does not name it", `add it with --allow ${path}`);
    }
  }
  return [...refusals.values()];
}
