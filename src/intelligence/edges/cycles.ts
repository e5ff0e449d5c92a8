// Cycles of a graph: its strongly connected components (Tarjan 1972, without recursion). Knows no symbols.

/** Each with two nodes or more, or one that leads to itself; nodes in order of discovery. */
export function cyclesOf(edges: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
    next.set(to, next.get(to) ?? []);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const enter = (node: string): { node: string; at: number } => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, at: 0 };
  };
  const lower = (node: string, to: number | undefined): void => {
    low.set(node, Math.min(low.get(node) ?? 0, to ?? Number.POSITIVE_INFINITY));
  };
  for (const root of next.keys()) {
    const open = index.has(root) ? [] : [enter(root)];
    for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
      const { node } = frame;
      const to = next.get(node)?.[frame.at];
      if (to !== undefined) {
        frame.at += 1;
        if (!index.has(to)) {
          open.push(enter(to));
        } else if (onStack.has(to)) {
          lower(node, index.get(to));
        }
        continue;
      }
      open.pop();
      const outer = open.at(-1);
      if (outer !== undefined) {
        lower(outer.node, low.get(node));
      }
      if (low.get(node) === index.get(node)) {
        const members = stack.splice(stack.lastIndexOf(node));
        for (const member of members) {
          onStack.delete(member);
        }
        if (members.length > 1 || next.get(node)?.includes(node) === true) {
          cycles.push(members);
        }
      }
    }
  }
  return cycles;
}
