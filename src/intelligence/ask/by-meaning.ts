// How sure the answer to a clause is that no form fits, so that it is searched for by meaning.
import type { Chosen, Resolve } from "./chosen.ts";
import { symbolNamed } from "./doubt.ts";
import { REASON } from "./question.ts";

/** Questions about what is missing, which no tool can find. */
export const NEGATION = /\b(?:not|never|no|none|without|except|cannot)\b|n't\b/i;

/** A few words, one of them a pronoun for something unnamed. */
const UNNAMED = /^(?=.*\b(?:it|that|this|them|they)\b)\S+(?: \S+){0,3}$/i;

/** Places that a search finds are no whole list, and say neither yes nor no. */
const LISTING = /^(?:is|are|does|do|can|could|should|has|have|list|which|all)\b/i;

export function byMeaning(clause: string, resolve: Resolve): Pick<Chosen, "confidence" | "rationale"> {
  const doubt = doubtOfMeaning(clause, resolve);
  return doubt === null
    ? { confidence: "medium", rationale: "names no known symbol, so searched by meaning" }
    : { confidence: "low", rationale: doubt };
}

function doubtOfMeaning(clause: string, resolve: Resolve): string | null {
  if (UNNAMED.test(clause)) {
    return "names no subject, so searched by meaning";
  }
  if (NEGATION.test(clause)) {
    return "asks for something negated, which no tool finds directly, so searched by meaning";
  }
  const symbol = REASON.test(clause) ? null : symbolNamed(clause, resolve);
  if (symbol !== null) {
    return `“${symbol}” may be the symbol of that name, but it is searched by meaning`;
  }
  return LISTING.test(clause) ? "asks for a list or a yes or no, which a search by meaning does not give" : null;
}
