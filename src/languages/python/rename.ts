// Renaming in Python.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

export const pythonRename: RenameRules = {
  isFixed: (name) => /^__\w+__$/u.test(name),
  identifier: /^[\p{XID_Start}_][\p{XID_Continue}]*$/u,
  reserved: wordSet(`
    False None True and as assert async await break class continue def del elif else except finally for from global if import in is
    lambda nonlocal not or pass raise return try while with yield
  `),
  mayNameMember: ({ parent, field }) =>
    (parent === "attribute" && field === "attribute") || (parent === "keyword_argument" && field === "name"),
};
