// Renaming in Rust.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

const FIXED = wordSet("main");

export const rustRename: RenameRules = {
  isFixed: (name) => FIXED.has(name),
  identifier: /^[\p{XID_Start}_][\p{XID_Continue}]*$/u,
  reserved: wordSet(`
    Self _ abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let
    loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use
    virtual where while yield
  `),
  rawMark: "r#",
  hasTextMacros: true,
  shorthand: {
    isAt: ({ type, parent }) => type === "shorthand_field_identifier" || parent === "shorthand_field_initializer",
    write: (member, value) => `${member}: ${value}`,
  },
};
