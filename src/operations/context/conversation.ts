// What a named conversation adds to the gathering of a context: what it was shown is not sent again, "it" means what its last task found, and
// its first answer says what the project is.
import type { Candidate, IsKnown } from "../../context/assemble.ts";
import type { Focus, Gathered } from "../../context/gather.ts";
import { withoutLines } from "../../context/memory/line-ranges.ts";
import { OVERVIEW_TOKENS_MAX, openMemory } from "../../context/memory/session-memory.ts";
import type { TokenCounter } from "../../system/token-counter.ts";
import type { Problem } from "../../vocabulary/failure.ts";
import type { CodeScene } from "../answer/answer-code.ts";
import { getRepoOverview } from "../code/project/get-repo-overview.ts";
import type { OperationContext } from "../contract/operation.ts";

/** Of an answer's budget, what an overview of the project may take. */
const OVERVIEW_SHARE = 1 / 8;
const OVERVIEW_TOKENS_MIN = 300;
/** Symbols that a word such as "it" may mean: the best places of the last task. */
const MEANT_MAX = 3;
const PRONOUN = /\b(?:it|its|that|this|they|them|their|those|these|there)\b/i;

export interface Conversation {
  /** Whether it has had an answer. */
  readonly isFollowUp: boolean;
  readonly isKnown: IsKnown;
  /** What the task refers to by a pronoun. */
  meantBy(task: string): readonly Focus[];
  /** Null after the first answer, and where the budget is too small for one. */
  overview(budget: number, context: OperationContext): Promise<string | null>;
  /** False where it could not be kept, which is a problem then. */
  remember(task: string, gathered: Gathered, shown: readonly Candidate[], text: string): boolean;
  /** Why its memory is not whole, or not kept. */
  problems(): readonly Problem[];
}

/** Throws INVALID_INPUT for what is no name of a conversation. */
export async function openConversation(
  scene: CodeScene,
  session: string,
  counter: TokenCounter,
): Promise<Conversation> {
  const index = await scene.session.index();
  const memory = openMemory({ folder: index.folder, session, counter });
  const state = scene.withSnapshot(({ databaseId, generation }) => `${databaseId} ${generation}`);
  const isFollowUp = !memory.isNew;
  return {
    isFollowUp,
    isKnown: ({ document }, range) =>
      withoutLines([range], memory.shownLines(document.path, document.contentHash)).length === 0,
    meantBy(task) {
      if (!isFollowUp || !PRONOUN.test(task)) {
        return [];
      }
      const symbols = scene.withSnapshot((snapshot) =>
        memory.symbols((path, contentHash) => snapshot.documentAt(path)?.contentHash === contentHash),
      );
      return symbols.slice(0, MEANT_MAX).map(({ id }) => ({ address: id, why: "shown in the last answer" }));
    },
    async overview(budget, context) {
      const tokens = Math.min(OVERVIEW_TOKENS_MAX, Math.floor(budget * OVERVIEW_SHARE));
      if (isFollowUp || tokens < OVERVIEW_TOKENS_MIN) {
        return null;
      }
      const key = `${state} ${tokens}`;
      const kept = memory.overview(key);
      if (kept !== null) {
        return kept;
      }
      const input = { project: scene.session.root, max_tokens: tokens, format: "text" };
      const { text } = await getRepoOverview.run(input, context);
      memory.keepOverview(text, key);
      return text;
    },
    remember(task, { files }, shown, text) {
      const places = shown.flatMap(({ file: { document, pieces }, at }) => {
        const piece = pieces[at];
        return piece === undefined ? [] : [{ ...piece, path: document.path, contentHash: document.contentHash }];
      });
      for (const { document } of files) {
        const ranges = places.filter(({ path }) => path === document.path);
        if (ranges.length > 0) {
          memory.recordShown(document.path, document.contentHash, ranges);
        }
      }
      // The best last: it is then the most recently used.
      for (const { path, contentHash, symbol } of [...places].reverse()) {
        if (symbol !== null) {
          const { startLine, endLine } = symbol;
          memory.touch({ id: `${path}#${symbol.path}`, path, contentHash, startLine, endLine });
        }
      }
      memory.keepResult(
        task,
        state,
        places.map(({ path, contentHash, startLine, endLine, symbol }) => {
          return { symbol: symbol?.path ?? null, path, contentHash, startLine, endLine };
        }),
      );
      memory.addTokens(counter.count(text));
      const before = memory.problem;
      memory.save();
      return memory.problem === before;
    },
    problems: () => (memory.problem === null ? [] : [memory.problem]),
  };
}
