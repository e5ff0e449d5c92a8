// Renaming in Go.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";
import { usesPublished } from "./modules.ts";

const FIXED = wordSet("main init");

export const goRename: RenameRules = {
  isFixed: (name) => FIXED.has(name),
  identifier: /^[\p{L}_][\p{L}\p{Nd}_]*$/u,
  reserved: wordSet(`
    _ break case chan const continue default defer else fallthrough for func go goto if import init interface main map package range
    return select struct switch type var
  `),
  whyHidden: (name) => (/^\p{Lu}/u.test(name) ? null : "it does not begin with a capital"),
  whyApart: (from, declaredIn, specifier, lookup) =>
    usesPublished(from, declaredIn, specifier, lookup)
      ? "of the published version of the module that its go.mod requires, not of this one"
      : null,
  mayNameMember: ({ type }) => type === "field_identifier",
};
