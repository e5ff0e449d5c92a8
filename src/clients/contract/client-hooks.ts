// A client's own hooks: programs that it runs before and after its tools. Where it lists them, what it tells them, and how it takes a note.
// Loaded on every call of a hook, so it imports nothing.

/** What happened, as far as a hook cares. `session`: the client's own id of its conversation. */
export type HookEvent =
  /** The client's own tool has written these files, absolute or relative to `cwd`. */
  | { readonly kind: "wrote"; readonly session: string; readonly cwd: string; readonly paths: readonly string[] }
  /** It is about to search for a text, in files. */
  | { readonly kind: "searches"; readonly session: string; readonly cwd: string; readonly text: string }
  /** It is about to read a whole file. */
  | { readonly kind: "reads"; readonly session: string; readonly cwd: string; readonly path: string };

/** One entry of the client's list of hooks. */
export interface HookEntry {
  /** The keys that lead to the array that it is in. */
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** Entries in a file of JSON, which lists the hooks of other programs, too; or a file of the client's plugins, which is this program's own. */
export type Installed =
  | {
      readonly form: "entries";
      /** What a new file begins with, beside the entries. */
      readonly newFile: Readonly<Record<string, unknown>>;
      readonly entries: (command: string) => readonly HookEntry[];
    }
  | { readonly form: "plugin"; readonly text: (command: string) => string };

export interface ClientHooks {
  /** As `hook install` takes it. */
  readonly name: string;
  readonly title: string;
  /** The user's file, absolute: hooks of a project would run on the machines of all who clone it. */
  readonly file: (home: string, env: Readonly<Record<string, string | undefined>>) => string;
  readonly installed: Installed;
  /** Null for an event in which nothing is to be done, and for one that is not understood. */
  readonly read: (payload: unknown) => HookEvent | null;
  /** What the client expects on stdout for a note; null where it passes none to its model after this event. */
  readonly answer: (event: HookEvent["kind"], note: string) => unknown;
  /** What the user still has to do after the installation; null where nothing. */
  readonly afterInstall: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The lines of a patch, as some models write it, that name a file. */
export const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The text that a shell command searches for by grep or one of its successors; "" where it does not, or in more than one way. */
export function searchedByShell(command: string): string {
  const words = command.match(/'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"]+/g) ?? [];
  const start = words.findIndex((word) => /(?:^|\/)(?:[ef]?grep|rg|ag|ack)$/.test(word));
  const isPlain = start === 0 || (start === 1 && words[0] === "git");
  const pattern = words.slice(start + 1).find((word) => !word.startsWith("-"));
  return isPlain && pattern !== undefined ? pattern.replace(/^(['"])(.*)\1$/, "$2") : "";
}
