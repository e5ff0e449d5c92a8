// The value that a Python annotation declares, written as an expression or inside of a string, and the types it refers to.

import {
  BUILT_IN_VALUE,
  type ChainDraft,
  NOTHING,
  RESULT_STEP,
  rooted,
  stepped,
  typeOfInstance,
} from "../../../facts/chain-drafts.ts";
import { referToMember, referToName } from "../../../facts/common.ts";
import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { selfChain } from "../../../vocabulary/chain.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import { BUILT_IN } from "./names.ts";
import { common, type Walk } from "./state.ts";

/** A type as written: a name with its arguments, or alternatives. */
interface TypeDraft {
  /** The class it names; null for what names none. */
  readonly of: ChainDraft;
  /** The last of its dotted names. */
  readonly word: string;
  readonly arguments: readonly TypeDraft[];
}

/** Of these the first argument is the type that is meant. */
const TRANSPARENT = wordSet(`
Optional Annotated Final ClassVar Required NotRequired ReadOnly InitVar Awaitable ContextManager AbstractContextManager
AsyncContextManager AbstractAsyncContextManager
`);
/** Of these an element is of the first argument. */
const OF_FIRST = wordSet(`
list List set Set frozenset FrozenSet Sequence MutableSequence Iterable Iterator Collection AbstractSet MutableSet deque Deque
Generator AsyncIterable AsyncIterator AsyncGenerator Reversible
`);
/** Of these a value is of the second argument. */
const OF_SECOND = wordSet("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict WeakValueDictionary");
/** Types whose arguments no chain can express. */
const OPAQUE = wordSet("Any object Concatenate Counter ChainMap");

const MORE_TYPES = wordSet("Callable Union tuple Tuple type Type Coroutine");

const NOTHING_TYPE: TypeDraft = { of: NOTHING, word: "None", arguments: [] };
const UNKNOWN_TYPE: TypeDraft = { of: null, word: "", arguments: [] };

/** The value that an annotation declares. */
export interface Annotation {
  /** The one thing that it is, of a union the first of the project's. */
  readonly one: ChainDraft;
  /** Each part of a union. */
  readonly all: readonly ChainDraft[];
}

export function annotation(node: NodeAt, walk: Walk): Annotation {
  const draft = draftOf(node, walk);
  return { one: instanceOf(draft, walk), all: partsOf(draft).map((part) => instanceOf(part, walk)) };
}

/** An instance of what the annotation names: `X^`. */
export const annotated = (node: NodeAt, walk: Walk): ChainDraft => instanceOf(draftOf(node, walk), walk);

function partsOf(draft: TypeDraft): readonly TypeDraft[] {
  const isWrapper = draft.word === "Optional" || draft.word === "Annotated" || draft.word === "ClassVar";
  return draft.word === "|" || draft.word === "Union" || (isWrapper && draft.arguments.length > 0)
    ? draft.arguments.flatMap(partsOf)
    : [draft];
}

/** The class itself that the annotation names. */
export const annotatedClass = (node: NodeAt, walk: Walk): ChainDraft => typeOfInstance(annotated(node, walk));

/** Whether an expression is a type with its arguments, as `Callable[…]` is: what it is assigned to is a name for it. */
export function isType(node: NodeAt, walk: Walk): boolean {
  if (walk.type(node) !== "subscript") {
    return false;
  }
  const head = walk.text(walk.field(node, "value"));
  const word = head.split(".").at(-1) ?? "";
  // `self.list[0]` is none.
  const isName = head === word || /^\p{Lu}/u.test(word);
  return isName && (TRANSPARENT.has(word) || OF_FIRST.has(word) || OF_SECOND.has(word) || MORE_TYPES.has(word));
}

function instanceOf({ of, word, arguments: args }: TypeDraft, walk: Walk): ChainDraft {
  const instance = (at: number): ChainDraft => {
    const argument = args[at];
    return argument === undefined ? null : instanceOf(argument, walk);
  };
  if (word === "|" || word === "Union") {
    const known = args.filter((one) => one.of !== null && !BUILT_IN.has(one.word));
    return known[0] === undefined ? null : instanceOf(known.find((one) => one.of !== NOTHING) ?? known[0], walk);
  }
  if (word === "Self") {
    const at = walk.enclosingClass();
    return at < 0 ? null : rooted(selfChain(at));
  }
  if (args.length > 0) {
    switch (true) {
      case TRANSPARENT.has(word):
        return instance(0);
      case OF_FIRST.has(word):
        return stepped(instance(0), "*");
      case OF_SECOND.has(word):
        return stepped(instance(1), "*");
      case word === "type" || word === "Type":
        return typeOfInstance(instance(0));
      case word === "Callable":
        return stepped(instance(1), RESULT_STEP);
      case word === "Coroutine":
        return instance(2);
      case word === "tuple" || word === "Tuple":
        return stepped(common(args.map((one) => instanceOf(one, walk))), "*");
    }
  }
  if (of === NOTHING) {
    return NOTHING;
  }
  return OPAQUE.has(word) ? null : stepped(of, "^");
}

const draftOf = (node: NodeAt, walk: Walk): TypeDraft => walk.deeper(() => read(node, walk)) ?? UNKNOWN_TYPE;

function read(node: NodeAt, walk: Walk): TypeDraft {
  const named = walk.children(node);
  switch (walk.type(node)) {
    case "type":
    case "parenthesized_expression":
      return named[0] === undefined ? UNKNOWN_TYPE : draftOf(named[0], walk);
    case "identifier":
    case "attribute": {
      const of = referred(node, walk);
      return { of, word: walk.text(node).split(".").at(-1) ?? "", arguments: [] };
    }
    case "none":
    case "ellipsis":
      return NOTHING_TYPE;
    case "string":
      return quoted(node, walk);
    case "binary_operator":
    case "union_type":
      return { of: NOTHING, word: "|", arguments: named.map((one) => draftOf(one, walk)) };
    case "generic_type": {
      const parameters = walk.childOfType(node, "type_parameter");
      return named[0] === undefined ? UNKNOWN_TYPE : generic(named[0], walk.children(parameters), walk);
    }
    case "subscript":
      return generic(walk.field(node, "value"), walk.fields(node, "subscript"), walk);
    case "list":
    case "tuple":
      for (const one of named) {
        draftOf(one, walk);
      }
      break;
    default:
      walk.visit(node);
  }
  return UNKNOWN_TYPE;
}

function generic(head: NodeAt, args: readonly NodeAt[], walk: Walk): TypeDraft {
  const { of, word } = draftOf(head, walk);
  if (word === "Literal") {
    return { of: BUILT_IN_VALUE, word, arguments: [] };
  }
  // What follows the type in Annotated is no type.
  const types = word === "Annotated" ? args.slice(0, 1) : args;
  args.slice(types.length).forEach(walk.visit);
  return { of, word, arguments: types.map((one) => draftOf(one, walk)) };
}

/** The class that a dotted name is; records a reference to each of its names, the last one as a type. */
const referred = (node: NodeAt, walk: Walk): ChainDraft =>
  walk.type(node) === "identifier"
    ? referToName(node, walk, "type")
    : referToMember(walk.value(walk.field(node, "object")), walk.field(node, "attribute"), walk, "type");

/** Names, brackets, commas and bars: all else in a quoted annotation ends what is understood of it. */
const TOKEN = /\s*(?:([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)|([[\]|,]))/uy;
const QUOTED_CHARS_MAX = 300;
const QUOTED_DEPTH_MAX = 10;

function quoted(node: NodeAt, walk: Walk): TypeDraft {
  const content = walk.childOfType(node, "string_content");
  const text = walk.text(content);
  if (content < 0 || text.length > QUOTED_CHARS_MAX || text.includes("\n")) {
    return UNKNOWN_TYPE;
  }
  const start = walk.start(content);
  let at = 0;
  const matched = (): RegExpExecArray | null => {
    TOKEN.lastIndex = at;
    return TOKEN.exec(text);
  };
  /** The name that is read; undefined for a mark. */
  const next = (): string | undefined => {
    const token = matched();
    at = token === null ? text.length : TOKEN.lastIndex;
    return token?.[1];
  };
  const peek = (): string | undefined => matched()?.[2];
  const one = (depth: number): TypeDraft => {
    const name = next();
    if (name === undefined || depth > QUOTED_DEPTH_MAX) {
      return UNKNOWN_TYPE;
    }
    const args: TypeDraft[] = [];
    const of = name === "None" ? NOTHING : referredIn(name, start + at - name.length, walk);
    if (peek() === "[") {
      do {
        next();
        args.push(alternatives(depth + 1));
      } while (peek() === ",");
      next();
    }
    return { of, word: name.split(".").at(-1) ?? name, arguments: args };
  };
  const alternatives = (depth: number): TypeDraft => {
    const found = [one(depth)];
    while (peek() === "|") {
      next();
      found.push(one(depth));
    }
    return found.length === 1 ? (found[0] ?? UNKNOWN_TYPE) : { of: NOTHING, word: "|", arguments: found };
  };
  return alternatives(0);
}

/** As `referred`, for a dotted name inside of a string, which starts at this offset of the text. */
function referredIn(dotted: string, start: number, walk: Walk): ChainDraft {
  let of: ChainDraft = null;
  let offset = start;
  const names = dotted.split(".");
  for (const [index, name] of names.entries()) {
    of = index === 0 ? walk.name(name) : stepped(of, `.${name}`);
    walk.refer(name, walk.lineAt(offset), index === names.length - 1 ? "type" : "read", of);
    offset += name.length + 1;
  }
  return of;
}
