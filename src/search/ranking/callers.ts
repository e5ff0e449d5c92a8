// What is said where a chunk's names are used: a question is often put in the words of those who call a function, not in those that
// the function is written in.
import { termsOf } from "../../index/lexical/terms.ts";
import type { ChunkRecord, Snapshot, TermPostings } from "../../index/snapshot.ts";
import { memoized } from "../../system/memo.ts";
import type { ChunkId, ChunkKind } from "../../vocabulary/chunk.ts";
import { simpleName } from "../../vocabulary/qualified-names.ts";
import type { ChunkMeaning } from "./measure-meaning.ts";

/** Weight, in units of a file's score; fitted as those in choose-chunk.ts. */
export const CALLERS = 2;

/** A name that more chunks hold, or more places define, is a word like others. */
const USES_MAX = 20;
const DEFINITIONS_MAX = 3;
/** Of a chunk that defines many names, none says much about it. */
const NAMES_MAX = 4;
/** Shorter names are used for many things. */
const NAME_LENGTH_MIN = 4;

/** Documents and data mention names without using them. */
const MENTIONS: ReadonlySet<ChunkKind> = new Set(["section", "data", "import"]);

/** The term of a whole name; undefined for a stop word. */
const termOf = memoized((name: string): string | undefined => termsOf(name)[0]);

const definitionsIn = ({ nameCounts }: TermPostings): number => nameCounts.reduce((sum, count) => sum + count, 0);

const namesOf = ({ symbol, defines }: ChunkRecord): string[] =>
  [...new Set([...(symbol === null ? [] : [symbol]), ...defines].map(simpleName))]
    .filter(({ length }) => length >= NAME_LENGTH_MIN)
    .slice(0, NAMES_MAX);

/** The chunks that use a name of this chunk's; a name that too many use counts for none. */
function usersOf(snapshot: Snapshot, chunk: ChunkRecord): Set<ChunkId> {
  const users = new Set<ChunkId>();
  for (const name of namesOf(chunk)) {
    const term = termOf(name);
    const postings = term === undefined ? null : snapshot.postings(term, USES_MAX);
    if (postings !== null && postings.chunks.length <= USES_MAX && definitionsIn(postings) <= DEFINITIONS_MAX) {
      for (const user of postings.chunks) {
        users.add(user as ChunkId);
      }
    }
  }
  users.delete(chunk.id);
  return users;
}

/** Mean z-score of the chunks that use a name of this chunk's, of those that were measured; 0 where there is none. */
export function meaningOfCallers(snapshot: Snapshot, meaning: ChunkMeaning, chunk: ChunkRecord): number {
  const zScores = [...usersOf(snapshot, chunk)]
    .filter((user) => !MENTIONS.has(snapshot.chunkKind(user)))
    .flatMap((user) => meaning.get(user) ?? []);
  return zScores.length === 0 ? 0 : zScores.reduce((sum, z) => sum + z, 0) / zScores.length;
}
