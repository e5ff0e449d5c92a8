// Renaming in C and C++.
import { wordSet } from "../../vocabulary/text.ts";
import type { RenameRules } from "../contract/rename-rules.ts";

const C_WORDS = `
  auto bool break case char const constexpr continue default do double else enum extern false float for goto if inline int long nullptr
  register restrict return short signed sizeof static struct switch thread_local true typedef typeof union unsigned void volatile while
`;
const CPP_WORDS = `
  and and_eq alignas alignof asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept const_cast
  consteval constinit decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq operator or or_eq
  private protected public reinterpret_cast requires static_assert static_cast template this throw try typeid typename using virtual
  wchar_t xor xor_eq
`;
const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

const isFixed = (name: string): boolean => name === "main";

export const cRename: RenameRules = {
  isFixed,
  identifier: IDENTIFIER,
  reserved: wordSet(C_WORDS),
  hasTextMacros: true,
};

export const cppRename: RenameRules = {
  isFixed,
  identifier: IDENTIFIER,
  reserved: wordSet(C_WORDS + CPP_WORDS),
  namesConstructors: true,
  overridesPrivately: true,
  hasTextMacros: true,
};
