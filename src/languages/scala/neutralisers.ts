// Valid Scala that its grammar does not know.
import type { Neutraliser } from "../../syntax/neutraliser.ts";

/** On lines of its own between three quotes or more, each one of a character. */
const DEDENTED = /((?<quotes>'{3,9})\r?\n(?:(?!\k<quotes>)[\s\S]){0,9999}?\n[ \t]{0,99}\k<quotes>)(?!')/dg;

export const scalaNeutralisers: readonly Neutraliser[] = [
  {
    construct: "string without its indentation",
    pattern: DEDENTED,
    overwrite: (text) => {
      const quotes = /^'+/.exec(text)?.[0].length ?? 0;
      const edge = '"'.repeat(quotes);
      return edge + text.slice(quotes, -quotes).replaceAll('"', "'") + edge;
    },
    anchor: "overwritten",
    within: ["string", "interpolated_string"],
    through: ['"""'],
  },
];
