// What a deletion breaks in C++.
import type { DeletionRules } from "../contract/deletion-rules.ts";
import { signAlone, signsBy } from "../contract/signs.ts";

const BY_STATEMENT = signsBy({
  "begin end": /\bfor\s*\([^;]*[^:]:[^:]/,
  "operator()": /[\w)>\]]\s*\(/,
  "operator[]": /[\w)\]]\s*\[/,
  "operator<=>": /<=>|[<>]=?/,
  "operator==": /[=!]=/,
  "operator->": /->/,
});

/** `operator+` by its sign, `operator""_cm` by its suffix, `operator bool` by any condition or conversion. */
function signs(name: string): RegExp | null {
  const [, sign, suffix, type] = /^operator\s*(?:([^\w\s"]+)|""\s*(\w+)|([\w:\s*&<>]+))$/.exec(name) ?? [];
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

export const cppDeletion: DeletionRules = {
  destructor: /^~/,
  signs,
  specialised: /^([^<>]+?)\s*<.*>$/,
  declaresWhole: true,
  assigned: /^[ \t]*(?:const\s+)?(?:auto|[\w:<>,]+)[\s&*]+(\[[^\]]*\]|\w+)\s*[={(]/,
  followsAll: true,
  follows: /^[ \t]*(?:using|typedef|template|static|constexpr|const|inline|auto)\b/,
};
