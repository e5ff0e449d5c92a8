// JSON as configuration files have it: with comments and commas before closing brackets.
import { nestsDeeperThan } from "../../system/json-depth.ts";

/** Longer ones are generated, and configure nothing. */
const LENGTH_MAX = 500_000;
/** The deepest that is read, conditions inside a package's `exports`, is 6 in practice. */
const DEPTH_MAX = 32;

/** The object that the text is; null for any other text. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  if (text.length > LENGTH_MAX) {
    return null;
  }
  try {
    const json = plain(text);
    return nestsDeeperThan(json, DEPTH_MAX) ? null : asObject(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Strings and comments without an end are taken as well: a text full of beginnings is read once, not once for each. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=\s*[}\]])/g;

/** The same without comments, then without the commas that JSON has none of. */
function plain(text: string): string {
  const bare = text.replace(/^\uFEFF/, "").replace(TOKENS, (token) => (token.startsWith("/") ? " " : token));
  return bare.replace(TOKENS, (token) => (token === "," ? "" : token));
}

export const asObject = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;

export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
