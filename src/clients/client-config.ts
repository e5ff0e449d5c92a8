// Finds this program's entries in the text of a client's configuration file, and sets or removes one.
import { isDeepStrictEqual } from "node:util";
import { asObject, type ConfigObject, parseJsonWithComments, parseToml } from "../system/parse-config.ts";
import { Failure } from "../vocabulary/failure.ts";
import { removeWithEmpties, setInJson } from "./config-files/json-file.ts";
import { removeFromToml, setInToml } from "./config-files/toml-file.ts";
import type { Client, Launch } from "./contract/client.ts";
import { ENTRY_NAME } from "./launch.ts";

/** An entry that starts this program, or seems to. */
export interface FoundEntry {
  readonly name: string;
  /** The command and its arguments. */
  readonly words: readonly string[];
}

interface Form {
  readonly parse: (text: string) => unknown;
  readonly set: (text: string, keys: readonly string[], value: ConfigObject) => string;
  /** Also removes what is left empty above it, except for the outermost `keep` tables. */
  readonly remove: (text: string, keys: readonly string[], keep: number) => string;
}

const FORMS: Readonly<Record<Client["form"], Form>> = {
  json: { parse: parseJsonWithComments, set: setInJson, remove: removeWithEmpties },
  toml: { parse: parseToml, set: setInToml, remove: removeFromToml },
};

/** @throws SyntaxError if the text is not valid in the form of the client's files, or is not an object. */
function parseClientConfig({ form }: Client, text: string): ConfigObject {
  const value = FORMS[form].parse(text);
  const config = value === undefined ? {} : asObject(value);
  if (config === null) {
    throw new SyntaxError("it is not an object");
  }
  return config;
}

const serversOf = (client: Client, config: ConfigObject): ConfigObject =>
  client.servers(config).reduce<ConfigObject | null>((at, key) => asObject(at?.[key]), config) ?? {};

/** @throws SyntaxError if something else is where the client's servers should be. */
function checkTables(client: Client, config: ConfigObject): void {
  client.servers(config).reduce((at, key) => {
    const inner = at[key] === undefined ? {} : asObject(at[key]);
    if (inner === null) {
      throw new SyntaxError(`${JSON.stringify(key)} is not an object`);
    }
    return inner;
  }, config);
}

/** `main`: this program's file. @throws SyntaxError if the text cannot be parsed. */
export const findEntries = (client: Client, text: string, main: string): FoundEntry[] =>
  Object.entries(serversOf(client, parseClientConfig(client, text)))
    .map(([name, server]) => ({ name, words: client.wordsOf(asObject(server) ?? {}) }))
    .filter(
      ({ name, words }) => [name, ...words].some((word) => word.includes("context-broker")) || words.includes(main),
    );

/**
 * The text with this program's entry. If the entry exists, its other keys, environment variables and arguments after `serve` stay.
 * @throws SyntaxError if the text cannot be parsed.
 */
export function withEntry(client: Client, text: string, launch: Launch): string {
  const config = parseClientConfig(client, text);
  checkTables(client, config);
  const keys = [...client.servers(config), ENTRY_NAME];
  const before = asObject(serversOf(client, config)[ENTRY_NAME]) ?? {};
  const own = client.entry({ ...launch, args: [...launch.args, ...argumentsBehindServe(client, before)] });
  const entry = merged(before, own);
  return isDeepStrictEqual(plain(before), plain(entry))
    ? text
    : checked(client, config, FORMS[client.form].set(text, keys, entry), { keys, entry });
}

/** Whether there is an entry of this program's name. @throws SyntaxError if the text cannot be parsed. */
export const hasEntry = (client: Client, text: string): boolean =>
  serversOf(client, parseClientConfig(client, text))[ENTRY_NAME] !== undefined;

/** How many of the tables around an entry are there, from the outermost. @throws SyntaxError if the text cannot be parsed. */
export function tablesIn(client: Client, text: string): number {
  const config = parseClientConfig(client, text);
  const keys = client.servers(config);
  const values = keys.map((_, at) => keys.slice(0, at + 1).reduce<unknown>((in_, key) => asObject(in_)?.[key], config));
  return values.filter((value) => value !== undefined).length;
}

/** Whether a text says nothing, in any form: it has neither a value nor a comment. */
export const isEmptyConfig = (text: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(text);

/**
 * The text without this program's entry; unchanged if there is none. Tables that it leaves empty go too, except for the outermost `keep`.
 * @throws SyntaxError if it cannot be parsed.
 */
export function withoutEntry(client: Client, text: string, keep = 0): string {
  const config = parseClientConfig(client, text);
  const keys = [...client.servers(config), ENTRY_NAME];
  return serversOf(client, config)[ENTRY_NAME] === undefined
    ? text
    : checked(client, config, FORMS[client.form].remove(text, keys, keep), { keys, entry: undefined });
}

/** The entry as it appears in the client's file, complete enough to be a new file. */
export const renderEntry = (client: Client, launch: Launch): string => withEntry(client, "", launch);

function argumentsBehindServe(client: Client, entry: ConfigObject): readonly string[] {
  const words = client.wordsOf(entry);
  const serve = words.lastIndexOf("serve");
  return serve < 0 ? [] : words.slice(serve + 1);
}

/** Objects are merged, other values replaced; but a limit on time that the user has made longer stays. */
const merged = (before: ConfigObject, after: ConfigObject): ConfigObject => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(after).map(([key, value]) => {
      const was = before[key];
      const [old, own] = [asObject(was), asObject(value)];
      const longer = typeof was === "number" && typeof value === "number" ? Math.max(was, value) : value;
      return [key, old === null || own === null ? longer : { ...old, ...own }];
    }),
  ),
});

/** A copy with ordinary prototypes: the parsers' objects have none, which `isDeepStrictEqual` counts as a difference. */
const plain = (value: unknown): unknown => structuredClone(value);

/** Returns `after`. Throws INTERNAL if anything but the entry would change: then the user has to edit the file. */
function checked(
  client: Client,
  before: ConfigObject,
  after: string,
  { keys, entry }: { readonly keys: readonly string[]; readonly entry: ConfigObject | undefined },
): string {
  const changed = parsedOrNull(client, after);
  const found = keys.reduce<unknown>((at, key) => asObject(at)?.[key], changed);
  const [old, now] = [before, changed].map((config) => without(plain(config), keys));
  if (!isDeepStrictEqual(old, now) || !isDeepStrictEqual(plain(found), plain(entry))) {
    throw new Failure(
      "INVALID_INPUT",
      `the entry cannot be written into ${client.title}'s file without changing the rest of it`,
      {
        hint: `add or remove it by hand: \`context-broker setup ${client.name} --print\` prints it`,
      },
    );
  }
  return after;
}

function parsedOrNull(client: Client, text: string): ConfigObject | null {
  try {
    return parseClientConfig(client, text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

/** The object without the value at the keys, and without objects that contained nothing else. */
function without(value: unknown, [key, ...others]: readonly string[]): unknown {
  const object = asObject(value);
  if (object === null || key === undefined) {
    return value;
  }
  const { [key]: inner, ...rest } = object;
  const left = others.length === 0 || inner === undefined ? undefined : without(inner, others);
  return left === undefined || isDeepStrictEqual(left, {}) ? rest : { ...rest, [key]: left };
}
