// Macros of C and C++: what they say, and what they leave of the syntax around them. A macro's text is no code until it is used,
// but what it names is mostly what is meant there.
import { EXPORTED } from "../../../vocabulary/facts.ts";
import { NO_NODE, type NodeAt } from "../../syntax-tree.ts";
import type { Prepared, Visitor, Walk } from "../read-facts.ts";
import { BUILT_IN } from "./names.ts";
import { draftOf, stateOf } from "./notation.ts";

/** A macro and all its lines; a comment in it ends it for the grammar. */
const DEFINED = /^[ \t]{0,40}#[ \t]{0,40}define\b(?:[^\n\\]|\\\r?\n|\\)*/gm;
const COMMENT = /\/\*.*?\*\//gs;

/**
 * `API int open(…);`, `template <class T> INLINE auto open(…)`: what is before a declaration and is no part of its type. The
 * type may have scopes and arguments, the name scopes.
 */
const BEFORE =
  /^([ \t]{0,40}(?:template[ \t]{0,9}<(?:[^<>;{}\n]|<[^<>;{}\n]{0,100}>){0,200}>[ \t]{1,9})?(?:(?:extern|static|typedef|inline|constexpr|virtual|explicit|friend)[ \t]{1,9}){0,3})([A-Z][A-Z0-9_]{2,60})(?=[ \t]{1,40}(?:(?:const|unsigned|signed|long|struct|enum|union|static|inline|extern|constexpr|[A-Z][A-Z0-9_]{2,60})[ \t]{1,9}){0,4}[A-Za-z_][\w:]{0,80}(?:<[^;{}()\n]{0,100}>)?(?:[ \t]{1,40}|[ \t]{0,40}[*&]{1,4}[ \t]{0,9})(?:const[ \t]{1,9})?\(?\*?[ \t]{0,9}[A-Za-z_][\w:]{0,100}\)?[ \t]{0,9}[(;=[])/gm;
/** Macros in a row before one declaration. */
const BEFORE_MAX = 3;

/** `class EXPORT Store : public Base {`, which the grammar takes for a function. */
const OF_CLASS =
  /\b((?:class|struct|union)[ \t]{1,9})([A-Z][A-Z0-9_]{3,60})(?:\([^()\n]{0,100}\))?(?=[ \t]{1,9}[A-Za-z_]\w{0,100}(?:[ \t]{1,9}final)?\s{0,80}(?:\{|:[^:]))/g;

/** `int size GUARDED_BY(mutex);`, `void save() LOCKS_EXCLUDED(mutex) {`: the words of Clang's annotations, with a project's prefix. */
const ANNOTATION =
  /(?<=[\w)\]][ \t\r\n]{1,80})((?:[A-Z][A-Z0-9]{1,20}_){0,3}(?:(?:PT_)?GUARDED_(?:BY|VAR)|(?:EXCLUSIVE_|SHARED_)?LOCKS?_(?:REQUIRED|EXCLUDED|RETURNED)|(?:EXCLUSIVE|SHARED)_(?:TRY)?LOCK_FUNCTION|UNLOCK_FUNCTION|REQUIRES(?:_SHARED)?|EXCLUDES|ACQUIRED_(?:BEFORE|AFTER)|PRINTF_(?:FORMAT|ATTRIBUTE)|FORMAT_PRINTF)_?)[ \t]{0,9}\([^()\n]{0,200}\)(?=\s{0,40}(?:[;={]|[A-Z]))/g;

/** `CONSTEXPR Store(int size) {`: a constructor behind a macro that says how it is compiled. */
const BEFORE_CONSTRUCTOR =
  /^([ \t]{0,40}(?:explicit[ \t]{1,9})?)((?:[A-Z][A-Z0-9]{1,20}_){0,3}(?:CONSTEXPR|INLINE|NODISCARD|EXPORT|API|HOST_DEVICE)[A-Z0-9_]{0,20})(?=[ \t]{1,9}~?[A-Za-z_]\w{0,100}[ \t]{0,9}\((?:[^(){};]|\([^(){};]{0,200}\)){0,400}\)\s{0,40}(?:noexcept\s{0,40})?[:{])/gm;

/** `template <typename T, ENABLE_IF(is_integral<T>::value)>`: a parameter that a macro makes. */
const OF_TEMPLATE =
  /((?:<|,)\s{0,80})([A-Z][A-Z0-9_]{3,60})\((?:[^();{}]|\((?:[^();{}]|\([^();{}]{0,200}\)){0,200}\)){1,400}\)(?=\s{0,40}(?:,\s{0,40}(?:typename|class|int|bool|[A-Z][A-Z0-9_]{3,60}\()|>\s))/g;

/** `int open(…) ATTRIBUTE;` */
const AFTER = /(?<=\))[ \t]{1,9}([A-Z][A-Z0-9_]{3,60})(?=[ \t]{0,9};)/g;

/** `inline friend std::ostream& operator<<(…) {`, which the grammar knows the other way round alone. */
const FRIEND = /\b((?:inline|constexpr|static)[ \t]{1,9})friend(?=[ \t\r\n])/g;

/** `TEST_CASE("adds up", "[store]") {`: a test whose name is a text. */
const CASE =
  /^([ \t]{0,40})(TEST_CASE|SCENARIO)(\([ \t]{0,9})"((?:[^"\\\n]|\\.){1,300})"((?:\s{0,200},\s{0,200}"(?:[^"\\\n]|\\.){0,300}")?[ \t]{0,9}\))(?=\s{0,40}\{)/gm;
/** `SECTION("twice") {`: a part of one, and no more than a block. */
const SECTION =
  /^([ \t]{0,60})(SECTION|SUBCASE|GIVEN|WHEN|THEN|AND_GIVEN|AND_WHEN|AND_THEN)\([ \t]{0,9}"(?:[^"\\\n]|\\.){0,300}"[ \t]{0,9}\)(?=\s{0,40}\{)/gm;

/** `UNUSED(static int open(int fd)) {` */
const AROUND =
  /^([A-Z][A-Z0-9_]{2,60})\(((?:[A-Za-z_]\w{0,60}[\s*]{1,9}){1,6}[A-Za-z_]\w{0,100}\((?:[^(){};]|\([^(){};]{0,200}\)){0,600}\)\s{0,9})\)(\s{0,40})(?=\{)/gm;

/** A macro alone on its line, behind something that is whole: nothing ends it. */
const ALONE =
  /(?=[A-Z])(?<=(?:[;{}/]|^[ \t]{0,40}#[^\n]{0,200}\n)\s{0,200})([A-Z][A-Z0-9_]{3,60}(?:\([^()\n]{0,200}\))?[ \t]{0,40})\r?\n(?=\s{0,200}(?:\}|[A-Za-z_/#]))/gm;
/** Several that follow one another: each is alone once the one before is ended. */
const FOLLOWING_MAX = 6;

/** The text without what the grammar stumbles over, character for character, and what the macros are called where. */
export function withoutMacros(text: string): Prepared {
  const taken: Prepared["taken"][number][] = [];
  const plain = text.replace(DEFINED, (all) => all.replace(COMMENT, (one) => one.replace(/[^\\\r\n]/g, " ")));
  const befriended = plain.replace(FRIEND, (all, before: string) => before + " ".repeat(all.length - before.length));
  const named = befriended.replace(
    CASE,
    (_, before: string, name: string, opens: string, title: string, rest: string, offset: number) => {
      taken.push({ name, offset: offset + before.length });
      return `${before}${name}${opens} ${title.replace(/^\d|\W/g, "_")})${rest.replace(/[^\r\n]/g, " ")}`;
    },
  );
  const whole = named.replace(SECTION, (all: string, before: string, name: string, offset: number) => {
    taken.push({ name, offset: offset + before.length });
    return " ".repeat(all.length);
  });
  const open = whole.replace(AROUND, (_, name: string, inside: string, after: string, offset: number) => {
    taken.push({ name, offset });
    return `${" ".repeat(name.length + 1)}${inside} ${after}`;
  });
  const ended = open.replace(AFTER, (all: string, name: string, offset: number) => {
    taken.push({ name, offset: offset + all.length - name.length });
    return " ".repeat(all.length);
  });
  const takeOut = (all: string, before: string, name: string, offset: number): string => {
    taken.push({ name, offset: offset + before.length });
    return before + all.slice(before.length).replace(/[^\r\n]/g, " ");
  };
  // As long as the macro's name is, a type without a name fits in its place.
  const asParameter = (all: string, before: string, name: string, offset: number): string => {
    taken.push({ name, offset: offset + before.length });
    const rest = all.slice(before.length + 3).replace(/[^\r\n]/g, " ");
    return `${before}int${rest}`;
  };
  let left = ended
    .replace(OF_CLASS, takeOut)
    .replace(OF_TEMPLATE, asParameter)
    .replace(BEFORE_CONSTRUCTOR, takeOut)
    .replace(ANNOTATION, (all: string, name: string, offset: number) => takeOut(all, "", name, offset));
  for (let times = 0, before = ""; times < BEFORE_MAX && before !== left; times++) {
    before = left;
    left = before.replace(BEFORE, takeOut);
  }
  for (let times = 0, before = ""; times < FOLLOWING_MAX && before !== left; times++) {
    before = left;
    // What ends its line ends it.
    left = before.replace(ALONE, (all) => `${all.slice(0, -1)};`);
  }
  return { text: left, taken };
}

export const macro: Visitor = (node, walk) => {
  const { tree, facts } = walk;
  const draft = draftOf(tree.field(node, "name"), node, walk);
  const parameters = tree.field(node, "parameters");
  const names = parameters === NO_NODE ? [] : tree.children(parameters).map((one) => tree.text(one));
  const at = facts.define({
    ...draft,
    kind: parameters === NO_NODE ? "variable" : "function",
    flags: draft.flags | EXPORTED,
    parameters: names.length,
  });
  const body = tree.field(node, "value");
  const text = tree.text(body);
  if (body === NO_NODE || NOTHING_NAMED.test(text)) {
    return;
  }
  const state = stateOf(facts);
  const { fieldsOf, access } = state;
  if (DECLARES_FIELDS.test(text)) {
    state.fieldsOf = at;
    facts.within({ kind: "class", definition: at }, () => readBody(body, text, new Set(names), walk));
  } else {
    facts.within({ kind: "function", definition: at }, () => {
      for (const name of names) {
        facts.local(name, null);
      }
      readBody(body, text, new Set(names), walk);
    });
  }
  state.fieldsOf = fieldsOf;
  state.access = access;
};

/** Numbers, strings, operators. */
const NOTHING_NAMED = /^(?:[^A-Za-z_"']|\b0[xX][\dA-Fa-f]+[uUlL]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*$/su;
/** The first of what it says is a field, of a type or of parts: `int size;`, `union { … } u;`. */
const DECLARES_FIELDS =
  /^(?:[\s\\]|\/\*.{0,400}?\*\/)*(?!return\b|goto\b|typedef\b|extern\b|static\b)(?:(?:union|struct)\s*\w*[\s\\]*\{|(?:(?:const|unsigned|signed|struct|union|enum|long)\s+)*[A-Za-z_]\w*(?:[\s\\]+|[\s\\]*\*+[\s\\]*)(?:[A-Za-z_]\w*(?:\[[^\]]{0,80}\])*|\(\*\w+\)[\s\\]*\([^()]{0,200}\))[\s\\]*;)/su;

/** As expressions or statements where it is such; else by its names. */
function readBody(body: NodeAt, text: string, parameters: ReadonlySet<string>, walk: Walk): void {
  const { tree } = walk;
  const start = tree.start(body);
  // A line's end that goes on to an empty one ends it.
  const end = start + text.replace(/[\s\\]{1,1000}$/, "").length;
  const isEnded = /[;}][\s\\]*$/.test(text);
  const terminator = isEnded ? undefined : walk.text.indexOf(";", end);
  const isCode = !/##|^[\s\\]*[\w]+[\s\\]*$/.test(text) && terminator !== -1;
  if (!isCode || text.length > CODE_CHARS_MAX || !walk.reread(start, end, terminator)) {
    readNames(body, text, parameters, walk);
  }
}

const CODE_CHARS_MAX = 20_000;
/** Of what is no code, the names that stand by themselves: no members, no parts of names that are put together. */
const NAME =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/|(?:\.|->|#)\s*[A-Za-z_]\w*|\d[\w.]*|([A-Za-z_]\w*)(?!\s*##)\b(\s*\()?/gsu;

function readNames(body: NodeAt, text: string, parameters: ReadonlySet<string>, walk: Walk): void {
  const { tree, facts } = walk;
  for (const found of text.matchAll(NAME)) {
    const [, name, call] = found;
    if (name !== undefined && !parameters.has(name) && !KEYWORDS.has(name) && !BUILT_IN.has(name)) {
      const line = walk.lineAt(tree.start(body) + found.index);
      facts.mention(name, line, call === undefined ? "read" : "call", facts.name(name));
    }
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "if else for while do switch case default break continue return goto sizeof typedef struct union enum static extern const volatile inline register signed unsigned void char short int long float double bool auto defined".split(
    " ",
  ),
);
