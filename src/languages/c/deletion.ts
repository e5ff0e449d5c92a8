// What a deletion breaks in C and C++.
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import { type DeletionRules, signAlone, signsBy } from "../contract/deletion-rules.ts";

const RANGE_FOR = /\bfor\s*\([^;]*[^:]:[^:]/;

/** What a range-for calls on what `begin` and `end` give it. */
const OF_ITERATORS = ["*", "++", "!="].map((sign): [string, RegExp] => [
  `operator${sign}`,
  new RegExp(`${signAlone(sign).source}|${RANGE_FOR.source}`),
]);

const BY_STATEMENT = signsBy({
  ...Object.fromEntries(OF_ITERATORS),
  "begin end": RANGE_FOR,
  "operator()": /[\w)>\]]\s*\(/,
  "operator[]": /[\w)\]]\s*\[/,
  "operator<=>": /<=>|\s[<>]\s|[<>=!]=/,
  "operator==": new RegExp(`[=!]=|${RANGE_FOR.source}`),
  "operator->": /->/,
});

const SPECIALISED = /^(?!operator\b)([^<>]+?)\s*<.*>$/;

/** `operator+` by its sign, `operator""_cm` by its suffix, `operator bool` by any condition or conversion, `hash<Cell>` as the template that it is one of. */
function signs(name: string): RegExp | null {
  const [, template] = SPECIALISED.exec(name) ?? [];
  if (template !== undefined) {
    return new RegExp(`\\b${literalPattern(template)}\\s*<`);
  }
  const [, sign, suffix, type] =
    /^operator\s*(?:([^\w\s"]+)|""\s*(\w+)|\s([\w:\s*&<>]+?)(?:\(\).*)?)$/.exec(name) ?? [];
  return (
    BY_STATEMENT(name.replace(/\s/g, "")) ??
    (sign !== undefined
      ? signAlone(sign)
      : suffix !== undefined
        ? new RegExp(`${suffix}\\b`)
        : type !== undefined
          ? /\b(?:if|while|for|return|bool|int|static_cast)\b|&&|\|\||[!?=]/
          : null)
  );
}

/** What is declared with a type that is missing counts as an `int`, or as not declared. */
const shared: DeletionRules = {
  assigned:
    /^[ \t]*(?!(?:return|throw|delete|else|case|goto|using|typedef)\b)(?:[\w:<>,]+[\s&*]+)+(\[[^\]]*\]|\w+)\s*[={(;]/,
  followsAll: true,
  follows: /\w/,
  pastes: true,
  attributed:
    /^[ \t]*(?:(?:class|struct|union|enum|extern|static)[ \t]+)?[A-Z][A-Z0-9_]*[ \t]+\w|^[ \t]*[A-Z][A-Z0-9_]*\([^;]*\)[ \t]*$/,
};

/** Only C takes a function for declared whose result is of a missing type. */
export const cDeletion: DeletionRules = { ...shared, returned: /\breturn\b\s*[^\s;]/ };

export const cppDeletion: DeletionRules = {
  ...shared,
  destructor: /^~/,
  signs,
  specialised: SPECIALISED,
  declaresWhole: true,
  declared: /^[ \t]*(?:template|requires)\b/,
  inferred: /\bauto\b(?!.*->)/,
  gives: /\breturn\b/,
  emptied: /[ \t]*\bfriend[ \t]*$/,
  unpacked: /\bauto\b[^;=()]*\[/,
};
