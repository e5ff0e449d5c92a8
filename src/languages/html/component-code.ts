// The code in the templates of components as a program of its own, in which loops, slots and snippets are scopes: so that what a
// template uses is a use.

import type { Node } from "web-tree-sitter";
import type { Embedded, TemplateProgram } from "../../syntax/reader.ts";
import { type Piece, type Strand, weave } from "../../syntax/woven.ts";
import { javascriptProfile, typescriptProfile } from "../ecmascript/outline.ts";
import { bracesFrom, bracesOf, frontOf, type Hole, interpolationsOf, isPage } from "./holes.ts";
import { endOfJavaScript } from "./javascript-end.ts";

/** A stretch of the text. */
type Span = readonly [start: number, end: number];

interface Attribute {
  readonly name: string;
  readonly nameSpan: Span;
  /** Without quotes; null for none. */
  readonly value: Span | null;
}

interface Tag {
  readonly name: string;
  readonly nameSpan: Span;
  readonly end: number;
  readonly attributes: readonly Attribute[];
  /** Of the element: where it starts and ends. */
  readonly element: Span;
}

function tagsOf(root: Node, text: string): Tag[] {
  return root.descendantsOfType(["start_tag", "self_closing_tag"]).flatMap((tag) => {
    const name = tag.namedChildren.find(({ type }) => type === "tag_name");
    const element = tag.parent;
    if (name === undefined || element === null) {
      return [];
    }
    const attributes = tag.namedChildren.flatMap((one) => (one.type === "attribute" ? [attributeOf(one, text)] : []));
    const nameSpan: Span = [name.startIndex, name.endIndex];
    const { endIndex: end } = tag;
    return [
      { name: text.slice(...nameSpan), nameSpan, end, attributes, element: [element.startIndex, element.endIndex] },
    ];
  });
}

function attributeOf(attribute: Node, text: string): Attribute {
  const [name, value] = attribute.namedChildren;
  const nameSpan: Span = [name?.startIndex ?? attribute.startIndex, name?.endIndex ?? attribute.startIndex];
  const inner = value?.type === "quoted_attribute_value" ? value.namedChildren[0] : value;
  return {
    name: text.slice(...nameSpan),
    nameSpan,
    value: inner === undefined ? null : [inner.startIndex, inner.endIndex],
  };
}

/** A strand, and whether it closes what others opened. */
interface Placed extends Strand {
  readonly closes?: boolean;
}

/** In the order of the text; what ends comes before what starts there, the innermost first. */
const inOrder = (strands: readonly Placed[]): readonly Strand[] =>
  strands
    .map((strand, index) => ({ strand, index }))
    .sort((a, b) => {
      const closing = Number(b.strand.closes === true) - Number(a.strand.closes === true);
      const sameKind = a.strand.closes === true ? b.index - a.index : a.index - b.index;
      return a.strand.at - b.strand.at || closing || sameKind;
    })
    .map(({ strand }) => strand);

const expression = (span: Span, at = span[0]): Strand => ({ at, pieces: ["(", span, "\n);\n"] });

/** Components are capitalised, or members of what is. */
const componentOf = ({ name, nameSpan }: Tag): Strand[] =>
  /^(?:[A-Z][\w$]*|[\w$]+(?:\.[\w$]+)+)$/.test(name) ? [expression(nameSpan)] : [];

/** `span` without white space around it; null where nothing is left. */
function trimmed(text: string, [start, end]: Span): Span | null {
  const written = text.slice(start, end);
  const from = start + written.length - written.trimStart().length;
  const to = from + written.trim().length;
  return from < to ? [from, to] : null;
}

const split = (text: string, [start, end]: Span, mark: string): readonly [Span, Span] | null => {
  const at = endOfJavaScript(text.slice(0, end), start, mark);
  return at === null || at >= end
    ? null
    : [
        [start, at],
        [at + mark.length, end],
      ];
};

/** `item`, `{ a, b }`: where the pattern ends at the start of a span. */
function patternEnd(text: string, [start, end]: Span): number {
  const written = text.slice(start, end);
  if (/^[{[]/.test(written)) {
    const close = endOfJavaScript(text.slice(0, end), start + 1, written.startsWith("{") ? "}" : "]");
    return close === null ? end : close + 1;
  }
  return start + (/^[\w$]*/.exec(written)?.[0].length ?? 0);
}

const isTyped = (parts: readonly Embedded[]): boolean => parts.some(({ profile }) => profile === typescriptProfile);

/** Of what a template declares, only its snippets are visible. */
const isSnippet = (type: string): boolean => type === "function_declaration";

function program(text: string, strands: readonly Placed[], typed: "typescript" | "tsx" | null): TemplateProgram | null {
  if (strands.length === 0 || !isPage(text)) {
    return null;
  }
  const profile = typed === null ? javascriptProfile : typescriptProfile;
  const around: Strand[] = inOrder(strands).map((strand) => strand);
  const first = around[0]?.at ?? 0;
  const last = around.at(-1)?.at ?? 0;
  const whole = [{ at: first, pieces: ["(() => {\n"] }, ...around, { at: last, pieces: ["});\n"] }];
  return { ...weave(text, whole), grammar: `tree-sitter-${typed ?? "javascript"}`, profile, isDefined: isSnippet };
}

// Svelte

/** A block that is open: what ends it, with the constants in it, each of which is a function around what follows. */
interface OpenBlock {
  close: string;
}

/** `{#if a}`, `{:else}`, `{/if}`, `{@const a = b}`, `{...rest}`, `{a}`, in the order of the text. */
function svelteHoles(text: string, holes: readonly Hole[]): Placed[] {
  const blocks: OpenBlock[] = [{ close: "" }];
  const strands = holes.map((hole) => ({ at: hole.start, pieces: svelteHole(text, hole, blocks) }));
  const rest = blocks.map(({ close }) => close).reverse();
  return [...strands, { at: holes.at(-1)?.end ?? 0, pieces: rest }];
}

/** Of a function around what follows, up to the end of its block. */
const END = "});\n";

function svelteHole(text: string, { codeStart, codeEnd, end }: Hole, blocks: OpenBlock[]): Piece[] {
  const code = trimmed(text, [codeStart, codeEnd]);
  const [, mark = "", word = ""] = code === null ? [] : (/^([#:/@])([a-z]+)/.exec(text.slice(...code)) ?? []);
  if (code === null || /^\/[/*]/.test(text.slice(...code))) {
    return [];
  }
  const rest = trimmed(text, [code[0] + mark.length + word.length, code[1]]);
  const opened = (close: string, ...pieces: readonly Piece[]): Piece[] => {
    blocks.push({ close });
    return [...pieces];
  };
  const closed = (): string => (blocks.length > 1 ? (blocks.pop()?.close ?? "") : "");
  if (mark === "#") {
    return rest === null ? opened("}\n", "{\n") : svelteBlock(text, word, rest, opened);
  }
  if (mark === "/") {
    const close = closed();
    // With a brace of the text, so that a snippet ends on the line of its mark.
    const isBrace = close.endsWith("}\n") && text.charAt(end - 1) === "}";
    return isBrace ? [close.slice(0, -2), [end - 1, end], "\n"] : [close];
  }
  if (mark === ":") {
    const isBound = word === "then" || word === "catch";
    return rest === null
      ? [closed(), ...opened("}\n", "{\n")]
      : isBound
        ? [closed(), ...opened(END, "((", rest, ") => {\n")]
        : [closed(), ...opened("}\n", "if (", [rest[0] + ifLength(text, rest), rest[1]], "\n) {\n")];
  }
  const block = blocks.at(-1);
  if (mark === "@" && word === "const" && rest !== null && block !== undefined) {
    block.close = `${END}${block.close}`;
    return ["((", rest, "\n) => {\n"];
  }
  if (mark === "@") {
    return rest === null ? [] : ["(", rest, "\n);\n"];
  }
  return ["(", text.startsWith("...", code[0]) ? [code[0] + 3, code[1]] : code, "\n);\n"];
}

/** `{:else if a}` */
const ifLength = (text: string, [start, end]: Span): number => /^if\s+/.exec(text.slice(start, end))?.[0].length ?? 0;

function svelteBlock(
  text: string,
  word: string,
  rest: Span,
  opened: (close: string, ...pieces: readonly Piece[]) => Piece[],
): Piece[] {
  switch (word) {
    case "if":
      return opened("}\n", "if (", rest, "\n) {\n");
    case "snippet":
      return opened("}\n", "function ", rest, " {\n");
    case "each": {
      const [items, bound] = split(text, rest, " as ") ?? split(text, rest, ", ") ?? [rest, null];
      const alias = bound === null ? null : trimmed(text, bound);
      if (alias === null) {
        return opened("}\n", "{ (", items, "\n);\n");
      }
      const isIndex = text.slice(items[1], items[1] + 1) === ",";
      const key = /\([\s\S]*\)\s*$/.exec(text.slice(patternEnd(text, alias), alias[1]))?.[0].length ?? 0;
      const names = trimmed(text, [alias[0], alias[1] - key]) ?? alias;
      const keyed: Piece[] = key === 0 ? [] : [[alias[1] - key, alias[1]], ";\n"];
      return opened(END, "(", items, `\n).map((${isIndex ? "_, " : ""}`, names, ") => {\n", ...keyed);
    }
    case "await": {
      const [promise, bound] = split(text, rest, " then ") ?? split(text, rest, " catch ") ?? [rest, null];
      return bound === null
        ? opened("}\n", "{ (", promise, "\n);\n")
        : opened(END, "(", promise, "\n).then((", bound, ") => {\n");
    }
    default:
      return opened("}\n", "{ (", rest, "\n);\n");
  }
}

const DIRECTIVE = /^(?:use|transition|in|out|animate|bind|class|style):([\w$]+(?:\.[\w$]+)*)/;

function svelteTag(tag: Tag): Placed[] {
  const [, elementEnd] = tag.element;
  return [
    ...componentOf(tag),
    ...tag.attributes.flatMap(({ name, nameSpan, value }): Placed[] => {
      const at = nameSpan[0];
      const [, used = ""] = DIRECTIVE.exec(name) ?? [];
      const usedAt = at + name.indexOf(":") + 1;
      if (used !== "" && (value === null || /^(?:use|transition|in|out|animate)/.test(name))) {
        return [expression([usedAt, usedAt + used.length])];
      }
      return name.startsWith("let:") && value === null
        ? [
            { at: tag.end, pieces: ["((", [at + "let:".length, nameSpan[1]], ") => {\n"] },
            { at: elementEnd, pieces: [END], closes: true },
          ]
        : [];
    }),
  ];
}

export function svelteProgram(root: Node, text: string, parts: readonly Embedded[]): TemplateProgram | null {
  const strands = [...tagsOf(root, text).flatMap(svelteTag), ...svelteHoles(text, bracesOf(text))];
  return program(text, strands, isTyped(parts) ? "typescript" : null);
}

// Vue

const FOR = /^\s*\(?\s*([\s\S]*?)\s*\)?\s+(?:in|of)\s+([\s\S]*)$/;

function vueTag(text: string, tag: Tag): Placed[] {
  const [elementStart, elementEnd] = tag.element;
  const scope = (at: number, ...pieces: readonly Piece[]): Placed[] => [
    { at, pieces },
    { at: elementEnd, pieces: [END], closes: true },
  ];
  const scopes = tag.attributes.flatMap(({ name, value }): Placed[] => {
    const code = value === null ? null : text.slice(...value);
    if (value === null || code === null) {
      return [];
    }
    if (name === "v-for") {
      return vueLoop(value, code, (...pieces) => scope(elementStart, ...pieces));
    }
    return /^(?:v-slot\b|#|slot-scope$)/.test(name) && code.trim() !== ""
      ? scope(tag.end, "((", value, "\n) => {\n")
      : [];
  });
  return [...scopes, ...componentOf(tag), ...tag.attributes.flatMap((one) => vueAttribute(text, one))];
}

function vueLoop([start]: Span, code: string, scope: (...pieces: readonly Piece[]) => Placed[]): Placed[] {
  const [, alias = "", items = ""] = FOR.exec(code) ?? [];
  if (alias === "") {
    return [];
  }
  const from = start + code.indexOf(alias);
  const itemsSpan: Span = [start + code.length - items.length, start + code.length];
  return scope("(", itemsSpan, "\n).map((", [from, from + alias.length], ") => {\n");
}

function vueAttribute(text: string, { name, nameSpan, value }: Attribute): Placed[] {
  const code = value === null ? null : trimmed(text, value);
  const isBound = /^(?::|v-bind:|\.)/.test(name);
  if (code === null) {
    // `:id` is short for `:id="id"`.
    const [, short = ""] = /^(?::|v-bind:)([\w$]+)$/.exec(name) ?? [];
    return short === "" ? [] : [expression([nameSpan[1] - short.length, nameSpan[1]])];
  }
  if (/^(?:@|v-on:)/.test(name)) {
    const isFunction = /^(?:async\s+)?function\b/.test(text.slice(...code));
    return isFunction ? [expression(code)] : [{ at: code[0] - 1, pieces: ["(($event) => {\n", code, "\n});\n"] }];
  }
  return isBound || (name.startsWith("v-") && !/^v-(?:for|slot|pre|once|cloak|else$)/.test(name))
    ? [expression(code)]
    : [];
}

export function vueProgram(root: Node, text: string, parts: readonly Embedded[]): TemplateProgram | null {
  const strands = [
    ...tagsOf(root, text).flatMap((tag) => vueTag(text, tag)),
    ...interpolationsOf(text).flatMap(({ codeStart, codeEnd }) => {
      const code = trimmed(text, [codeStart, codeEnd]);
      return code === null ? [] : [expression(code)];
    }),
  ];
  return program(text, strands, isTyped(parts) ? "typescript" : null);
}

// Astro

export function astroProgram(root: Node, text: string): TemplateProgram | null {
  const strands = [
    ...tagsOf(root, text).flatMap(componentOf),
    ...bracesFrom(text, frontOf(text)?.after ?? 0).flatMap(({ codeStart, codeEnd }) => {
      const code = trimmed(text, [codeStart, codeEnd]);
      const isComment = code === null || /^\/\*(?:[^*]|\*(?!\/))*\*\/$/.test(text.slice(...code));
      return isComment ? [] : [expression(text.startsWith("...", code[0]) ? [code[0] + 3, code[1]] : code)];
    }),
  ];
  return program(text, strands, "tsx");
}
