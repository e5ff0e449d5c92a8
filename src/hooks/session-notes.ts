// State that is shared by the calls of one client's session: whether its hint was given, which notes were, and answers that came too late for the
// call that asked. It is a folder of small files. Each is created or renamed in one step, since calls run at the same time.

import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { sha256Of } from "../system/sha256.ts";
import { codeOf } from "../vocabulary/failure.ts";

/** Sessions are deleted at this age, in milliseconds. */
const SESSION_MS_MAX = 2 * 86_400_000;
/** An answer is not used after this time, in milliseconds: it may be out of date. */
const ANSWER_MS_MAX = 300_000;
/** A question without an answer after this time, in milliseconds, was lost, for instance because its process was killed. */
const QUESTION_MS_MAX = 30_000;
const EDITED = "edited.jsonl";
const ASKED = "asked";

/** An answer of analyze_diff, and when it was asked for. */
interface DiffAnswer {
  readonly text: string;
  readonly askedAtMs: number;
}

export interface SessionNotes {
  /** True once for each name. */
  claim(name: string): boolean;
  /** Adds files that the session wrote, absolute. */
  remember(files: readonly string[]): void;
  /** When each of them was last written. */
  edited(): ReadonlyMap<string, number>;
  /** The file that was written last; null if it was asked about already or a question is open. So one question runs at a time. */
  notAsked(isWhole: (text: string) => boolean): string | null;
  /** A new file for an answer. */
  openAnswer(): number;
  /** The answers that `isWhole` accepts, each once, that of the earliest question first. */
  takeAnswers(isWhole: (text: string) => boolean): readonly DiffAnswer[];
}

/** `folder`: of all sessions. Throws the system's errors. */
export function openSessionNotes(folder: string, client: string, session: string): SessionNotes {
  const own = join(folder, hashOf(`${client}\n${session}`));
  if (statSync(own, { throwIfNoEntry: false }) === undefined) {
    makeFolder(own, PRIVATE_MODES.folder);
    sweep(folder);
  }
  return {
    claim: (name) => claimed(join(own, `said-${hashOf(name)}`)),
    remember(files) {
      // In one write, so that calls at the same moment lose nothing.
      const lines = files.map((file) => `${JSON.stringify([file, Date.now()])}\n`).join("");
      appendFileSync(join(own, EDITED), lines, { mode: PRIVATE_MODES.file });
    },
    edited: () => editedIn(own),
    notAsked(isWhole) {
      const isOpen = answersIn(own).some((name) => {
        const age = Date.now() - Number(name.split("-")[1]);
        return age < QUESTION_MS_MAX && !isReady(join(own, name), isWhole);
      });
      const [file, atMs] = [...editedIn(own)].reduce((last, one) => (one[1] > last[1] ? one : last), ["", 0]);
      const askedAtMs = statSync(join(own, ASKED), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return isOpen || file === "" || atMs <= askedAtMs ? null : file;
    },
    openAnswer() {
      const now = Date.now();
      closeSync(openSync(join(own, ASKED), "a", PRIVATE_MODES.file));
      utimesSync(join(own, ASKED), now / 1_000, now / 1_000);
      return openSync(join(own, `answer-${now}-${randomBytes(4).toString("hex")}.json`), "wx", PRIVATE_MODES.file);
    },
    takeAnswers: (isWhole) =>
      answersIn(own)
        .filter((name) => isReady(join(own, name), isWhole))
        .flatMap((name) => taken(own, name) ?? []),
  };
}

/** By time: Date.now() has as many digits for the next two centuries. */
const answersIn = (own: string): string[] =>
  readdirSync(own)
    .filter((name) => name.startsWith("answer-"))
    .sort();

/** Empty where nothing was written. */
function editedIn(own: string): ReadonlyMap<string, number> {
  let text = "";
  unless("ENOENT", () => {
    text = readFileSync(join(own, EDITED), "utf8");
  });
  const lines = text.split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as [string, number]));
}

const hashOf = (text: string): string => sha256Of(text, 16);

/** Whether the call does not fail with this code of the system. */
function unless(code: string, call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (codeOf(error) === code) {
      return false;
    }
    throw error;
  }
}

const claimed = (file: string): boolean => unless("EEXIST", () => closeSync(openSync(file, "wx", PRIVATE_MODES.file)));

/** Whether it is whole, or so old that nothing more will come. */
function isReady(file: string, isWhole: (text: string) => boolean): boolean {
  let isSo = false;
  unless("ENOENT", () => {
    isSo = Date.now() - statSync(file).mtimeMs > ANSWER_MS_MAX || isWhole(readFileSync(file, "utf8"));
  });
  return isSo;
}

/** Null if another call takes it at the same moment, or if it is old. */
function taken(own: string, name: string): DiffAnswer | null {
  const mine = join(own, name.replace("answer-", "taken-"));
  // Of two calls, one can rename it.
  if (!unless("ENOENT", () => renameSync(join(own, name), mine))) {
    return null;
  }
  const text = readFileSync(mine, "utf8");
  const isOld = Date.now() - statSync(mine).mtimeMs > ANSWER_MS_MAX;
  rmSync(mine);
  return isOld ? null : { text, askedAtMs: Number(name.split("-")[1]) };
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > SESSION_MS_MAX) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
