// Where listed calls end: a compiler reports an argument on its own line, which may be some lines below the name that is called.

import { listAt } from "../../languages/argument-lists.ts";
import { lineAt } from "../../syntax/source.ts";
import type { LeftPlace } from "../change-set.ts";
import type { FoundPlace } from "./find-left.ts";
import type { Readable, ReadSources } from "./read-sources.ts";

/** The same places, each call with its last line. A file that changed since it was indexed is left as it is listed. @throws CANCELLED */
export async function withCallEnds(read: ReadSources, found: readonly FoundPlace[]): Promise<readonly LeftPlace[]> {
  const sources = await read(found.filter(({ calls }) => calls !== undefined).map(({ path }) => path));
  return found.map(({ path, line, endLine: known = line, why, effect, unread, calls }) => {
    const readable = sources.get(path);
    const endLine = readable === undefined || calls === undefined ? known : lastLine(readable, line, calls);
    return endLine > line ? { path, line, endLine, why, effect, unread } : { path, line, why, effect, unread };
  });
}

/** Of the longest call of the name that begins on the line. */
function lastLine({ source, form }: Readable, line: number, name: string): number {
  const { text, starts } = source;
  const start = starts[line - 1] ?? text.length;
  const written = text.slice(start, starts[line] ?? text.length);
  let last = line;
  for (let at = written.indexOf(name); at >= 0; at = written.indexOf(name, at + name.length)) {
    const behind = start + at + name.length;
    const list = form !== undefined && text[behind] === "(" ? listAt(text, behind, form) : null;
    last = list === null ? last : Math.max(last, lineAt(source, list.end - 1));
  }
  return last;
}
