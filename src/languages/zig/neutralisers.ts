// Valid Zig that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

export const zigNeutralisers: readonly Neutraliser[] = [
  {
    construct: "container without members",
    pattern: /\b((?:struct|union|enum|opaque)(?:\([^()\n]{0,99}\))?\s{0,99}\{\s{0,99}\})/dg,
    overwrite: withMember,
    anchor: "overwritten",
    within: ["struct_declaration", "union_declaration", "enum_declaration"],
    through: ["struct", "union", "enum"],
  },
  {
    construct: "clobbers of assembly as a struct (Zig 0.15)",
    pattern:
      /:\s{0,99}(\.\{(?:\s{0,99}\.(?:\w{1,99}|@"[^"\n]{0,99}")\s{0,9}=\s{0,9}true\s{0,9},?){0,99}\s{0,99}\})(?=\s{0,99},?\s{0,99}\))/dg,
    overwrite: asString,
    anchor: "first",
    within: ["asm_clobbers"],
    through: [":"],
  },
  {
    construct: "async or await as a name (Zig 0.15)",
    pattern: /(?<!\bfn\s{1,9})\b(async|await)(?=\s{0,9}[:,(=)};.])/dg,
    overwrite: (word) => `_${word.slice(1)}`,
    anchor: "overwritten",
    within: ["container_field", "field_expression", "field_initializer", "parameter"],
    through: ["identifier"],
  },
];

/** A name in the braces in place of a space before or between them. */
function withMember(container: string): string {
  const [head = "", inside = ""] = container.replace("opaque", "struct").split("{");
  const space = /[ \t]/.exec(inside)?.[0];
  return space === undefined
    ? head.endsWith(" ")
      ? `${head.slice(0, -1)}{_${inside}`
      : container
    : `${head}{${inside.replace(space, "_")}`;
}

/** One string, on the first line. */
function asString(clobbers: string): string {
  const [first = "", ...rest] = clobbers.split("\n");
  const blanks = rest.map((line) => `\n${" ".repeat(line.length)}`);
  return `"${"_".repeat(Math.max(0, first.trimEnd().length - 2))}"`.padEnd(first.length) + blanks.join("");
}
