// Valid Bash that its grammar does not know.
import { asName, type Neutraliser } from "../../syntax/neutraliser.ts";

export const bashNeutralisers: readonly Neutraliser[] = [
  {
    construct: "command substitution in the same shell (Bash 5.3)",
    pattern: /\$(\{[ \t\n|](?:[^{}]|\$?\{[^{}]{0,999}\}){0,2000}\})/dg,
    overwrite: (command) => `(${command.slice(1, -1).replace(/^\|/, " ")})`,
    anchor: "first",
    within: ["command_substitution"],
    through: ["$("],
  },
  {
    construct: "extended pattern beside other text",
    pattern: /(?<=\[\[[^\n]{0,300}(?:[=!]=|=)[ \t]{1,9}\S{0,99})([@?*+!]\([^()\n]{0,300}\))/dg,
    overwrite: asName,
    anchor: "first",
    within: ["binary_expression"],
    through: ["word", "regex", "concatenation", "extglob_pattern", "number"],
  },
];
