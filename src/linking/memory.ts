// A cache for one project, kept as long as the project's files stay the same. Independent of what it caches.
import type { World } from "./world.ts";

/**
 * The result of `find`, or the cached one for the same key. A result for which something was left unknown is not cached, since
 * it is valid for one question only.
 */
export type Memory<Value> = (world: World, key: string, find: () => Value) => Value;

/** `inCircle`: the answer for a key whose value is being computed; leave it out if that cannot happen. */
export function openMemory<Value extends {}>(inCircle?: Value): Memory<Value> {
  const worlds = new WeakMap<World, { readonly kept: Map<string, Value>; readonly underWay: Set<string> }>();
  return (world, key, find) => {
    const { kept, underWay } = worlds.get(world) ?? { kept: new Map<string, Value>(), underWay: new Set<string>() };
    worlds.set(world, { kept, underWay });
    const before = kept.get(key);
    if (before !== undefined) {
      return before;
    }
    if (inCircle !== undefined && underWay.has(key)) {
      world.leaveOpen();
      return inCircle;
    }
    underWay.add(key);
    const left = world.leftOpen();
    const found = find();
    underWay.delete(key);
    if (world.leftOpen() === left) {
      kept.set(key, found);
    }
    return found;
  };
}
