// Valid OCaml that its grammar does not know, and what no text of the same length says.
import type { Neutraliser } from "../../syntax/neutraliser.ts";
import type { UnreadSyntax } from "../../syntax/profile.ts";

export const ocamlNeutralisers: readonly Neutraliser[] = [
  {
    construct: "open pattern of a labelled tuple (OCaml 5.4)",
    pattern: /(,[ \t]{0,9}\.\.)[ \t]{0,9}\)/dg,
    anchor: "overwritten",
    within: ["parenthesized_pattern", "tuple_pattern"],
    through: [],
  },
];

export const ocamlUnread: readonly UnreadSyntax[] = [
  {
    construct: "modes and unboxed types (OxCaml)",
    pattern:
      /\b(?:local|exclave|stack|unique|once|global|kind_abbrev)_(?!\w)|@@?[ \t]{1,9}(?:local|global|unique|once|portable|nonportable|contended|many|aliased|immutable|stateless)\b|#[({]|\bmod[ \t]{1,9}(?:portable|contended|global|external_)\b|\[:/,
  },
];
