// Where compilers report what is wrong inside of a type: at its head, as `impl Shape for Cell` that lacks an item.
import type { LeftPlace } from "../change-set.ts";
import { codeLines, type Readable, type ReadSources, rulesOf } from "./read-sources.ts";

const HEAD = /\b(?:class|impl|trait|interface|enum|struct)\b/;

/** Heads of the types around those places whose faults are reported there. @throws CANCELLED */
export async function findHeads(read: ReadSources, left: readonly LeftPlace[]): Promise<LeftPlace[]> {
  const sources = await read(left.map(({ path }) => path));
  return left.flatMap((place): LeftPlace[] => {
    const source = sources.get(place.path);
    const line = source === undefined ? 0 : headOf(source, place.line);
    return line === 0 ? [] : [{ path: place.path, line, why: `has line ${place.line}, which is left` }];
  });
}

/** 0 where there is none. */
function headOf(readable: Readable, line: number): number {
  const lines = codeLines(readable);
  const text = lines[line - 1] ?? "";
  const { reportedAtHead, head = HEAD } = rulesOf(readable);
  const isReported = reportedAtHead?.test(text) === true;
  const indent = (one: string): number => one.search(/\S/);
  const above = isReported ? lines.slice(0, line - 1) : [];
  return above.findLastIndex((one) => head.test(one) && indent(one) < indent(text)) + 1;
}
