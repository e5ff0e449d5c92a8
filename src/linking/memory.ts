// What is found once and asked for often, kept for a project as long as its files stay as they are. Knows nothing of what it keeps.
import type { World } from "./world.ts";

/**
 * What `find` gives, or gave before by the same key. What rests on something that was left open is not kept: it holds for one
 * question alone.
 */
export type Memory<Value> = (world: World, key: string, find: () => Value) => Value;

/** `inCircle`: what whoever asks for a key gets while that is being looked for; without it, nobody asks in a circle. */
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
