// The links that questions about one state of a project share: what one has resolved, the next need not resolve again.
import { openByState } from "./cache-by-state.ts";
import { type Links, openLinks, type Question } from "./open-context.ts";
import type { SemanticsOf } from "./semantics.ts";

/** Links of more resolved chains are dropped; 108,000 of vuejs/core take 25 MB. */
const RESOLVED_MAX = 200_000;
const byState = openByState<{ readonly semanticsOf: SemanticsOf; readonly links: Links }>();

/** Those of the state that the question's lookup is of; its own if it is of none. */
export const linksFor = (question: Question, semanticsOf: SemanticsOf): Links =>
  byState(
    question.lookup.state,
    () => ({ semanticsOf, links: openLinks(semanticsOf, question) }),
    (known) => known.semanticsOf === semanticsOf && canGoOn(known.links),
  ).links;

const canGoOn = (links: Links): boolean => !links.broken() && links.resolved() <= RESOLVED_MAX;
