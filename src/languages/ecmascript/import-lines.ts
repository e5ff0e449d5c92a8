// Import statements of JavaScript and TypeScript, and `require`.
import { type ImportLines, lastNames } from "../contract/language.ts";

export const ecmascriptImports: ImportLines = {
  firsts: "iclv",
  start: /^\s*import\b\s*[\w$*{]|^\s*(?:const|let|var)\s[^=]*=\s*(?:await\s+)?(?:require|import)\s*\(/,
  names: lastNames,
};
