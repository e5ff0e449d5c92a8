// The value of a type that a comment of JavaScript writes: `import("./store").Store`, `Store[]`, `Parameters<typeof open>[1]`.

import { type ChainDraft, NOTHING, rooted, stepped } from "../../../facts/chain-drafts.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { ANY_MEMBER, COLLECTION, definitionChain, INSTANCE } from "../../../vocabulary/chain.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { instanceOf } from "./generics.ts";
import { ANONYMOUS, rangeOf } from "./node-text.ts";
import { importAll } from "./required-modules.ts";
import type { DocumentedType, Walk } from "./state.ts";
import { partOf } from "./tuples.ts";
import { ANYTHING, languageType } from "./type-names.ts";
import { anyOf } from "./unions.ts";

/** Names, strings, numbers and single signs. */
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|"[^"\n]*"|'[^'\n]*'|\d+|\S/gu;
/** Of a type that is read. */
const TOKENS_MAX = 200;
const DEPTH_MAX = 20;

const WORD = /^[\p{L}_$]/u;
const LITERAL = /^["'\d]/;
const PRIMITIVE = wordSet("string number boolean bigint symbol void null undefined never true false");
/** Types that say nothing of members, beside those of TypeScript. */
const OPEN = wordSet("Object Function function *");
/** Words before types that are not read. */
const OPERATORS = wordSet("keyof infer asserts unique new");

/** Null for a type that says nothing of members, such as `any`, and for one that is not read. */
export function documentedValue({ text, comment }: DocumentedType, walk: Walk): ChainDraft {
  const tokens = text.replace(/\n\s*\*/g, "\n").match(TOKEN) ?? [];
  const reader: TypeReader = { tokens, at: 0, isRead: tokens.length <= TOKENS_MAX, comment, walk };
  const value = union(reader, 0);
  return reader.isRead && reader.at === tokens.length ? value : null;
}

/** The same; of a type that is not read, a value whose members are unknown. */
export function documentedMembers(type: DocumentedType, walk: Walk): ChainDraft {
  const value = documentedValue(type, walk);
  const written = type.text.trim();
  if (value !== null || written === "" || isOpen(written)) {
    return value;
  }
  const range = rangeOf(type.comment, type.comment, walk);
  return rooted(definitionChain(walk.define({ name: ANONYMOUS, kind: "field", ...range, binds: false })));
}

const isOpen = (name: string): boolean => OPEN.has(name) || ANYTHING.has(name);

/** Reads a type token by token. */
interface TypeReader {
  readonly tokens: readonly string[];
  at: number;
  /** Whether all forms so far are known. */
  isRead: boolean;
  readonly comment: NodeAt;
  readonly walk: Walk;
}

function unread(reader: TypeReader): null {
  reader.isRead = false;
  return null;
}

/** Whether this token is next; it is passed then. */
function takes(reader: TypeReader, token: string): boolean {
  const isNext = reader.tokens[reader.at] === token;
  reader.at += isNext ? 1 : 0;
  return isNext;
}

function union(reader: TypeReader, depth: number): ChainDraft {
  if (depth > DEPTH_MAX) {
    return unread(reader);
  }
  const parts = [];
  do {
    parts.push(postfixed(reader, depth));
  } while (reader.isRead && takes(reader, "|"));
  return anyOf(reader.comment, parts, reader.walk);
}

/** `?Store`, `Store[]`, `Store["log"]`, `Store=`. */
function postfixed(reader: TypeReader, depth: number): ChainDraft {
  takes(reader, "?");
  takes(reader, "!");
  let value = primary(reader, depth);
  while (reader.isRead && takes(reader, "[")) {
    value = indexed(reader, value);
  }
  takes(reader, "=");
  return value;
}

/** Behind the bracket. */
function indexed(reader: TypeReader, value: ChainDraft): ChainDraft {
  if (takes(reader, "]")) {
    return stepped(value, COLLECTION);
  }
  const key = reader.tokens[reader.at] ?? "";
  reader.at += 1;
  if (!takes(reader, "]")) {
    return unread(reader);
  }
  return /^\d/.test(key)
    ? partOf(value, Number(key))
    : stepped(value, LITERAL.test(key) ? `.${key.slice(1, -1)}` : ANY_MEMBER);
}

function primary(reader: TypeReader, depth: number): ChainDraft {
  const token = reader.tokens[reader.at] ?? "";
  reader.at += 1;
  if (token === "(") {
    const value = union(reader, depth + 1);
    return takes(reader, ")") && reader.tokens[reader.at] !== "=" ? value : unread(reader);
  }
  if (LITERAL.test(token) || PRIMITIVE.has(token)) {
    return NOTHING;
  }
  if (isOpen(token)) {
    return reader.tokens[reader.at] === "(" ? unread(reader) : null;
  }
  if (!WORD.test(token) || OPERATORS.has(token)) {
    return unread(reader);
  }
  const isValue = token === "typeof";
  const name = isValue ? (reader.tokens[reader.at] ?? "") : token;
  reader.at += isValue ? 1 : 0;
  const of = members(reader, name === "import" ? imported(reader) : reader.walk.name(name));
  return isValue ? of : generic(reader, name, of, depth);
}

/** What is behind the word of `import("./store")`. */
function imported(reader: TypeReader): ChainDraft {
  const [open, specifier = "", close] = reader.tokens.slice(reader.at, reader.at + 3);
  reader.at += 3;
  return open === "(" && close === ")" && /^["']/.test(specifier)
    ? importAll(specifier.slice(1, -1), null, reader.comment, reader.walk)
    : unread(reader);
}

/** `.Store.Options` */
function members(reader: TypeReader, of: ChainDraft): ChainDraft {
  let value = of;
  while (reader.tokens[reader.at] === "." && WORD.test(reader.tokens[reader.at + 1] ?? "")) {
    value = stepped(value, `.${reader.tokens[reader.at + 1]}`);
    reader.at += 2;
  }
  return value;
}

/** `<Order>`, `.<Order>`, or no arguments. */
function generic(reader: TypeReader, name: string, of: ChainDraft, depth: number): ChainDraft {
  takes(reader, ".");
  if (!takes(reader, "<")) {
    return stepped(of, INSTANCE);
  }
  const args: ChainDraft[] = [];
  do {
    args.push(union(reader, depth + 1));
  } while (reader.isRead && takes(reader, ","));
  if (!takes(reader, ">")) {
    return unread(reader);
  }
  const { comment, walk } = reader;
  const builtIn = languageType(name, args, comment, walk);
  return builtIn === undefined ? instanceOf(comment, of, args, walk) : builtIn;
}
