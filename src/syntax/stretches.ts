// Divides a text into code whose names were read, comments, strings, and what was not understood, so that each place of a name can
// be accounted for. By the types of nodes alone, for any grammar.
import { memoized } from "../system/memo.ts";
import { STRETCH_KINDS, type Stretches, type StretchKind } from "../vocabulary/stretches.ts";
import { WORD } from "./occurrences.ts";
import { NO_NODE, type NodeAt, ROOT, type SyntaxTree } from "./syntax-tree.ts";

/** One tree of the text. */
export interface MarkedPart {
  readonly tree: SyntaxTree;
  /** Whether it is the markup around the code of other parts: its own expressions are read by nobody. */
  readonly isMarkup: boolean;
  /** Whether its text stands here and there in that of another part. Default false. */
  readonly isScattered?: boolean;
  /** Of LanguageProfile. */
  readonly holdsCode?: ((tree: SyntaxTree, string: NodeAt) => boolean) | undefined;
}

/** What there is to know of how a text was read. */
export interface TextReading {
  readonly parts: readonly MarkedPart[];
  /** By offset: 1 where the text of a node was asked for that starts there. Null: the names of this language are not read. */
  readonly asked: Uint8Array | null;
  /** Constructs that the trees do not hold. */
  readonly overwritten: readonly { readonly start: number; readonly offending: string; readonly harmless: string }[];
}

const COMMENT = /comment|^html_comment$/u;
const STRING =
  /string|heredoc|nowdoc|^(?:char|character|char_literal|character_literal|rune_literal|regex|regex_pattern|text)$|^regex_literal$|line_str_text|template_chars/u;
/** Inside of a string, code again. */
const CODE_IN_STRING = /interpolation|interpolated_(?:expression|identifier)|substitution|expansion|format_expression/u;
/** What grammars keep as mere tokens or text. */
const UNREAD = /^(?:ERROR|token_tree|token_tree_pattern|preproc_arg|macro_body)$/u;
/** Around strings: `string_array`, `concatenated_string`, a type that is called so. */
const NO_STRING = /concatenated|chained|string_array|string_type|interpolated_string_expression|key_path/u;

/** Nodes of words that no symbol can be named by. */
const KEYWORD =
  /^(?:true|false|null|nil|none|undefined|boolean|self|this|super|auto|throws|else|primitive_type|predefined_type|cast_type|void_type)$|_keyword$|_specifier$|^(?:null|boolean)_literal$/u;
/** What gives a value to a parameter, a field or a key by its name. */
const LABELLED = /argument$|pair$|pair_pattern$|label$|^keyword_pattern$|^field_initializer$|^index_signature$/u;

const kindCode = (kind: StretchKind): number => STRETCH_KINDS.indexOf(kind);
const CODE = kindCode("code");
const UNREAD_KIND = kindCode("unread");
const STRING_KIND = kindCode("string");
/** What a node says of its word: `OPEN` and `RULE` also where its text was asked for, which need not mean that it was followed. */
const [NAMED, LABEL, OPEN, RULE, VARIABLE] = [1, 2, 3, 4, 5];

/** Names a method without using it: `send(:save)`. */
const SYMBOL = /^(?:simple_symbol|bare_symbol)$/;
/** Declarations of imports, whose paths are followed to their end alone. */
const IMPORT = /^(?:import_header|import_declaration|using_directive)$/;
const SELECTED = /selectors$|renamed/;
/** The rules of a macro: what they make is made elsewhere. */
const RULES = /^macro_(?:definition|rule)$/;

/** Runs of words of one kind, over all of the text. */
export function readStretches(text: string, { parts, asked, overwritten }: TextReading): Stretches {
  const painted = new Uint8Array(text.length);
  const named = new Uint8Array(text.length);
  for (const [index, part] of parts.entries()) {
    paint(part, painted, named, index > 0);
  }
  for (const { start, offending, harmless } of overwritten) {
    for (const { index, 0: word } of offending.matchAll(WORD)) {
      if (!harmless.startsWith(word, index)) {
        painted.fill(UNREAD_KIND, start + index, start + index + word.length);
      }
    }
  }
  const rest: StretchKind = asked === null ? "unread" : "code";
  const stretches = { rest, starts: [] as number[], ends: [] as number[], kinds: [] as StretchKind[] };
  let last = kindCode(rest);
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const end = index + word.length;
    const code = kindOfWord(painted[index] ?? 0, asked, named, index, end);
    if (code === last && code !== kindCode(rest)) {
      stretches.ends[stretches.ends.length - 1] = end;
    } else if (code !== kindCode(rest)) {
      stretches.starts.push(index);
      stretches.ends.push(end);
      stretches.kinds.push(STRETCH_KINDS[code] ?? "unread");
    }
    last = code;
  }
  return stretches;
}

function kindOfWord(painted: number, asked: Uint8Array | null, named: Uint8Array, start: number, end: number): number {
  if (asked === null) {
    return painted === CODE ? UNREAD_KIND : painted;
  }
  if (painted !== CODE && painted !== UNREAD_KIND) {
    return painted;
  }
  const own = named[start];
  if (own === OPEN) {
    return kindCode("unplaced");
  }
  if (own === RULE || own === VARIABLE) {
    return own === RULE ? UNREAD_KIND : CODE;
  }
  for (let at = start; at < end; at += 1) {
    if (asked[at] === 1) {
      return own === LABEL ? kindCode("label") : CODE;
    }
  }
  const name = painted === CODE ? own : 0;
  return name === NAMED ? kindCode("unplaced") : name === LABEL ? kindCode("label") : painted;
}

function paint(
  { tree, isMarkup, isScattered = false, holdsCode = never }: MarkedPart,
  painted: Uint8Array,
  named: Uint8Array,
  isInside: boolean,
): void {
  const kinds = new Uint8Array(tree.count);
  const inside = new Uint8Array(tree.count);
  const traitsOf = isMarkup ? traitsInMarkup : traitsInCode;
  const first = kindCode(isMarkup ? "unread" : "code");
  for (let node: NodeAt = ROOT; node < tree.count; node += 1) {
    const type = tree.type(node);
    const traits = traitsOf(type);
    const { own } = traits;
    const parent = tree.parent(node);
    const outer = parent === NO_NODE ? first : (kinds[parent] ?? 0);
    // What a string consists of is of its kind.
    const isPart = own === "string" && parent !== NO_NODE && traitsOf(tree.type(parent)).own === "string";
    const isOfKind = !isPart && (tree.isNamed(node) || own === "unread");
    const kind = !isOfKind
      ? outer
      : own === "string" && (isDoubtfulString(tree, node, outer, painted) || holdsCode(tree, node))
        ? kindCode("unread")
        : kindWithin(outer, own);
    kinds[node] = kind;
    const isPainted = isScattered
      ? tree.after(node) === node + 1
      : kind !== outer || (node === ROOT && (isInside || isMarkup));
    if (isPainted) {
      painted.fill(kind, tree.start(node), tree.end(node));
    }
    const around = parent === NO_NODE ? 0 : (inside[parent] ?? 0);
    inside[node] = insideOf(traits, around);
    if (kind === STRING_KIND && !isPart) {
      const isFormat = around === IN_TOKENS || around === IN_RULES;
      paintWithin(isFormat ? CAPTURED : type === "text" ? TEMPLATE : ACTION, tree, node, painted);
    }
    if (tree.after(node) === node + 1 && !traits.isKeyword && tree.isNamed(node)) {
      const start = tree.start(node) + (type === "simple_symbol" ? 1 : 0);
      const isLabelled = parent !== NO_NODE && traitsOf(tree.type(parent)).isLabelled;
      named[start] = sayingOf(tree, node, type, inside[node] ?? 0, isLabelled);
    }
  }
}

const never = (): boolean => false;

/** What a macro may put into its text: `"{count:>LIMIT$}"`. */
const CAPTURED = /(?<!\{)\{[\p{ID_Continue}$.*:<>^+#?-]+\}/gu;
/** Code of a template in a string: `"<p>{{ .Title }}</p>"`. */
const ACTION = /\{\{[^{}\n]{1,200}\}\}/gu;
/** In the text around a program's code: `{{ total() }}`, `@if(isOpen())`. */
const TEMPLATE = /\{\{[^{}]{1,500}\}\}|\{!![^{}]{1,500}!!\}|@\w{1,50}\s{0,9}\([^\n]{0,500}\)/gu;

/** Of a string, what is read by something else. */
function paintWithin(pattern: RegExp, tree: SyntaxTree, node: NodeAt, painted: Uint8Array): void {
  const start = tree.start(node);
  const text = tree.source.slice(start, tree.end(node));
  for (const { index, 0: found } of text.includes("{") || text.includes("@") ? text.matchAll(pattern) : []) {
    painted.fill(UNREAD_KIND, start + index, start + index + found.length);
  }
}

const [IN_IMPORT, IN_SELECTORS, IN_RULES, IN_TOKENS] = [1, 2, 3, 4];

/** What the type of a node says. */
interface Traits {
  readonly own: StretchKind | "code in string" | null;
  readonly isKeyword: boolean;
  /** Whether its first part may be a label. */
  readonly isLabelled: boolean;
  readonly isSelected: boolean;
  /** The construct that it is; 0 for none. */
  readonly construct: number;
}

/** Grammars have some hundred types, and trees thousands of nodes. */
const openTraits = (isMarkup: boolean): ((type: string) => Traits) =>
  memoized((type) => ({
    own: kindOfType(type, isMarkup),
    isKeyword: KEYWORD.test(type),
    isLabelled: LABELLED.test(type),
    isSelected: SELECTED.test(type),
    construct: IMPORT.test(type) ? IN_IMPORT : RULES.test(type) ? IN_RULES : type === "token_tree" ? IN_TOKENS : 0,
  }));
const traitsInCode = openTraits(false);
const traitsInMarkup = openTraits(true);

/** In which construct a node is, whose parent is in the outer one. */
function insideOf({ construct, isSelected }: Traits, outer: number): number {
  if (outer === IN_RULES || outer === IN_SELECTORS) {
    return outer;
  }
  if (outer === IN_IMPORT) {
    return isSelected ? IN_SELECTORS : outer;
  }
  return construct === 0 ? outer : construct;
}

/** What a node without children says of its word. */
function sayingOf(tree: SyntaxTree, node: NodeAt, type: string, inside: number, isLabelled: boolean): number {
  if (type === "metavariable") {
    return VARIABLE;
  }
  switch (inside) {
    case IN_RULES:
      return RULE;
    // A variable of the macro's arguments has no capital.
    case IN_TOKENS:
      return startsWithCapital(tree, node) ? RULE : NAMED;
    case IN_SELECTORS:
      return OPEN;
    // Packages have no capital, and are no symbols.
    case IN_IMPORT:
      return startsWithCapital(tree, node) ? OPEN : NAMED;
    default:
      return SYMBOL.test(type) ? OPEN : isLabelled && isLabel(tree, node) ? LABEL : NAMED;
  }
}

const startsWithCapital = (tree: SyntaxTree, node: NodeAt): boolean =>
  /^\p{Lu}/u.test(tree.source.slice(tree.start(node), tree.start(node) + 1));

/**
 * A string behind a prefix that the grammar does not know, which may give it other rules (`t"{name}"`), or over several lines of broken
 * syntax: a quote too many makes code of strings and strings of code.
 */
function isDoubtfulString(tree: SyntaxTree, node: NodeAt, outer: number, painted: Uint8Array): boolean {
  const start = tree.start(node);
  const isPrefixed = painted[start - 1] === UNREAD_KIND && /\w/u.test(tree.source.charAt(start - 1));
  return isPrefixed || (outer === UNREAD_KIND && (tree.text(node).includes("\n") || isOfAttribute(tree, node)));
}

/** Characters before a string in which its key stands. */
const KEY_WITHIN = 60;
/** Keys of attributes behind which texts stand, or names of what is outside of the program. */
const KEY_OF_TEXT =
  /(?:^|_)(?:rename|alias|tag|content|feature|doc|note|since|reason|message|help|about|usage|long|short|name|id|env|default_value|target\w*|family|expected|description|title|example|format|path|url|version|author|kind|expecting)(?:_|$)/u;

/** `with = "codec::hex"` in an attribute that a macro reads. */
function isOfAttribute(tree: SyntaxTree, node: NodeAt): boolean {
  const start = tree.start(node);
  const [, key] = /(\w+)\s*=\s*$/u.exec(tree.source.slice(Math.max(0, start - KEY_WITHIN), start)) ?? [];
  let outer = tree.parent(node);
  while (tree.type(outer) === "token_tree") {
    outer = tree.parent(outer);
  }
  return key !== undefined && tree.type(outer) === "attribute" && !KEY_OF_TEXT.test(key);
}

/** `size=2`, `size: 2` */
const isLabel = (tree: SyntaxTree, node: NodeAt): boolean =>
  tree.firstChild(tree.parent(node)) === node &&
  /^\s*[=:](?![=:])/u.test(tree.source.slice(tree.end(node), tree.end(node) + LABEL_MARK_WITHIN));

/** Characters behind a label in which its mark stands. */
const LABEL_MARK_WITHIN = 8;

function kindOfType(type: string, isMarkup: boolean): StretchKind | "code in string" | null {
  if (UNREAD.test(type)) {
    return "unread";
  }
  if (COMMENT.test(type)) {
    return "comment";
  }
  if (isMarkup) {
    return null;
  }
  if (CODE_IN_STRING.test(type)) {
    return "code in string";
  }
  return STRING.test(type) && !NO_STRING.test(type) ? "string" : null;
}

/** Of a node of this own kind in what is of the other: nothing is read in a comment, and only what is marked as such in a string. */
function kindWithin(outer: number, own: StretchKind | "code in string" | null): number {
  if (own === null || outer === kindCode("comment")) {
    return outer;
  }
  if (own === "code in string") {
    return outer === kindCode("string") ? kindCode("code") : outer;
  }
  return kindCode(own);
}
