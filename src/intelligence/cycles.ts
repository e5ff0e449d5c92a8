// Finds the cycles of a directed graph.

/**
 * The strongly connected components of more than one node, the largest first, each in ascending order (Tarjan, 1972;
 * with a stack of its own, since a chain of imports may be longer than any call stack).
 */
export function cyclesOf(count: number, successors: (node: number) => readonly number[]): number[][] {
  const search = new CycleSearch(count, successors);
  for (let root = 0; root < count; root++) {
    search.visitFrom(root);
  }
  return search.cycles.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

interface Visit {
  readonly node: number;
  readonly next: readonly number[];
  at: number;
}

class CycleSearch {
  readonly cycles: number[][] = [];
  readonly #successors: (node: number) => readonly number[];
  /** By node: its place among the visited ones, from 1; the first place that its successors lead back to. */
  readonly #order: Int32Array;
  readonly #low: Int32Array;
  /** Visited nodes whose component is not complete. */
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  #visited = 0;

  constructor(count: number, successors: (node: number) => readonly number[]) {
    this.#successors = successors;
    this.#order = new Int32Array(count);
    this.#low = new Int32Array(count);
    this.#isOpen = new Uint8Array(count);
  }

  visitFrom(root: number): void {
    const stack: Visit[] = this.#order[root] === 0 ? [this.#enter(root)] : [];
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      const next = visit.next[visit.at++];
      if (next === undefined) {
        stack.pop();
        this.#leave(visit, stack.at(-1));
      } else if (this.#order[next] === 0) {
        stack.push(this.#enter(next));
      } else if (this.#isOpen[next] === 1) {
        this.#lower(visit, this.#order[next] ?? 0);
      }
    }
  }

  #enter(node: number): Visit {
    this.#visited += 1;
    this.#order[node] = this.#visited;
    this.#low[node] = this.#visited;
    this.#isOpen[node] = 1;
    this.#open.push(node);
    return { node, next: this.#successors(node), at: 0 };
  }

  #leave({ node }: Visit, outer: Visit | undefined): void {
    if (this.#low[node] === this.#order[node]) {
      const component = this.#open.splice(this.#open.lastIndexOf(node));
      for (const member of component) {
        this.#isOpen[member] = 0;
      }
      if (component.length > 1) {
        this.cycles.push(component.sort((a, b) => a - b));
      }
    }
    if (outer !== undefined) {
      this.#lower(outer, this.#low[node] ?? 0);
    }
  }

  #lower({ node }: Visit, place: number): void {
    this.#low[node] = Math.min(this.#low[node] ?? 0, place);
  }
}
