// What a deletion breaks in PHP: statements and access to members call magic methods by their names alone.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

export const phpDeletion: DeletionRules = {
  answers: { name: /^__(?:call|callStatic|get)$/, passesOn: /\bparent::|\bthrow\b/ },
  reportedAtHead: /^\s*[\w\\:]+\s+(?:as|insteadof)\b/,
  // Blanks up to a comma or the end are a string, whose name is no computed one.
  computed: /->\s*[{$]|::\s*\$\w+\(|\bcall_user_func(?!(?:_array)?\(\s*(?:\[[^,\]]*,)?\s+[\]),])/,
  signs: signsBy({
    "offsetGet offsetSet offsetExists offsetUnset": /[\w)\]]\[/,
    "getIterator current next key valid rewind": /\bforeach\b|\.\.\.|\byield\b/,
    count: /\bcount\(/,
    "__get __set __isset __unset": /->\w/,
    __call: /->\w+\(/,
    __callStatic: /::\w+\(/,
    __invoke: /\$\w+\(|\)\(|\bcall_user_func|\barray_map\b|\bcallable\b/,
    __toString: /\(string\)|\.(?!\.)|\becho\b|\bprint/,
    __clone: /\bclone\b/,
  }),
};
