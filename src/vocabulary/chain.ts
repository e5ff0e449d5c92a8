// The one codec of chains, the text by which facts say how a value is reached: everything that writes or reads such text does it
// here. Facts are stored as written, so a change here is a change of the index's format (ANALYSIS_VERSION).

/**
 * How a value is reached, as text: a root and steps. `new Store().items[0].save` is `%0^.items[].save`, if import 0 binds Store.
 *
 * Roots:  `name`     what the name means outside the file's own scopes: of its package, or global
 *         `\a\b`     a whole name, from the root of all namespaces
 *         `@3`       definition 3 of this file
 *         `%2`       what import 2 of this file binds
 *         `self@3`   an instance of definition 3, the enclosing class: `this`, `self`
 *         `super@3`  an instance of what definition 3 extends
 *         `in@3`     (one `.name` follows) a bare name inside class 3: a member of what the class extends, else of the package
 *                    or global; where a language's methods reach members without `this`
 *         `!`        nothing that the project declares: a literal, a built-in. `!error^`: the built-in of this name
 * Steps:  `.name`    member; of a module, what it exports
 *         `()`       what a call gives (of a class in languages without `new`: an instance)
 *         `^`        an instance of the class or type: `new X`, a variable annotated as X
 *         `*`        many of them: an array, a list, a map's values
 *         `[]`       one of many: an element, what a loop yields
 *         `{#}`      the names of its members (`keyof X`); of such names, that of which they name the members
 *         `{=}`      the value of any of its members: `X[K]`, `x[key]`; of many of them, an element
 *
 * A mark may end a name:
 *   `/`  a function's, in languages that keep functions apart from values and types of the same name: `self@3.size/` is the method,
 *        `self@3.size` the field; likewise `size/`, `in@3.size/`, and `%2/` for what an import binds
 *   `'`  a type's: the bare name of a type inside a class where a field may be called as its type is (`in@3.Color'`), and a member
 *        written without its type, which needs no instance (Swift's `.open`: `@3^.open'`)
 *   `!`  a macro's bare name that the file does not bind: `vec!`
 *
 * A promise is written as what it gives; of one with members of its own, that is `.:awaited`, which of anything else is the value
 * itself. No chain has more than CHAIN_STEPS_MAX steps (a name and its `()` count as one) or
 * CHAIN_LENGTH_MAX characters: what is further away is unknown (null).
 */
export type Chain = string;
export const CHAIN_STEPS_MAX = 8;
export const CHAIN_LENGTH_MAX = 200;

export const CALL = "()";
export const INSTANCE = "^";
export const COLLECTION = "*";
export const ELEMENT = "[]";
export const KEYS = "{#}";
export const ANY_MEMBER = "{=}";

/** What the project declares nothing of. */
export const BUILT_IN_ROOT = "!";

export const FUNCTION_MARK = "/";
export const TYPE_MARK = "'";
export const MACRO_MARK = "!";

/** Definition `at` of the file. */
export const definitionChain = (at: number): Chain => `@${at}`;
/** What import `at` of the file binds; `isFunction`: as a function. */
export const importChain = (at: number, isFunction = false): Chain => `%${at}${isFunction ? FUNCTION_MARK : ""}`;
/** An instance of class `at`, inside of it. */
export const selfChain = (at: number): Chain => `self@${at}`;
/** An instance of what class `at` extends. */
export const superChain = (at: number): Chain => `super@${at}`;
/** A bare name inside class `at`, and steps on it; outside of classes where `at` is negative. */
export const bareNameChain = (at: number, name: string): Chain => (at < 0 ? name : `in@${at}.${name}`);

/** The name without the mark of a function or a type. */
export const unmarked = (name: string): string =>
  name.endsWith(FUNCTION_MARK) || name.endsWith(TYPE_MARK) ? name.slice(0, -1) : name;

export const isFunctionName = (name: string): boolean => name.endsWith(FUNCTION_MARK);
export const isTypeName = (name: string): boolean => name.endsWith(TYPE_MARK);

export const withoutTypeMark = (name: string): string => (isTypeName(name) ? name.slice(0, -1) : name);

/** The name, or the chain that ends in it, with this behind the name, before the mark of a type. */
export const withSuffix = (chain: Chain, suffix: string): Chain =>
  isTypeName(chain) ? `${chain.slice(0, -1)}${suffix}${TYPE_MARK}` : chain + suffix;

export type Root =
  /** `at`: ordinal of the definition or import; `isFunction`: named as a function. */
  | { readonly is: "definition" | "import" | "self" | "super"; readonly at: number; readonly isFunction: boolean }
  | { readonly is: "built-in" }
  | { readonly is: "name" };

const NAME: Root = { is: "name" };
const NO_PROJECT: Root = { is: "built-in" };

/** What a chain without steps starts from. */
export function parseRoot(root: Chain): Root {
  const start = root.charCodeAt(0);
  if (start === EXCLAMATION) {
    return NO_PROJECT;
  }
  const isFunction = root.charCodeAt(root.length - 1) === SLASH;
  const kind = start === AT ? "definition" : start === PERCENT ? "import" : start === LETTER_S ? classRoot(root) : null;
  const from = kind === "self" ? "self@".length : kind === "super" ? "super@".length : 1;
  const at = kind === null ? null : ordinalIn(root, from, isFunction ? root.length - 1 : root.length);
  return kind === null || at === null ? NAME : { is: kind, at, isFunction };
}

const classRoot = (root: string): "self" | "super" | null =>
  root.startsWith("self@") ? "self" : root.startsWith("super@") ? "super" : null;

/** The definition that the chain is, `@3`; null for any other chain. */
export const definitionIn = (chain: Chain): number | null =>
  chain.charCodeAt(0) === AT ? ordinalIn(chain, 1, chain.length) : null;

/** The import whose binding the chain is, `%2`; null for any other chain. */
export const importIn = (chain: Chain): number | null =>
  chain.charCodeAt(0) === PERCENT ? ordinalIn(chain, 1, chain.length) : null;

/** The class of `in@3`, which stands before a bare name; null for any other chain. */
export const classOfBareName = (before: Chain): number | null =>
  before.startsWith("in@") ? ordinalIn(before, "in@".length, before.length) : null;

/** The digits between two offsets; null where something else stands there, or nothing. */
function ordinalIn(text: string, from: number, end: number): number | null {
  let ordinal = 0;
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit < 0 || digit > 9) {
      return null;
    }
    ordinal = ordinal * 10 + digit;
  }
  return end > from ? ordinal : null;
}

export interface LastStep {
  readonly before: Chain;
  /** `()`, `^`, `*`, `[]`, `{#}`, `{=}`, or a name with the dot before it. */
  readonly step: string;
}

/** `a.b()` is `()` on `a.b`. Null for a root without steps. */
export function lastStep(chain: Chain): LastStep | null {
  const start = startOfLast(chain);
  return start <= 0 ? null : { before: chain.slice(0, start), step: chain.slice(start) };
}

/** Offset of the last step; -1 where the chain does not end in one. */
function startOfLast(chain: Chain): number {
  const length = chain.length;
  switch (chain.charCodeAt(length - 1)) {
    case CARET:
    case STAR:
      return length - 1;
    case PARENTHESIS_CLOSE:
      return chain.endsWith(CALL) ? length - CALL.length : -1;
    case BRACKET_CLOSE:
      return chain.endsWith(ELEMENT) ? length - ELEMENT.length : -1;
    case BRACE_CLOSE:
      if (chain.endsWith(KEYS) || chain.endsWith(ANY_MEMBER)) {
        return length - KEYS.length;
      }
  }
  const start = startOfName(chain);
  const isName = start < length && chain.charCodeAt(start - 1) === DOT && !chain.includes(KEYS, start);
  return isName ? start - 1 : -1;
}

/** Offset behind the last character that no name has. */
function startOfName(chain: Chain): number {
  let at = chain.length;
  while (at > 0 && !endsName(chain.charCodeAt(at - 1))) {
    at -= 1;
  }
  return at;
}

/** `a.b().save` is the member `save` of `a.b()`. Null where the last step is no member. */
export function parseMember(chain: Chain): { readonly owner: Chain; readonly name: string } | null {
  const last = lastStep(chain);
  return last?.step.startsWith(".") === true ? { owner: last.before, name: last.step.slice(1) } : null;
}

/** The chain without the `^` and `*` at its end: the type of an instance, or of many of them. */
export function typeIn(chain: Chain): Chain {
  let end = chain.length;
  while (chain[end - 1] === INSTANCE || chain[end - 1] === COLLECTION) {
    end -= 1;
  }
  return chain.slice(0, end);
}

/** Whether the chain is a value, not a name of one: what a call gives, an instance, an element. */
export const isMade = (chain: Chain): boolean =>
  chain.endsWith(INSTANCE) || chain.endsWith(CALL) || chain.endsWith(ELEMENT);

/**
 * The names of a chain that has no other steps than members, with their marks: `["%2", "Outer", "Inner'"]` of `%2.Outer.Inner'`;
 * `["Color"]` of `in@3.Color`. Null for other chains.
 */
export function dottedNames(chain: Chain): readonly string[] | null {
  if (OTHER_STEP.test(chain)) {
    return null;
  }
  const names = chain.slice(startOfFirst(chain)).split(".");
  return names.includes("") ? null : names;
}

const OTHER_STEP = /[()^*[\]]/;

/** A name and its `()` count as one step: builders are long. So do a parameter's label, `:at`, and the step before it. */
export function countSteps(steps: string): number {
  let count = 0;
  for (let at = 0; at < steps.length; at++) {
    const code = steps.charCodeAt(at);
    const isCallOfName = code === PARENTHESIS_OPEN && at > 0 && isWord(steps.charCodeAt(at - 1));
    count += STARTS_STEP.has(code) && !isCallOfName ? 1 : 0;
    count -= code === COLON ? 1 : 0;
  }
  return count;
}

/** Whether it is one of `A-Za-z0-9_/`. */
const isWord = (code: number): boolean =>
  (code >= DIGIT_0 && code <= DIGIT_0 + 9) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === SLASH;

/** Whether it passes through a member of something: `a.b`, `a.b()`, `in@3.b`. */
export const hasMember = (chain: Chain): boolean => chain.includes(".");

/** Whether a member of a function with this name is a parameter, named by its position. */
export const isParameter = (name: string): boolean => /^\d+$/.test(name);

/** Whether it passes through a parameter of a function, by its position: `%0.open.1[].path`. */
export const hasParameter = (chain: Chain): boolean => PARAMETER.test(chain);

const PARAMETER = /\.\d+(?:\[\])*(?=\.|$)/;

/** The member of an object that is what `this` is in its functions. */
export const THIS_MEMBER = ":this";

/** The member of this name of what a chain is. */
export const memberChain = (owner: Chain, name: string): Chain => `${owner}.${name}`;

/** The step to the field that an argument of this name sets, from the type that takes it or from the value that is copied. */
export const argumentStep = (name: string): string => `.:${name}`;

/** The step to what a value gives when it is awaited. */
export const AWAITED = ":awaited";
/** The member of a promise that is what it gives. */
export const PROMISED = ":promised";

/** The name of the element at this place of a tuple: `#0`. */
export const tuplePart = (place: number): string => `#${place}`;
export const isTuplePart = (name: string): boolean => /^#\d+$/.test(name);

/** The parameters that it passes through, each as a chain: `%0.open.1` of `%0.open.1[].path`. */
export const parametersIn = (chain: Chain): readonly Chain[] =>
  [...chain.matchAll(/\.\d+(?=\.|\[|$)/g)].map(({ index, 0: step }) => chain.slice(0, index + step.length));

/** The name of what is called first, with its marks, where a member of the result follows: `b` of `a.b().c().d`; else null. */
export function firstCalled(chain: Chain): string | null {
  const end = chain.indexOf(CALL);
  return end < 0 || chain.lastIndexOf(".") < end ? null : chain.slice(chain.lastIndexOf(".", end) + 1, end);
}

/** The name that a chain starts from, with its marks, and the steps on it: `Store'` and `^[]` of `in@3.Store'^[]`. */
export function splitFirst(chain: Chain): { readonly name: string; readonly steps: string } {
  const start = startOfFirst(chain);
  let end = start;
  while (end < chain.length && !endsName(chain.charCodeAt(end)) && !isBraced(chain, end)) {
    end += 1;
  }
  return { name: chain.slice(start, end), steps: chain.slice(end) };
}

const isBraced = (chain: Chain, at: number): boolean =>
  chain.charCodeAt(at) === BRACE_OPEN && (chain.startsWith(KEYS, at) || chain.startsWith(ANY_MEMBER, at));

/** Offset behind the class of a bare name, `in@3.`; 0 for other chains. */
function startOfFirst(chain: Chain): number {
  const dot = chain.startsWith("in@") ? chain.indexOf(".") : -1;
  return dot >= 0 && classOfBareName(chain.slice(0, dot)) !== null ? dot + 1 : 0;
}

const [AT, PERCENT, EXCLAMATION, SLASH, LETTER_S, DIGIT_0] = [0x40, 0x25, 0x21, 0x2f, 0x73, 0x30];
const [DOT, CARET, STAR, COLON] = [0x2e, 0x5e, 0x2a, 0x3a];
const [PARENTHESIS_OPEN, PARENTHESIS_CLOSE, BRACKET_OPEN, BRACKET_CLOSE] = [0x28, 0x29, 0x5b, 0x5d];
const [BRACE_OPEN, BRACE_CLOSE] = [0x7b, 0x7d];

/** Each step but `{#}` and `{=}` has one of these once. */
const STARTS_STEP: ReadonlySet<number> = new Set([DOT, PARENTHESIS_OPEN, CARET, STAR, BRACKET_OPEN]);

/** Whether it is one of `.()^*[]`, which no name has. */
const endsName = (code: number): boolean =>
  code === DOT ||
  (code >= PARENTHESIS_OPEN && code <= STAR) ||
  code === CARET ||
  code === BRACKET_OPEN ||
  code === BRACKET_CLOSE;
