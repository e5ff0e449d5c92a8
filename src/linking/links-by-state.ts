// The links that questions about one state of a project share: what one has resolved, the next need not resolve again.
import { putLast } from "../system/memo.ts";
import { DATABASES_CACHED } from "./cache-by-state.ts";
import { type Links, openLinks, type Question } from "./open-context.ts";
import type { SemanticsOf } from "./semantics.ts";

interface Entry {
  readonly generation: number;
  readonly semanticsOf: SemanticsOf;
  readonly links: Links;
}

/** Links of more resolved chains are dropped; 108,000 of vuejs/core take 25 MB. */
const RESOLVED_MAX = 200_000;
const cached = new Map<string, Entry>();

/** Those of the state that the question's lookup is of; its own if it is of none. */
export function linksFor(question: Question, semanticsOf: SemanticsOf): Links {
  const { state } = question.lookup;
  if (state === undefined) {
    return openLinks(semanticsOf, question);
  }
  const { databaseId, generation } = state;
  const known = cached.get(databaseId);
  if (known?.generation === generation && known.semanticsOf === semanticsOf && canGoOn(known.links)) {
    return known.links;
  }
  const links = openLinks(semanticsOf, question);
  // States older than the newest are rare: theirs are not cached.
  if (known === undefined || known.generation <= generation) {
    putLast(cached, databaseId, { generation, semanticsOf, links }, DATABASES_CACHED);
  }
  return links;
}

const canGoOn = (links: Links): boolean => !links.broken() && links.resolved() <= RESOLVED_MAX;
