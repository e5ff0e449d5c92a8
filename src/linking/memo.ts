// A cache for one context, kept as long as the project's files stay the same.
import type { LinkContext } from "./semantics.ts";

/**
 * The result of `find`, or the cached one for the same key. A result for which something was left unknown is not cached, since
 * it is valid for one question only.
 */
export type Memo<Value> = (context: LinkContext, key: string, find: () => Value) => Value;

/** `onReentry`: the value returned on a re-entrant look-up of the same key; leave it out where re-entry cannot happen. */
export function openMemo<Value extends {}>(onReentry?: Value): Memo<Value> {
  const contexts = new WeakMap<LinkContext, { readonly kept: Map<string, Value>; readonly underWay: Set<string> }>();
  return (context, key, find) => {
    const { kept, underWay } = contexts.get(context) ?? { kept: new Map<string, Value>(), underWay: new Set<string>() };
    contexts.set(context, { kept, underWay });
    const before = kept.get(key);
    if (before !== undefined) {
      return before;
    }
    if (onReentry !== undefined && underWay.has(key)) {
      context.markIncomplete();
      return onReentry;
    }
    underWay.add(key);
    const incomplete = context.incompleteCount();
    let found: Value;
    try {
      found = find();
    } finally {
      // When time is up, the next question goes on with the same context.
      underWay.delete(key);
    }
    if (context.incompleteCount() === incomplete) {
      kept.set(key, found);
    }
    return found;
  };
}
