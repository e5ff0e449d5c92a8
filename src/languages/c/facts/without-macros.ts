// The text with macros that the grammar cannot parse overwritten by blanks, so that all offsets stay the same.

import type { Prepared } from "../../../facts/read-facts.ts";
import { blank } from "../../../syntax/blank.ts";
import { withoutConditions } from "./conditionals.ts";
import { DEFINED, replaceComments } from "./lexical.ts";

/**
 * `API int open(…);`, `template <class T> INLINE auto open(…)`: what is before a declaration and is no part of its type. The
 * type may have scopes and arguments, the name scopes.
 */
const BEFORE =
  /^([ \t]{0,40}(?:extern[ \t]{1,9})?(?:template[ \t]{0,9}(?:<(?:[^<>;{}\n]|<[^<>;{}\n]{0,100}>){0,200}>)?[ \t]{1,9})?(?:(?:extern|static|typedef|inline|constexpr|virtual|explicit|friend)[ \t]{1,9}){0,3})([A-Z][A-Z0-9_]{2,60})(?=[ \t]{1,40}(?:(?:const|unsigned|signed|long|struct|enum|union|static|inline|extern|constexpr|[A-Z][A-Z0-9_]{2,60})[ \t]{1,9}){0,4}[A-Za-z_][\w:]{0,80}(?:<[^;{}()\n]{0,100}>)?(?:[ \t]{1,40}|[ \t]{0,40}[*&]{1,4}[ \t]{0,9})(?:const[ \t]{1,9})?\(?\*?[ \t]{0,9}[A-Za-z_][\w:]{0,100}(?:<[^;{}()\n]{0,100}>)?\)?[ \t]{0,9}[(;=[])/gm;
/** Macros in a row before one declaration. */
const BEFORE_MAX = 3;

/** `EXPORT template <class T>` */
const BEFORE_TEMPLATE = /^([ \t]{0,40})([A-Z][A-Z0-9_]{3,60})(?=[ \t]{1,9}template\b)/gm;

/** `if CONSTEXPR (size > 0)` */
const OF_CONDITION = /(\bif[ \t]{1,9})([A-Z][A-Z0-9_]{3,60})(?=[ \t]{0,9}\()/g;

/** `class EXPORT Store : public Base {`, which the grammar takes for a function. */
const OF_CLASS =
  /\b((?:class|struct|union)[ \t]{1,9})([A-Z][A-Z0-9_]{3,60})(?:\([^()\n]{0,100}\))?(?=[ \t]{1,9}[A-Za-z_]\w{0,100}(?:[ \t]{1,9}final)?(?:[ \t]{0,9};|\s{0,80}(?:\{|:[^:])))/g;

/**
 * `int size GUARDED_BY(mutex);`, `void save() LOCKS_EXCLUDED(mutex) {`: the words of Clang's annotations, with a project's
 * prefix.
 */
const ANNOTATION =
  /(?<=[\w)\]][ \t\r\n]{1,80})((?:[A-Z][A-Z0-9]{1,20}_){0,3}(?:(?:PT_)?GUARDED_(?:BY|VAR)|(?:EXCLUSIVE_|SHARED_)?LOCKS?_(?:REQUIRED|EXCLUDED|RETURNED)|(?:EXCLUSIVE|SHARED)_(?:TRY)?LOCK_FUNCTION|UNLOCK_FUNCTION|REQUIRES(?:_SHARED)?|EXCLUDES|LOCK_EXCLUDED|LOCK_REQUIRED|ACQUIRED_(?:BEFORE|AFTER)|PRINTF_(?:FORMAT|ATTRIBUTE)|FORMAT_PRINTF)_?)[ \t]{0,9}\([^()\n]{0,200}\)(?=\s{0,40}(?:[;={]|[A-Z]))/g;

/** `CONSTEXPR Store(int size) {`: a constructor behind a macro that controls how it is compiled. */
const BEFORE_CONSTRUCTOR =
  /^([ \t]{0,40}(?:explicit[ \t]{1,9})?)((?:[A-Z][A-Z0-9]{1,20}_){0,3}(?:CONSTEXPR|INLINE|NODISCARD|EXPORT|API|HOST_DEVICE)[A-Z0-9_]{0,20})(?=[ \t]{1,9}~?[A-Za-z_]\w{0,100}[ \t]{0,9}\((?:[^(){};]|\([^(){};]{0,200}\)){0,400}\)\s{0,40}(?:noexcept\s{0,40})?[:{])/gm;

/** `template <typename T, ENABLE_IF(is_integral<T>::value)>`: a parameter that a macro makes. */
const OF_TEMPLATE =
  /((?:<|,)\s{0,80})([A-Z][A-Z0-9_]{3,60})\((?:[^();{}]|\((?:[^();{}]|\([^();{}]{0,200}\)){0,200}\)){1,400}\)(?=\s{0,40}(?:,\s{0,40}(?:typename|class|int|bool|[A-Z][A-Z0-9_]{3,60}\()|>\s))/g;

/** `int open(…) ATTRIBUTE;` */
const AFTER = /(?<=\))[ \t]{1,9}([A-Z][A-Z0-9_]{3,60})(?=[ \t]{0,9};)/g;

/** `inline friend std::ostream& operator<<(…) {`, which the grammar accepts only in the other order, `friend inline`. */
const FRIEND = /\b((?:inline|constexpr|static)[ \t]{1,9})friend(?=[ \t\r\n])/g;

/** `TEST_CASE("adds up", "[store]") {`: a test whose name is a text. */
const CASE =
  /^([ \t]{0,40})(TEST_CASE|SCENARIO)(\([ \t]{0,9})"((?:[^"\\\n]|\\.){1,300})"((?:\s{0,200},\s{0,200}"(?:[^"\\\n]|\\.){0,300}")?[ \t]{0,9}\))(?=\s{0,40}\{)/gm;
/** `SECTION("twice") {`: a part of one, and no more than a block. */
const SECTION =
  /^([ \t]{0,60})(SECTION|SUBCASE|GIVEN|WHEN|THEN|AND_GIVEN|AND_WHEN|AND_THEN)\([ \t]{0,9}"(?:[^"\\\n]|\\.){0,300}"[ \t]{0,9}\)(?=\s{0,40}\{)/gm;

/** `UNUSED(static int open(int fd)) {` */
const ENCLOSING_MACRO =
  /^([A-Z][A-Z0-9_]{2,60})\(((?:[A-Za-z_]\w{0,60}[\s*]{1,9}){1,6}[A-Za-z_]\w{0,100}\((?:[^(){};]|\([^(){};]{0,200}\)){0,600}\)\s{0,9})\)(\s{0,40})(?=\{)/gm;

/** `SYSCALL_DEFINE2(open, const char *, name, int, flags) {`: a macro that writes the head of the function that it is given the name of. */
const HEAD =
  /^(?!(?:TYPED_)?TEST(?:_F|_P|_CASE)?\b)([A-Z][A-Z0-9_]{3,60})\(([ \t]{0,9}[A-Za-z_]\w{0,100}[ \t]{0,9}),((?:[^(){};,]|\([^(){};]{0,100}\)|,){1,600})\)(?=\s{0,40}\{)/gm;

/** A macro alone on its lines, with its leading and trailing space. */
const ALONE =
  /^([ \t]{0,40})([A-Z][A-Z0-9_]{3,60})(\((?:[^(){};]|\([^(){};]{0,200}\)){0,400}\))?([ \t]{0,40};?[ \t]{0,200})\r?\n(?=\s{0,4000}(?:[}A-Za-z_#~[]|::|(?![\s\S])))/gm;
/** Arguments that no call has: `(diagnostic ignored "-Wx")`, `(GE, >=)`, `(const char*)`, or more than one line of a macro. */
const NO_ARGUMENTS =
  /\\\r?\n|[\w)]\s+"|[(,]\s*[-!=<>+*/&|]{1,3}\s*[,)]|\bconst\b|\b(?:int|char|long|short|bool|float|double|void)\b\s*[*,)]/u;

/** The text without what the grammar stumbles over, character for character, and what the macros are called where. */
export function withoutMacros(text: string, whole?: "whole"): Prepared {
  const conditions = whole === undefined ? withoutConditions(text) : { text, removed: [] };
  const removed = [...conditions.removed];
  const defined = conditions.text.replace(DEFINED, (all) => replaceComments(all, blankComment));
  // What stands in comments is no macro, and a comment between two lines does not part them.
  const code = replaceComments(defined, blankComment);
  return { text: changed(defined, code, withoutMacrosIn(code, removed)), removed };
}

/** In a macro's lines a comment ends the macro for the grammar. */
const blankComment = (part: string): string => (part.startsWith("/") ? part.replace(/[^\\\r\n]/g, " ") : part);

/** The text, with the changes between two others of its length. */
function changed(text: string, before: string, after: string): string {
  const parts: string[] = [];
  let same = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (before.charCodeAt(at) !== after.charCodeAt(at)) {
      parts.push(text.slice(same, at), after.charAt(at));
      same = at + 1;
    }
  }
  return parts.join("") + text.slice(same);
}

type Removed = Prepared["removed"][number][];

function withoutMacrosIn(code: string, removed: Removed): string {
  const takeOut = (all: string, before: string, name: string, offset: number): string => {
    removed.push({ name, offset: offset + before.length });
    return before + blank(all.slice(before.length));
  };
  // As long as the macro's name is, a type without a name fits in its place.
  const asParameter = (all: string, before: string, name: string, offset: number): string =>
    `${before}int${takeOut(all, before, name, offset).slice(before.length + 3)}`;
  let left = withoutMacrosAround(code, removed)
    .replace(AFTER, (all: string, name: string, offset: number) =>
      takeOut(all, all.slice(0, -name.length), name, offset),
    )
    .replace(OF_CLASS, takeOut)
    .replace(OF_CONDITION, takeOut)
    .replace(OF_TEMPLATE, asParameter)
    .replace(BEFORE_TEMPLATE, takeOut)
    .replace(BEFORE_CONSTRUCTOR, takeOut)
    .replace(ANNOTATION, (all: string, name: string, offset: number) => takeOut(all, "", name, offset));
  for (let times = 0, before = ""; times < BEFORE_MAX && before !== left; times++) {
    before = left;
    left = before.replace(BEFORE, takeOut);
  }
  return withoutMacrosAlone(left, removed);
}

/** The text without test macros, sections, and macros that enclose a whole function. */
const withoutMacrosAround = (code: string, removed: Removed): string =>
  code
    .replace(FRIEND, (all, before: string) => before + " ".repeat(all.length - before.length))
    .replace(
      CASE,
      (_, before: string, name: string, opens: string, title: string, rest: string) =>
        `${before}${name}${opens} ${title.replace(/^\d|\W/g, "_")})${blank(rest)}`,
    )
    .replace(SECTION, (all: string, before: string, name: string, offset: number) => {
      removed.push({ name, offset: offset + before.length });
      return " ".repeat(all.length);
    })
    .replace(HEAD, (_, macro: string, name: string, given: string, offset: number) => {
      removed.push({ name: macro, offset });
      return `int${" ".repeat(macro.length - 2)}${name}(${asParameters(given)})`;
    })
    .replace(ENCLOSING_MACRO, (_, name: string, inside: string, after: string, offset: number) => {
      removed.push({ name, offset });
      return `${" ".repeat(name.length + 1)}${inside} ${after}`;
    });

/** `const char *, name, int, flags` as parameters, of the same length; blank where it is no list of types and names. */
function asParameters(given: string): string {
  const parts = given.split(",");
  const isPaired =
    parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 0 || /^\s*[A-Za-z_]\w*\s*$/.test(part));
  return isPaired ? parts.reduce((all, part, at) => `${all}${at % 2 === 0 ? "," : " "}${part}`) : blank(given);
}

/** Macros on lines of their own, behind something that is whole, where nothing ends them: as statements, or left out. */
function withoutMacrosAlone(code: string, removed: Removed): string {
  // What comes before one may be another one, which has just been ended.
  let last = { end: 0, isWhole: true };
  return code.replace(
    ALONE,
    (all: string, before: string, name: string, args: string | undefined, ending: string, offset: number) => {
      const between = code.slice(last.end, offset);
      const isWhole = between.trim() === "" ? last.isWhole : endsWhole(between);
      last = { end: offset + all.length, isWhole };
      const isCall = args === undefined || !NO_ARGUMENTS.test(args);
      if (!isWhole || (isCall && ending.includes(";"))) {
        return all;
      }
      if (isCall) {
        // What ends its line ends it.
        return `${all.slice(0, -1)};`;
      }
      removed.push({ name, offset: offset + before.length });
      return `${blank(all.slice(0, -1))}\n`;
    },
  );
}

/** Whether a statement, a declaration, a label or a directive ends here; a directive goes on behind a `\`. */
function endsWhole(code: string): boolean {
  const trimmed = code.trimEnd();
  if (trimmed.endsWith("\\")) {
    return false;
  }
  const line = trimmed.slice(trimmed.lastIndexOf("\n") + 1);
  return trimmed === "" || /[;{}]$|(?<!:):$/u.test(trimmed) || /^[ \t]*#/u.test(line);
}
