// Where listed calls end: a compiler reports an argument on its own line, which may be some lines below the name that is called.
import pLimit from "p-limit";
import { listAt } from "../../languages/argument-lists.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
import { languageById } from "../../languages/registry.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { lineAt, openSource, type Source } from "../../syntax/source.ts";
import { append } from "../../system/append.ts";
import type { LeftPlace } from "../change-set.ts";
import type { EditScene } from "../edit-scene.ts";
import type { FoundPlace } from "./deleted.ts";

const READ_AT_ONCE = 8;

/** The same places, each call with its last line. A file that changed since it was indexed is left as it is listed. @throws CANCELLED */
export async function withCallEnds(scene: EditScene, found: readonly FoundPlace[]): Promise<readonly LeftPlace[]> {
  const paths = new Map<string, FoundPlace[]>();
  for (const place of found) {
    if (place.calls !== undefined) {
      append(paths, place.path, place);
    }
  }
  const sources = new Map<string, Readable>();
  await pLimit(READ_AT_ONCE).map([...paths.keys()], async (path) => {
    const readable = await read(scene, path);
    if (readable !== null) {
      sources.set(path, readable);
    }
  });
  return found.map(({ path, line, why, calls }) => {
    const readable = sources.get(path);
    const endLine = readable === undefined || calls === undefined ? line : lastLine(readable, line, calls);
    return endLine > line ? { path, line, endLine, why } : { path, line, why };
  });
}

interface Readable {
  readonly source: Source;
  readonly form: CallForm;
}

async function read(scene: EditScene, path: string): Promise<Readable | null> {
  const document = scene.withSnapshot((snapshot) => snapshot.documentAt(path));
  const form = languageById(document?.language ?? null)?.calls;
  const file = document === undefined || form === undefined ? null : await readAdmitted(scene.corpus, path);
  const isSame = file !== null && !("excluded" in file) && file.contentHash === document?.contentHash;
  return isSame && form !== undefined ? { source: openSource(file.text), form } : null;
}

/** Of the longest call of the name that begins on the line. */
function lastLine({ source, form }: Readable, line: number, name: string): number {
  const { text, starts } = source;
  const start = starts[line - 1] ?? text.length;
  const written = text.slice(start, starts[line] ?? text.length);
  let last = line;
  for (let at = written.indexOf(name); at >= 0; at = written.indexOf(name, at + name.length)) {
    const behind = start + at + name.length;
    const list = text[behind] === "(" ? listAt(text, behind, form) : null;
    last = list === null ? last : Math.max(last, lineAt(source, list.end - 1));
  }
  return last;
}
