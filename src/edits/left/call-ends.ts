// Where listed calls end: a compiler reports an argument on its own line, which may be some lines below the name that is called.

import { listAt } from "../../languages/argument-lists.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
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

const TYPE_ARGUMENTS = /^<[^<>()]*>/;
const BLOCK = /^[ \t]*\{/;
const LOOK_MAX = 200;

/** Behind the arguments of a call, and behind a block that is one of them; null where none is there. */
function argumentsEnd(text: string, behind: number, form: CallForm): number | null {
  const [types = ""] = form.blockIsArgument ? (TYPE_ARGUMENTS.exec(text.slice(behind, behind + LOOK_MAX)) ?? []) : [];
  const open = behind + types.length;
  const list = text[open] === "(" ? listAt(text, open, form) : null;
  const after = list?.end ?? open;
  const block = form.blockIsArgument === true ? BLOCK.exec(text.slice(after, after + LOOK_MAX)) : null;
  const body = block === null ? null : listAt(text, after + block[0].length - 1, form);
  return body?.end ?? list?.end ?? null;
}

/** Of the longest call of the name that begins on the line. */
function lastLine({ source, form }: Readable, line: number, name: string): number {
  const { text, starts } = source;
  const start = starts[line - 1] ?? text.length;
  const written = text.slice(start, starts[line] ?? text.length);
  let last = line;
  for (let at = written.indexOf(name); at >= 0; at = written.indexOf(name, at + name.length)) {
    const end = form === undefined ? null : argumentsEnd(text, start + at + name.length, form);
    last = end === null ? last : Math.max(last, lineAt(source, end - 1));
  }
  return last;
}
