// The folder by which one session and Emacs exchange tools, calls and answers. Each file gets its name when it is complete. A call is claimed by
// renaming it, so one that was withdrawn never runs, and one that runs is run once.
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { hasEnded } from "../system/process-identity.ts";
import { codeOf, unlessAbsent } from "../vocabulary/failure.ts";

/** A tool as Emacs lists it. */
export interface EmacsTool {
  readonly name: string;
  readonly description: string;
  /** Whether it changes nothing. */
  readonly safe: boolean;
  readonly inputSchema: { readonly type: "object"; readonly [field: string]: unknown };
}

/** What Emacs wrote about itself and what this session may call. */
export interface Offer {
  readonly pid: number;
  readonly version: string;
  readonly tools: readonly EmacsTool[];
  /** Why this session may call nothing; null where it may. */
  readonly refused: string | null;
}

export interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Why Emacs answers later than at once, and how long that may take. */
export interface Later {
  readonly message: string;
  readonly seconds: number;
}

export type EmacsAnswer =
  | { readonly text: string }
  | { readonly value: unknown }
  | { readonly error: { readonly message: string; readonly hint: string } };

/** `N.later` may be written several times; the other files once. */
export interface PlacedCall {
  /** Names the call in Emacs. */
  readonly id: string;
  /** True if Emacs had not claimed the call, which then never runs. */
  withdraw(): boolean;
  isClaimed(): boolean;
  later(): Later | null;
  answer(): EmacsAnswer | null;
  /** Removes the files of the call. */
  clear(): void;
}

export interface Exchange {
  readonly folder: string;
  readonly offerFile: string;
  /** Null where Emacs has written none. */
  offer(): Offer | null;
  /** Removes what an earlier Emacs wrote. */
  forgetOffer(): void;
  place(call: Call): PlacedCall;
  /** Removes the folder. */
  close(): void;
}

const PREFIX = "context-broker-emacs-";

/** Throws the system's errors. */
export function openExchange(): Exchange {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const offerFile = join(folder, "tools.json");
  let calls = 0;
  return {
    folder,
    offerFile,
    offer: () => readJson<Offer>(offerFile),
    forgetOffer: () => rmSync(offerFile, { force: true }),
    place: (call) => {
      calls += 1;
      return placeCall(folder, String(calls), call);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function placeCall(folder: string, id: string, call: Call): PlacedCall {
  const path = (ending: string): string => join(folder, `${id}.${ending}`);
  writeFileSync(path("new"), JSON.stringify(call, withoutNul), { mode: PRIVATE_MODES.file });
  moved(path("new"), path("call"));
  return {
    id,
    withdraw: () => unlessAbsent(() => moved(path("call"), path("withdrawn")), false),
    isClaimed: () => existsSync(path("taken")),
    later: () => readJson<Later>(path("later")),
    answer: () => readJson<EmacsAnswer>(path("answer")),
    clear: () => {
      for (const ending of ["new", "call", "taken", "withdrawn", "later", "answer"]) {
        rmSync(path(ending), { force: true });
      }
    },
  };
}

/** The JSON reader of Emacs 28 refuses NUL characters. Emacs undoes this. */
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/[\0\ue000]/g, (found) => (found === "\0" ? "\ue0000" : "\ue0001")) : value;

function moved(from: string, to: string): true {
  BUSY_FILES.retriedNow(() => renameSync(from, to));
  return true;
}

/** Null without a file. Emacs writes these files alone, whole, and by a rename. */
function readJson<Value>(path: string): Value | null {
  const text = unlessAbsent(() => readFileSync(path, "utf8"), null);
  return text === null ? null : (JSON.parse(text) as Value);
}

/** Removes folders of processes that were killed. Other users' are left, as the system has it. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split("-")[0]);
    if (Number.isSafeInteger(pid) && pid > 0 && hasEnded(pid)) {
      try {
        rmSync(join(tmpdir(), name), { recursive: true, force: true });
      } catch (error) {
        if (!["EPERM", "EACCES", "ENOTEMPTY"].includes(codeOf(error))) {
          throw error;
        }
      }
    }
  }
}
