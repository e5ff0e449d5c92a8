// Absolute paths of the project's own files in a request: assistants often have no others.
import nodePath from "node:path";
import { isInside, type PathRules } from "../../system/platform/inside.ts";
import { wordSet } from "../../vocabulary/text.ts";

/** Input fields that take a path, a glob or an address, or a list of them. */
const FIELDS: ReadonlySet<string> = wordSet(`
path paths symbol symbols files module folder to scope focus places allow
`);

/**
 * The request with such texts as project-relative ones: `/home/me/app/src/a.ts#Store` in `/home/me/app` is `src/a.ts#Store`. Others stay as
 * they are.
 */
export function withOwnPaths<Input extends object>(input: Input, root: string, rules: PathRules = nodePath): Input {
  const own = (value: unknown): unknown =>
    typeof value === "string" ? ownPath(value, root, rules) : Array.isArray(value) ? value.map(own) : value;
  const cells = Object.entries(input).map(([name, value]) => [name, FIELDS.has(name) ? own(value) : value]);
  return Object.fromEntries(cells) as Input;
}

function ownPath(text: string, root: string, rules: PathRules): string {
  const [, not = "", path = ""] = /^(!?)(.*)$/su.exec(text.trim()) ?? [];
  return rules.isAbsolute(path) && isInside(root, path, rules)
    ? not + (rules.relative(root, path).replaceAll(rules.sep, "/") || ".")
    : text;
}
