// What a header is written in, by its text: an ending of `.h` says nothing of it.
import type { Claim } from "../contract/language.ts";

const OPAQUE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g;
/** What a header for several languages has for C++ or Objective-C alone. */
const APART =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)(?:__cplusplus|__OBJC__)\b[\s\S]*?^[ \t]*#[ \t]*(?:el\w+|endif)\b/gm;

const OBJECTIVE_C =
  /^[ \t]*(?:@(?:interface|protocol|implementation|class|import|end)\b|#[ \t]*import[ \t]*[<"]|NS_ASSUME_NONNULL_BEGIN\b)/m;
/** Of the standard libraries, only the headers of C++ have names without an ending. */
const CPP =
  /^[ \t]*(?:class\s+\w|(?:inline\s+)?namespace\s+\w|template\s*<|(?:public|private|protected)\s*:|using\s+\w|#[ \t]*include[ \t]*<[a-z_]+>|export\s+module\b|concept\s+\w)/m;
/** What no C has: `enum class`, `= default`, a method that is const, an operator, a reference, a scope, a member function of a struct. */
const SIGNS = [
  /\benum\s+(?:class|struct)\s+\w/,
  /\)\s*(?:const\s*)?(?:noexcept\s*)?=\s*(?:default|delete)\s*[;(]/,
  /\)\s*const\s*(?:noexcept\b|override\b|final\b|[;{])/,
  /\boperator\s*(?:[-+*/%&|^!<>=~]|\(\s*\)|\[\s*\])/,
  /\bconst\s+\w[\w:<>]{0,99}\s*&|\w&\s\w+\s*[,)]/,
  /\bstd::\w|\b(?:static|const|reinterpret|dynamic)_cast\s*</,
  /\b(?:struct|union)\s+(\w+)(?:\s+final)?(?:\s*:\s*[\w:<>, ]{1,200})?\s*\{(?:[^{}();]*;){0,40}\s*(?:~?\1\s*\(|(?:[\w:<>]+[\s*&]+){1,9}(?![A-Z\d_]+\s*\()\w+\s*\([^()*]{0,300}\)\s*(?:const\s*)?(?:noexcept\s*)?[;{=])/,
];

/** Of C is whatever is neither of the others. */
export const inHeaders = (language: "cpp" | "objectivec"): Claim => ({ test: (head) => languageOf(head) === language });

function languageOf(head: string): "c" | "cpp" | "objectivec" {
  const code = head.replace(OPAQUE, (part) => (part.startsWith('"') ? '""' : " "));
  const always = code.replace(APART, "");
  if (OBJECTIVE_C.test(always)) {
    return "objectivec";
  }
  return CPP.test(code) || SIGNS.some((sign) => sign.test(always)) ? "cpp" : "c";
}
