// What is remembered between the calls of one client's session: whether its hint was given, which notes, and answers that came too late for the
// call that asked. A folder of small files; each is made or renamed in one step, since calls run at the same time.
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";

/** A session that is older has ended. */
const SESSION_MS_MAX = 2 * 86_400_000;
/** What is said later may no longer be true, and what is not answered by then never is. */
const ANSWER_MS_MAX = 300_000;
const EDITED = "edited.jsonl";

export interface SessionNotes {
  /** True once for each name. */
  claim(name: string): boolean;
  /** Adds files that the session wrote, absolute. */
  remember(files: readonly string[]): void;
  edited(): ReadonlySet<string>;
  /** A new file for an answer, in place of earlier ones: the question is about all that the session wrote. */
  openAnswer(): number;
  /** The text of the answer, once, as soon as `isWhole` accepts it. */
  takeAnswer(isWhole: (text: string) => boolean): string | null;
}

/** `folder`: of all sessions. Throws the system's errors. */
export function openSessionNotes(folder: string, client: string, session: string): SessionNotes {
  const own = join(folder, hashOf(`${client}\n${session}`));
  if (statSync(own, { throwIfNoEntry: false }) === undefined) {
    makeFolder(own, 0o700);
    sweep(folder);
  }
  const answers = () =>
    readdirSync(own)
      .filter((name) => name.startsWith("answer-"))
      .sort();
  return {
    claim: (name) => claimed(join(own, `said-${hashOf(name)}`)),
    remember(files) {
      // In one write, so that calls at the same moment lose nothing.
      appendFileSync(join(own, EDITED), files.map((file) => `${JSON.stringify(file)}\n`).join(""), { mode: 0o600 });
    },
    edited: () =>
      new Set(
        readFileSync(join(own, EDITED), "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => String(JSON.parse(line))),
      ),
    openAnswer() {
      for (const name of answers()) {
        rmSync(join(own, name), { force: true });
      }
      return openSync(join(own, `answer-${Date.now()}-${randomBytes(4).toString("hex")}.json`), "wx", 0o600);
    },
    takeAnswer(isWhole) {
      const newest = answers().at(-1);
      return newest === undefined ? null : taken(join(own, newest), isWhole);
    },
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Whether the call does not fail with this code of the system. */
function unless(code: string, call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) {
      return false;
    }
    throw error;
  }
}

const claimed = (file: string): boolean => unless("EEXIST", () => closeSync(openSync(file, "wx", 0o600)));

function taken(file: string, isWhole: (text: string) => boolean): string | null {
  let text = "";
  let isOld = false;
  const isThere = unless("ENOENT", () => {
    text = readFileSync(file, "utf8");
    isOld = Date.now() - statSync(file).mtimeMs > ANSWER_MS_MAX;
  });
  if (!isThere || (!isOld && !isWhole(text))) {
    return null;
  }
  // Of two calls at the same moment, one can rename it.
  const mine = `${file}.taken`.replace("answer-", "taken-");
  const isMine = unless("ENOENT", () => renameSync(file, mine));
  rmSync(mine, { force: true });
  return isMine && !isOld ? text : null;
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > SESSION_MS_MAX) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
