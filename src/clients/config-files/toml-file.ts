// Sets or removes one table of a TOML file; comments and the order of the rest stay. Two libraries, because smol-toml loses comments when it
// writes, and toml-patch changes only what differs.
import { parse, patch } from "@decimalturn/toml-patch";
import { stringify } from "smol-toml";
import { asObject, type ConfigObject, parseToml } from "../../system/parse-config.ts";

type Tables = Record<string, unknown>;

/** The text with the table at the keys; a new one is added at the end. `text` must parse, or be blank. */
export function setInToml(text: string, keys: readonly string[], value: ConfigObject): string {
  const tables = parse(text) as Tables;
  const [parent, key] = parentOf(tables, keys);
  const table = nested(keys, value);
  const appended = `${text}${gapBehind(text)}${stringify(table).trimEnd().replaceAll("\n", eolOf(text))}${eolOf(text)}`;
  if (parent === null || (parent[key] === undefined && isToml(appended))) {
    return appended;
  }
  // The table exists, or a table around it is an inline one (`{ … }`), to which nothing can be appended.
  parent[key] = value;
  return patch(text, tables);
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** What makes one blank line before a new table. */
function gapBehind(text: string): string {
  if (text.trim() === "" || /\n\s*\n$/.test(text)) {
    return "";
  }
  return text.endsWith("\n") ? eolOf(text) : eolOf(text).repeat(2);
}

function isToml(text: string): boolean {
  try {
    parseToml(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
}

const nested = (keys: readonly string[], value: ConfigObject): Tables =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Tables;

/** The text without the table at the keys; as it is where there is none. */
export function removeFromToml(text: string, keys: readonly string[]): string {
  const tables = parse(text) as Tables;
  const [parent, key] = parentOf(tables, keys);
  if (parent?.[key] === undefined) {
    return text;
  }
  if (Object.keys(parent).length === 1 && keys.length > 1) {
    // Otherwise an empty parent table would be left.
    return removeFromToml(text, keys.slice(0, -1));
  }
  delete parent[key];
  return patch(text, tables);
}

function parentOf(tables: Tables, keys: readonly string[]): readonly [Tables | null, string] {
  const parent = keys.slice(0, -1).reduce<Tables | null>((at, key) => asObject(at?.[key]), tables);
  return [parent, keys.at(-1) ?? ""];
}
