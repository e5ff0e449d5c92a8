// One entry of a JSON file with comments: set, appended or removed so that every other byte stays.
import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, type Node, parseTree } from "jsonc-parser";
import { asObject, type ConfigObject } from "../../system/parse-config.ts";

interface Layout {
  readonly text: string;
  /** One level of indentation. */
  readonly indent: string;
  readonly eol: "\n" | "\r\n";
}

/** The text with the value at the keys; missing objects are added. `text` must parse, or be blank. */
export function setInJson(text: string, keys: readonly string[], value: unknown): string {
  const layout = layoutOf(text);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) {
    return `${text}${render(nested(keys, value), layout, 0)}${layout.eol}`;
  }
  for (let known = keys.length; known > 0; known--) {
    const node = findNodeAtLocation(root, keys.slice(0, known));
    if (known === keys.length && node !== undefined) {
      const [before, after] = [asObject(getNodeValue(node)), asObject(value)];
      return before !== null && after !== null
        ? withProperties(text, keys, before, after)
        : replaced(layout, node, value);
    }
    if (node?.type === "object") {
      return added(layout, node, keys[known] ?? "", nested(keys.slice(known + 1), value));
    }
  }
  return added(layout, root, keys[0] ?? "", nested(keys.slice(1), value));
}

/** What was written on one line stays on one. */
function replaced(layout: Layout, node: Node, value: unknown): string {
  const [start, end] = [node.offset, node.offset + node.length];
  const isOnOneLine = !layout.text.slice(start, end).includes("\n");
  return spliced(layout.text, start, end, isOnOneLine ? JSON.stringify(value) : render(value, layout, depthOf(node)));
}

/** Only the properties that differ are written, so that comments between the others stay. */
function withProperties(text: string, keys: readonly string[], before: ConfigObject, after: ConfigObject): string {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const changed = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return changed.reduce(
    (at, key) => setInJson(at, [...keys, key], after[key]),
    gone.reduce((at, key) => removeFromJson(at, [...keys, key]), text),
  );
}

/** The text with the value at the end of the list at the keys, which is made if there is none. `text` must parse, or be blank. */
export function appendToJson(text: string, keys: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root === undefined ? undefined : findNodeAtLocation(root, [...keys]);
  return list?.type === "array" ? added(layoutOf(text), list, null, value) : setInJson(text, keys, [value]);
}

/** The text without the property or element at the keys, and without its line if nothing else is on it; unchanged if there is none. */
export function removeFromJson(text: string, keys: readonly (string | number)[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...keys]);
  const property = node?.parent?.type === "array" ? node : node?.parent;
  const siblings = property?.parent?.children ?? [];
  if (property === undefined) {
    return text;
  }
  const after = property.offset + property.length;
  const behind = behindOf(text, after);
  if (behind.comma !== null) {
    const lineStart = text.lastIndexOf("\n", property.offset - 1) + 1;
    const isAlone = /^[ \t]*$/.test(text.slice(lineStart, property.offset));
    const end = behind.comma + 1;
    const rest = /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))?.[0] ?? "";
    return isAlone && rest.endsWith("\n")
      ? spliced(text, lineStart, end + rest.length, "")
      : spliced(text, property.offset, end + rest.length, "");
  }
  // The last one has no comma after it: the comma before it is removed instead; comments between them stay.
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = before === undefined ? null : behindOf(text, before.offset + before.length).comma;
  const gap = /\s*$/.exec(text.slice(0, property.offset))?.[0].length ?? 0;
  const shorter = spliced(text, property.offset - gap, after, "");
  return comma === null ? shorter : spliced(shorter, comma, comma + 1, "");
}

/**
 * The same, and without each object or list above that it leaves empty, except for the outermost `keep`. One with a comment in it is not empty.
 */
export function removeWithEmpties(text: string, keys: readonly (string | number)[], keep = 0): string {
  const after = removeFromJson(text, keys);
  const above = keys.slice(0, -1);
  const root = after === text || above.length <= keep ? undefined : parseTree(after, [], { allowTrailingComma: true });
  const left = root === undefined ? undefined : findNodeAtLocation(root, [...above]);
  const isEmpty = left !== undefined && /^[[{]\s*[\]}]$/.test(after.slice(left.offset, left.offset + left.length));
  return isEmpty ? removeWithEmpties(after, above, keep) : after;
}

/** Adds a last property to the object, or a last element to the list, after the last one's comma and the comment on its line. */
function added(layout: Layout, object: Node, key: string | null, value: unknown): string {
  const { text, eol, indent } = layout;
  const last = object.children?.at(-1);
  const depth = depthOf(object) + 1;
  const label = key === null ? "" : `${JSON.stringify(key)}: `;
  const property = `${eol}${indent.repeat(depth)}${label}${render(value, layout, depth)}`;
  if (last === undefined) {
    // It may contain comments: the entry is put before them, on lines of its own.
    const open = object.offset + 1;
    const isClosedThere = /^\s*[}\]]/.test(text.slice(open));
    const rest = isClosedThere
      ? text.slice(open).replace(/^\s*/, `${eol}${indent.repeat(depth - 1)}`)
      : text.slice(open);
    return `${text.slice(0, open)}${property}${rest}`;
  }
  const end = last.offset + last.length;
  if (!text.slice(object.offset, end).includes("\n")) {
    return spliced(text, end, end, `, ${label}${JSON.stringify(value)}`);
  }
  const behind = behindOf(text, end);
  const withProperty = spliced(text, behind.lineEnd, behind.lineEnd, behind.comma === null ? property : `${property},`);
  return behind.comma === null ? spliced(withProperty, end, end, ",") : withProperty;
}

/** White space and comments, then a comma. */
const COMMA = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/y;
/** Comments of one line. */
const COMMENTS = /(?:[ \t]*(?:\/\/.*|\/\*.*?\*\/))*/y;

/** The comma behind a value that ends at the offset, and where the last comment on the line of that comma or value ends. */
function behindOf(text: string, offset: number): { readonly comma: number | null; readonly lineEnd: number } {
  COMMA.lastIndex = offset;
  const comma = COMMA.test(text) ? COMMA.lastIndex - 1 : null;
  COMMENTS.lastIndex = comma === null ? offset : comma + 1;
  COMMENTS.test(text);
  return { comma, lineEnd: COMMENTS.lastIndex };
}

function layoutOf(text: string): Layout {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return { text, indent: indent.startsWith("\t") ? "\t" : indent, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

/** Objects and lists around a node: 0 of the root. */
function depthOf(node: Node): number {
  let depth = 0;
  for (let parent = node.parent; parent !== undefined; parent = parent.parent) {
    depth += parent.type === "object" || parent.type === "array" ? 1 : 0;
  }
  return depth;
}

const nested = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

const render = (value: unknown, { indent, eol }: Layout, depth: number): string =>
  JSON.stringify(value, null, indent).replaceAll("\n", `${eol}${indent.repeat(depth)}`);

const spliced = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);
