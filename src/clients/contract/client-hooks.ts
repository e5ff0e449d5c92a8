// A client's own hooks are programs that it runs before and after its tools. The contract: where the client lists them, what message it sends, and
// how it takes a note. Loaded on every call of a hook, so it imports nothing.

/** An event that a hook handles. `session`: the client's own id of its conversation. */
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

/** What is installed: entries in a JSON file that also lists other programs' hooks, or a plugin file that is this program's alone. */
export type Installed =
  | {
      readonly form: "entries";
      /** What a new file begins with, beside the entries. */
      readonly newFile: Readonly<Record<string, unknown>>;
      readonly entries: (command: string) => readonly HookEntry[];
    }
  | { readonly form: "plugin"; readonly text: (command: string) => string };

export interface ClientHooks {
  /** As `hooks install` takes it. */
  readonly name: string;
  readonly title: string;
  /** The user's file, absolute. Never a project's file: its hooks would run on the machines of all who clone it. */
  readonly file: (home: string, env: Readonly<Record<string, string | undefined>>) => string;
  readonly installed: Installed;
  /** The event in a client's message; null if there is nothing to do, or if it is not understood. */
  readonly read: (payload: unknown) => HookEvent | null;
  /** What the client expects on stdout for a note; null if it passes no note to its model after this event. */
  readonly answer: (event: HookEvent["kind"], note: string) => unknown;
  /** What the user still has to do after the installation, as a sentence; null if nothing. */
  readonly afterInstall: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The lines that name a file in a patch of the form `*** Begin Patch`. */
export const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** The text that a shell command searches for, by `grep TEXT`, `rg TEXT` or `git grep TEXT`; "" for any other command. */
export function searchedByShell(command: string): string {
  const words = command.match(/'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"]+/g) ?? [];
  const start = words.findIndex((word) => /(?:^|\/)(?:[ef]?grep|rg|ag|ack)$/.test(word));
  const isPlain = start === 0 || (start === 1 && words[0] === "git");
  const pattern = words.slice(start + 1).find((word) => !word.startsWith("-"));
  return isPlain && pattern !== undefined ? pattern.replace(/^(['"])(.*)\1$/, "$2") : "";
}
