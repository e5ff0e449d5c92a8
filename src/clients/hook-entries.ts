// Adds this program's entries to the text of a client's file of hooks, or removes them; every other byte stays. For a client with plugins, the
// whole file is this program's.
import { existsSync } from "node:fs";
import { join, win32 } from "node:path";
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";
import { asObject, parseJsonWithComments } from "../system/parse-config.ts";
import { shellQuoted } from "../system/platform/typed-words.ts";
import { appendToJson, removeWithEmpties } from "./config-files/json-file.ts";
import type { ClientHooks, Installed } from "./contract/client-hooks.ts";

/** The end of an entry's command, by which the entry is found again. */
const wordsOf = (name: string): string => ` hook run ${name}`;

/** The command of the entries. `node`, `main`: the running Node and this program's file. `search`: the folders of PATH. */
export function hookCommand(
  name: string,
  { platform, search }: { readonly platform: NodeJS.Platform; readonly search: readonly string[] },
  node: string,
  main: string,
): string {
  const [program, script] =
    platform === "win32"
      ? [programOnWindows(node, search), wordOnWindows(main)]
      : [shellQuoted(node), shellQuoted(main)];
  return `${program} ${script}${wordsOf(name)}`;
}

/**
 * Clients there start cmd, PowerShell or the shell of Git, sometimes one of two, and only a first word without quotes is a program to all of
 * them: PowerShell prints what is quoted. So Node is named alone where PATH leads to it (it is installed in `Program Files`).
 */
function programOnWindows(node: string, search: readonly string[]): string {
  const { dir, base, name } = win32.parse(node);
  const first = search.find((folder) => existsSync(join(folder, base)));
  return first !== undefined && win32.relative(first, dir) === "" ? name : wordOnWindows(node);
}

/** With slashes, which all of these shells read. */
function wordOnWindows(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return /^[\w:/.~-]+$/.test(slashed) ? slashed : `"${slashed}"`;
}

/**
 * @throws SyntaxError if the text is not a JSON object (comments allowed), if something else is where the entries should be, or if a plugin's
 * file is another program's.
 */
export function withHooks({ name, installed }: ClientHooks, text: string, command: string): string {
  if (installed.form === "plugin") {
    requireOwn(name, text);
    return installed.text(command);
  }
  const hooks = { name, ...installed };
  requireObject(text);
  const wanted = hooks.entries(command);
  const isThere = wanted.every(({ keys, value }) => ownIn(hooks, text, keys).some((own) => isSame(own, value)));
  if (isThere) {
    return text;
  }
  for (const { keys } of wanted) {
    requirePlace(text, keys);
  }
  const bare = withoutEntries(hooks, text);
  const start = bare.trim() === "" ? newText(hooks) : bare;
  return wanted.reduce((before, { keys, value }) => appendToJson(before, keys, value), start);
}

/** @throws SyntaxError if there is no list at the keys and none can be made, or if one of them is in its object twice: then the client reads the last. */
function requirePlace(text: string, keys: readonly string[]): void {
  for (const depth of keys.keys()) {
    const path = keys.slice(0, depth + 1);
    const node = nodeAt(text, path);
    const [type, what] = path.length === keys.length ? ["array", "a list"] : ["object", "an object"];
    const siblings = node?.parent?.parent?.children ?? [];
    if (node !== undefined && node.type !== type) {
      throw new SyntaxError(`${JSON.stringify(path.join("."))} is not ${what}`);
    }
    if (siblings.filter((one) => one.children?.[0]?.value === path.at(-1)).length > 1) {
      throw new SyntaxError(`${JSON.stringify(path.join("."))} is in it twice`);
    }
  }
}

type Entries = Pick<ClientHooks, "name"> & Extract<Installed, { readonly form: "entries" }>;

/** A new file without entries. An empty object gets a line break, as it has after the entries were removed. */
const newText = ({ newFile }: Entries): string => `${JSON.stringify(newFile, null, 2).replace("{}", "{\n}")}\n`;

/** Returns "" if nothing is left of the file. @throws SyntaxError as `withHooks`. */
export function withoutHooks({ name, installed }: ClientHooks, text: string): string {
  if (installed.form === "entries") {
    return withoutEntries({ name, ...installed }, text);
  }
  requireOwn(name, text);
  return "";
}

function requireOwn(name: string, text: string): void {
  if (text.trim() !== "" && !text.includes(`${wordsOf(name)}"`)) {
    throw new SyntaxError("it is another program's file");
  }
}

/** Also removes lists and objects that contained only these entries. */
function withoutEntries(hooks: Entries, text: string): string {
  requireObject(text);
  const after = hooks.entries("").reduce((before, { keys }) => {
    let rest = before;
    for (let own = pathOfOwn(hooks, rest, keys); own !== null; own = pathOfOwn(hooks, rest, keys)) {
      rest = removeWithEmpties(rest, own);
    }
    return rest;
  }, text);
  return after !== text && after === newText(hooks) ? "" : after;
}

const nodeAt = (text: string, path: readonly (string | number)[]): Node | undefined => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? undefined : findNodeAtLocation(root, [...path]);
};

const entriesIn = (text: string, keys: readonly string[]): readonly unknown[] => {
  const node = nodeAt(text, keys);
  return node?.type === "array" ? (node.children ?? []).map((child) => getNodeValue(child) as unknown) : [];
};

const isOwn = ({ name }: Entries, entry: unknown): boolean =>
  JSON.stringify(entry)?.includes(`${wordsOf(name)}"`) === true;

const ownIn = (hooks: Entries, text: string, keys: readonly string[]): readonly unknown[] =>
  entriesIn(text, keys).filter((entry) => isOwn(hooks, entry));

/** The path of the first own entry, or of the own command in an entry that also runs others' commands; null if there is none. */
function pathOfOwn(hooks: Entries, text: string, keys: readonly string[]): readonly (string | number)[] | null {
  for (const [at, entry] of entriesIn(text, keys).entries()) {
    const commands = asObject(entry)?.["hooks"];
    const all: readonly unknown[] = Array.isArray(commands) ? commands : [entry];
    const own = all.findIndex((one) => isOwn(hooks, one));
    if (own >= 0) {
      return all.every((one) => isOwn(hooks, one)) ? [...keys, at] : [...keys, at, "hooks", own];
    }
  }
  return null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function requireObject(text: string): void {
  const value = parseJsonWithComments(text);
  if (value !== undefined && asObject(value) === null) {
    throw new SyntaxError("it is not an object");
  }
}
