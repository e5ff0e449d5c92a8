// Renaming in JavaScript and TypeScript.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

const FIXED = wordSet("constructor toJSON toString valueOf then");

const SHORTHANDS = wordSet("shorthand_property_identifier shorthand_property_identifier_pattern");
const MEMBERS = wordSet("property_identifier private_property_identifier");

export const ecmascriptRename: RenameRules = {
  isFixed: (name) => FIXED.has(name),
  identifier: /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u,
  reserved: wordSet(`
    arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
    function if implements import in instanceof interface let new null package private protected public return static super
    switch this throw true try typeof undefined var void while with yield
  `),
  shorthand: {
    isAt: ({ type }) => SHORTHANDS.has(type),
    write: (member, value) => `${member}: ${value}`,
  },
  betweenLocalAndImported: /^\s*=\s*require\s*\([^()]*\)\s*\.\s*$/,
  documentsTypes: true,
  mayNameMember: ({ type }) => MEMBERS.has(type) || SHORTHANDS.has(type),
};
