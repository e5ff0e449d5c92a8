// Finds cycles among edges between names.
import { cyclesOf } from "../cycles.ts";

/** Each with two nodes or more, or one node with an edge to itself; nodes in the order in which the edges name them. */
export function namedCycles(edges: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const places = new Map<string, number>();
  const successors: number[][] = [];
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    successors[place] ??= [];
    return place;
  };
  const selves = new Set<string>();
  for (const { from, to } of edges) {
    successors[placeOf(from)]?.push(placeOf(to));
    if (from === to) {
      selves.add(from);
    }
  }
  const names = [...places.keys()];
  const cycles = cyclesOf(names.length, (node) => successors[node] ?? []).map((nodes) =>
    nodes.flatMap((node) => names[node] ?? []),
  );
  const inCycles = new Set(cycles.flat());
  return [...cycles, ...[...selves].filter((name) => !inCycles.has(name)).map((name) => [name])];
}
