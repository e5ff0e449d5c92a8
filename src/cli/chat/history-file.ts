// What was typed in chats, for the arrow keys: kept in the data folder, for its owner alone.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileAtomically } from "../../system/atomic-file.ts";
import { log } from "../../system/log.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";

const LINES_MAX = 500;
/** UTF-16 units; a longer line is not kept. */
const LINE_LENGTH_MAX = 2_000;

export interface History {
  readonly newestFirst: readonly string[];
  readonly most: number;
  /** In the background; other chats may add theirs meanwhile. */
  add(line: string): void;
  /** Resolves when everything is written, or could not be. */
  flush(): Promise<void>;
}

export function openHistory(path: string): History {
  let writing = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    const lines = [...readOldestFirst(path).filter((one) => one !== line), line].slice(-LINES_MAX);
    makeFolder(dirname(path), PRIVATE_MODES.folder);
    await writeFileAtomically(path, `${lines.join("\n")}\n`, { mode: PRIVATE_MODES.file });
  };
  return {
    newestFirst: readOldestFirst(path).reverse(),
    most: LINES_MAX,
    add: (line) => {
      if (line.trim() !== "" && line.length <= LINE_LENGTH_MAX) {
        const failed = (error: unknown) =>
          log("info", "the history of chats cannot be kept", { path, error: String(error) });
        writing = writing.then(() => write(line)).catch(failed);
      }
    },
    flush: () => writing,
  };
}

/** None where the file cannot be read: a history is worth no error. */
function readOldestFirst(path: string): string[] {
  try {
    return readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .slice(-LINES_MAX);
  } catch {
    return [];
  }
}
