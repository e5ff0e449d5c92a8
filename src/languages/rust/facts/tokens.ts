// The arguments of a macro and of an attribute, and what a macro is replaced by, are no code yet, only tokens: names are read as they
// would mostly be meant, one after the other.

import { type ChainDraft, stepped } from "../../../facts/chain-drafts.ts";
import { linesOf } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import type { DefinitionKind } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { ITEMS } from "../outline.ts";
import { RETURNS_RECEIVER } from "./names.ts";
import { macroNamed, moduleRoot, noteCrate, selfOf } from "./paths.ts";
import type { Walk } from "./state.ts";

const NAMES: ReadonlySet<string> = new Set(["identifier", "type_identifier", "field_identifier"]);

/**
 * `items`: definitions may be among them. `labelled`: only paths and what is behind `=` are code, as in `arg(long, default_value_t = LIMIT)`.
 * `rules`: of a macro, in which a name alone may be anything that the macro makes.
 */
type Notation = "items" | "labelled" | "rules";

/** `attribute`: whose labels these are; one that is a macro of a library may read its labels as names of the project. */
export function readTokens(node: NodeAt, walk: Walk, notation: Notation = "items", attribute = ""): void {
  const list = walk.text(node);
  const first = walk.start(node);
  let chain: ChainDraft = null;
  /** The receiver of a method that returns its receiver. */
  let same: ChainDraft = null;
  let end = first;
  const openBrackets: PathBracket[] = [];
  const inner: Notation = notation === "labelled" ? "items" : notation;
  let isLabel = notation === "labelled";
  let key = "";
  for (let token = walk.firstChild(node); token !== NO_NODE; token = walk.nextSibling(token)) {
    if (isLabel && mayBeNamed(token, list.slice(walk.end(token) - first), attribute, walk)) {
      end = walk.end(token);
      chain = null;
      continue;
    }
    const text = walk.text(token);
    const item = walk.nextSibling(token);
    if (notation === "items" && Object.hasOwn(ITEMS, text) && walk.type(item) === "identifier") {
      defineItem(item, ITEMS[text] ?? "function", walk);
      token = item;
      chain = null;
    } else if (walk.isNamed(token)) {
      const place = {
        between: list.slice(end - first, walk.start(token) - first).trim(),
        after: list.slice(walk.end(token) - first).slice(0, 2),
      };
      const value: ChainDraft = isPassedOver(token, place, { isLabel, notation }, walk)
        ? null
        : tokenValue(token, text, place, { before: chain, notation: isLabel ? notation : inner, attribute: key }, walk);
      key = text;
      const passedOn: ChainDraft = walk.type(token) === "token_tree" && place.between === "" ? same : null;
      same = place.between === "." && RETURNS_RECEIVER.has(text) ? chain : null;
      chain = passedOn ?? value;
    } else {
      // Other punctuation is read as what is between two names.
      isLabel = notation === "labelled" && (text === "," || (isLabel && text !== "="));
      if (text === "<") {
        const between = list.slice(end - first, walk.start(token) - first).trim();
        openBrackets.push({ before: between === "" || between === "::" ? { chain } : null, from: walk.end(token) });
      }
      const opened = /^>+$/.test(text) ? openBrackets.splice(-text.length)[0] : undefined;
      if (opened === undefined || walk.text(item) !== "::") {
        continue;
      }
      chain = ownerOfPath(opened, list.slice(opened.from - first, walk.start(token) - first), chain);
    }
    end = walk.end(token);
  }
}

/** Attributes whose words alone are their own: of the language, and of the libraries that are used most. */
const HAS_OWN_WORDS = wordSet(`
cfg cfg_attr all any not derive allow warn deny forbid expect repr inline test should_panic feature target_feature macro_use link
unsafe doc deprecated track_caller no_mangle non_exhaustive serde arg command clap structopt value source from error
`);

/** Whether a word alone may be a name that the macro behind the attribute reads: `#[validate(check_size)]`. */
function mayBeNamed(token: NodeAt, rest: string, attribute: string, walk: Walk): boolean {
  const isAlone = NAMES.has(walk.type(token)) && /^\s*[,)\]]/.test(rest);
  return isAlone && !HAS_OWN_WORDS.has(attribute);
}

/** `<` in a path. `before`: what it says more of, `Meter` of `Meter::<2>`; null where it begins one: `<Meter as Pace>`. */
interface PathBracket {
  readonly before: { readonly chain: ChainDraft } | null;
  readonly from: number;
}

/** What a name behind `>::` is a member of. `inside`: the text between the brackets, `last`: what its last name is. */
const ownerOfPath = ({ before }: PathBracket, inside: string, last: ChainDraft): ChainDraft =>
  before !== null ? before.chain : /^(?:\w+ as )?\s*(?:\w+::)*\w+\s*$/.test(inside) ? last : null;

interface Place {
  /** What is between the token and the one before. */
  readonly between: string;
  /** The two characters that follow it. */
  readonly after: string;
}

/** A name that the attribute gives a meaning of its own, or that may be made by the macro. */
function isPassedOver(
  token: NodeAt,
  { between, after }: Place,
  { isLabel, notation }: { readonly isLabel: boolean; readonly notation: Notation },
  walk: Walk,
): boolean {
  const isOfPath = between.endsWith("::") || after === "::";
  if (!NAMES.has(walk.type(token)) || isOfPath) {
    return false;
  }
  const isNamed = /^\p{Lu}/u.test(walk.text(token)) || /^(?:\(|![^=])/.test(after);
  return isLabel || (notation === "rules" && (!isNamed || MAKES.test(between)));
}

/** What stands before a name that is made there, or that is a member of an unknown value. */
const MAKES = /(?:\.|\b(?:fn|struct|enum|union|trait|type|mod|let|const|static|macro_rules!))$/;

/** `before`: what the token before it is. `notation`, `attribute`: of what is in its brackets. */
function tokenValue(
  token: NodeAt,
  text: string,
  { between, after }: Place,
  {
    before,
    notation,
    attribute,
  }: { readonly before: ChainDraft; readonly notation: Notation; readonly attribute: string },
  walk: Walk,
): ChainDraft {
  const type = walk.type(token);
  if (type === "token_tree" || type === "token_repetition") {
    walk.deeper(() => readTokens(token, walk, notation, attribute));
    return between === "" ? stepped(before, text.startsWith("(") ? "()" : "[]") : null;
  }
  if (text === "Self") {
    return walk.state.self;
  }
  if (type === "self") {
    return selfOf(walk);
  }
  if (type === "crate" || type === "super" || text === "$crate") {
    return moduleRoot(text.replace("$", ""), walk.line(token), walk);
  }
  if (!NAMES.has(type)) {
    return null;
  }
  const isMember = /^(?:\.|::)$/u.test(between.replace(/\.await\b|\?|\s/gu, ""));
  // What is called by a mark is a macro; `name: value` is a label.
  const isOther = after.startsWith("!") || (/^\s?[:=](?![:=])/u.test(after) && !isMember);
  if (!isMember && after === "::") {
    noteCrate(text, walk.line(token), walk);
  }
  const of = isMember ? stepped(before, `.${text}`) : walk.name(text);
  if (after.startsWith("!") && !after.startsWith("!=")) {
    walk.reference(token, "call", isMember ? of : macroNamed(text, walk));
  }
  if (!isOther) {
    walk.reference(token, after.startsWith("(") ? "call" : "read", of);
  }
  return isOther ? null : of;
}

/** Items that a macro is handed as they are (`cfg_io! { pub fn … }`), up to where their braces close. */
function defineItem(name: NodeAt, kind: DefinitionKind, walk: Walk): void {
  let last = name;
  for (let token = walk.nextSibling(name); token !== NO_NODE; token = walk.nextSibling(token)) {
    last = token;
    if (walk.text(token) === ";" || (walk.type(token) === "token_tree" && walk.text(token).startsWith("{"))) {
      break;
    }
  }
  walk.define({ name: walk.text(name), kind, ...linesOf(name, walk), endLine: walk.endLine(last) });
}
