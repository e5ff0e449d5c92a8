// Reading a file that was admitted when somebody last looked, and may not be any more. Knows no use of what it reads.
import { Failure } from "../vocabulary/failure.ts";
import type { CorpusSource, ReadOutcome } from "./corpus.ts";

/** Null where the corpus no longer admits the path: it was removed, or became a link, since it was seen. */
export async function readAdmitted(corpus: CorpusSource, path: string): Promise<ReadOutcome | null> {
  try {
    return await corpus.read(path);
  } catch (error) {
    if (error instanceof Failure && error.code === "PATH_NOT_ADMITTED") {
      return null;
    }
    throw error;
  }
}
