// What a deletion breaks in Scala: `for`, patterns and assignments call methods by their names alone.
import type { DeletionRules } from "../contract/deletion-rules.ts";
import { signAlone, signsBy } from "../contract/signs.ts";

const BY_STATEMENT = signsBy({
  "foreach map flatMap withFilter": /\bfor\b|<-/,
  "unapply unapplySeq": /\bcase\b|\bval\b|<-/,
  apply: /[\w)\]]\(|\w[ \t]*\{/,
  update: /\)[ \t]*=(?![=>])/,
});

/** `-x` calls `unary_-`, `cell.mark = 1` calls `mark_=`. */
function signs(name: string): RegExp | null {
  const [, prefix] = /^unary_(.+)$/.exec(name) ?? [];
  const [, field] = /^(\w+)_=$/.exec(name) ?? [];
  return (
    (prefix !== undefined ? signAlone(prefix) : null) ??
    (field !== undefined ? new RegExp(`\\b${field}[ \\t]*[-+*/]?=(?![=>])`) : BY_STATEMENT(name))
  );
}

export const scalaDeletion: DeletionRules = {
  assigned: /^[ \t]*(?:(?:private|lazy|given)[ \t]+)*va[lr][ \t]+(\w*\([^)]*\)|\w+)/,
  followsAll: true,
  follows: /=/,
  signs,
};
