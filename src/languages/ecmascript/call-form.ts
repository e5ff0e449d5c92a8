// Parameters and arguments of TypeScript and JavaScript.
import type { CallForm } from "../contract/call-form.ts";

export const typescriptCalls: CallForm = {
  opaque: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/y,
  name: /^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|protected|readonly|override)\s+)*(?:\.\.\.)?([\w$]+)/,
  optional: /^[\w$\s]+\?|(?:^|[^=!<>])=(?![=>])/,
  variadic: /^\.\.\./,
  receiver: /^this\s*:/,
  unnamedConstructors: { inSubclass: /(?<![\w.$])super(?=\()/g },
  spread: /^\.\.\./,
};

/** What a call leaves out is `undefined`, and what it passes beyond is ignored. */
export const javascriptCalls: CallForm = {
  ...typescriptCalls,
  fewerFit: true,
  moreFit: true,
  readsAll: /\barguments\b/,
  takesAbsent: /Object\.assign(?=\()/g,
};
