// Valid Python that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

/** A type, with brackets three deep: `dict[str, list[Order]]`, `(int, str)`. */
const INSIDE = String.raw`[^[\](){}]`;
const BRACKETS = String.raw`[[({](?:${INSIDE}|[[({](?:${INSIDE}|[[({]${INSIDE}{0,200}[\])}]){0,200}[\])}]){0,200}[\])}]`;
const TYPE = String.raw`(?:[^[\](){},=#]|${BRACKETS}){1,200}`;

export const pythonNeutralisers: readonly Neutraliser[] = [
  {
    construct: "default of a type parameter",
    // Between the brackets behind the name of a class, a function or a type.
    parts: /^[ \t]{0,200}(?:async[ \t]{1,9})?(?:class|def|type)[ \t]{1,9}\w{1,200}[ \t]{0,9}(\[)|\][ \t]{0,9}[(:=]/gmu,
    pattern: new RegExp(String.raw`(=\s{0,9}${TYPE})(?=[,#]|$)`, "dgu"),
    anchor: "first",
    within: ["type_parameter"],
    through: [],
  },
];
