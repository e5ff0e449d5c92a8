// A cache for one project, kept as long as the project's files stay the same. Independent of what it caches.
import type { LinkContext } from "./context.ts";

/**
 * The result of `find`, or the cached one for the same key. A result for which something was left unknown is not cached, since
 * it is valid for one question only.
 */
export type Memo<Value> = (context: LinkContext, key: string, find: () => Value) => Value;

/** `inCircle`: the answer for a key whose value is being computed; leave it out if that cannot happen. */
export function openMemo<Value extends {}>(inCircle?: Value): Memo<Value> {
  const contexts = new WeakMap<LinkContext, { readonly kept: Map<string, Value>; readonly underWay: Set<string> }>();
  return (context, key, find) => {
    const { kept, underWay } = contexts.get(context) ?? { kept: new Map<string, Value>(), underWay: new Set<string>() };
    contexts.set(context, { kept, underWay });
    const before = kept.get(key);
    if (before !== undefined) {
      return before;
    }
    if (inCircle !== undefined && underWay.has(key)) {
      context.markIncomplete();
      return inCircle;
    }
    underWay.add(key);
    const left = context.incompleteCount();
    const found = find();
    underWay.delete(key);
    if (context.incompleteCount() === left) {
      kept.set(key, found);
    }
    return found;
  };
}
