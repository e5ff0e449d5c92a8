// Properties that Java reaches by methods (`getName()`) and Kotlin by name.

import { memberStep } from "../../linking/member-step.ts";
import type { Resolution } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup } from "../../linking/semantics.ts";
import { isFunctionName, unmarked } from "../../vocabulary/chain.ts";

/** `order.name` on a Java class is `getName()`; `order.getName()` on a Kotlin class is `name`. */
export const byAccessor: MissingMemberLookup = (context, { path, on, name }) => {
  if (name === OBJECT && isOfOther(context, path, on)) {
    return on;
  }
  for (const other of accessorsOf(name)) {
    const found = memberStep(context, on, other);
    if (isOfOther(context, path, found)) {
      return found;
    }
  }
  return null;
};

/** Whether it is defined in a language other than the file's. */
function isOfOther({ lookup }: LinkContext, path: string, { value }: Resolution): boolean {
  const language = lookup.language(path);
  return value.is === "definition" && value.places.every((place) => lookup.language(place.path) !== language);
}

/** Java reaches a Kotlin object under this name. */
const OBJECT = "INSTANCE";

const GETTER = /^(?:get|set)(\p{Lu})(.*)\/$/u;

function accessorsOf(name: string): string[] {
  const [, first = "", rest = ""] = GETTER.exec(name) ?? [];
  if (first !== "") {
    return [first.toLowerCase() + rest];
  }
  if (isFunctionName(name)) {
    return /^is\p{Lu}/u.test(name) ? [unmarked(name)] : [];
  }
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return /^is\p{Lu}/u.test(name) ? [`${name}/`] : [`get${capital}/`];
}
