// Finds the cycles of a directed graph.

/**
 * The strongly connected components of more than one node, the largest first, each in ascending order (Tarjan, 1972;
 * with a stack of its own, since a chain of imports may be longer than any call stack).
 */
export function cyclesOf(count: number, successors: (node: number) => readonly number[]): number[][] {
  const order = new Int32Array(count);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const cycles: number[][] = [];
  let visited = 0;

  interface Visit {
    readonly node: number;
    readonly next: readonly number[];
    at: number;
  }

  function enter(node: number): Visit {
    visited += 1;
    order[node] = visited;
    low[node] = visited;
    isOpen[node] = 1;
    open.push(node);
    return { node, next: successors(node), at: 0 };
  }

  const lowOf = (node: number): number => low[node] ?? 0;

  function leave({ node }: Visit, outer: Visit | undefined): void {
    if (lowOf(node) === order[node]) {
      const component = open.splice(open.lastIndexOf(node));
      for (const member of component) {
        isOpen[member] = 0;
      }
      if (component.length > 1) {
        cycles.push(component.sort((a, b) => a - b));
      }
    }
    if (outer !== undefined) {
      low[outer.node] = Math.min(lowOf(outer.node), lowOf(node));
    }
  }

  for (let root = 0; root < count; root++) {
    const stack: Visit[] = order[root] === 0 ? [enter(root)] : [];
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      const next = visit.next[visit.at++];
      if (next === undefined) {
        stack.pop();
        leave(visit, stack.at(-1));
      } else if (order[next] === 0) {
        stack.push(enter(next));
      } else if (isOpen[next] === 1) {
        low[visit.node] = Math.min(lowOf(visit.node), order[next] ?? 0);
      }
    }
  }
  return cycles.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
