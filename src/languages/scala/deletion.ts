// What a deletion breaks in Scala: `for`, patterns and assignments call methods by their names alone.
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import { type DeletionRules, signAlone, signsBy } from "../contract/deletion-rules.ts";

const BY_STATEMENT = signsBy({
  "foreach map flatMap withFilter": /\bfor\b|<-/,
  update: /\)[ \t]*=(?![=>])/,
});

/** `-x` calls `unary_-`, `cell.mark = 1` calls `mark_=`, `Pair(a, b)` calls `apply` or, as a pattern, `unapply`. */
function signs(name: string, owner: string): RegExp | null {
  if (/^(?:apply|unapply|unapplySeq)$/.test(name)) {
    const type = owner === "" ? "\\b" : `(?<!\\w)${literalPattern(owner)}(?!\\w)`;
    return new RegExp(name === "apply" ? `${type}|\\w\\(` : type);
  }
  const [, prefix] = /^unary_(.+)$/.exec(name) ?? [];
  const [, field] = /^(\w+)_=$/.exec(name) ?? [];
  return (
    (prefix !== undefined ? signAlone(prefix) : null) ??
    (field !== undefined ? new RegExp(`\\b${field}[ \\t]*[-+*/]?=(?![=>])`) : BY_STATEMENT(name))
  );
}

export const scalaDeletion: DeletionRules = {
  lambda: /=>/,
  assigned: /^[ \t]*(?:(?:private|lazy|given)[ \t]+)*va[lr][ \t]+(\w*\([^)]*\)|\w+)/,
  followsAll: true,
  inferred: /\bdef[ \t]+[^:=]*=(?!=)|\bdef\b[^=]*\)[ \t]*=(?!=)/,
  follows: /=/,
  signs,
  implied: {
    definition: /\bgiven\b|\bimplicit[ \t]+(?:val|def|object|class)\b/,
    asked: /\busing\b|\bimplicit\b|\[[^\]]*:|\bsummon\b/,
  },
  emptied: /(?<![^\n])[ \t]*extension\b[^\n=]*\)\s*$|[ \t]*(?::|\bwith)[ \t]*(?=\s*$)/,
};
