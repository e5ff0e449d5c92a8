// What a deletion breaks in Ruby: operators, patterns and modules that are mixed in call methods by their names alone.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

export const rubyDeletion: DeletionRules = {
  answers: { name: /^method_missing$/, passesOn: /\bsuper\b/ },
  implied: { definition: /\.(?:extend|include|prepend)\b/, asked: /(?!)/, kind: "module" },
  // What has a symbol, or blanks, which are a string, computes no name.
  computed:
    /\b(?:(?:public_)?send\b|method(?=\()|instance_variable_[gs]et\b|const_get\b)(?!\s*\(?\s*:[\w@]+[?!=]?(?![\w"])|\(\s+[,)])/,
  signs: signsBy({
    "<=>": /<=>|[<>]=?|\.(?:sort|min|max|minmax|clamp|between\?)/,
    "[] []=": /[\w)\]]\[|\.(?:map|sum|dig)/,
    "+": /\+|\.(?:sum|inject|reduce)\b/,
    "== === eql?": /[=!]=|\b(?:when|in)\b|\.(?:include\?|uniq|index)/,
    "+@ -@ !": /[-+!]/,
    each: /\bfor\b|\.(?:map|select|reject|sort|sum|inject|reduce|to_a|first|include\?|each\w*|min|max|any\?|all\?|zip|find)\b|\*\w/,
    "to_s inspect": /#\{|\bputs\b|\bprint\b|\.join/,
    "to_str to_ary to_a to_h to_hash": /\*|\+|=/,
    to_proc: /&\w/,
    call: /\.\(|\byield\b|\.call\b/,
    coerce: /[-+*/]/,
    "deconstruct deconstruct_keys": /\bin\b|=>/,
    "included extended prepended inherited": /\b(?:include|extend|prepend)\b|\bclass\b/,
    "method_missing respond_to_missing?": /\.\w/,
  }),
};
