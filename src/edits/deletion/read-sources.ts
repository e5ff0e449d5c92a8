// The texts of files with listed places, for what their facts do not hold.
import pLimit from "p-limit";
import type { CallForm } from "../../languages/contract/call-form.ts";
import { languageById } from "../../languages/registry.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { openSource, type Source } from "../../syntax/source.ts";
import type { EditScene } from "../edit-scene.ts";

const READ_AT_ONCE = 8;

export interface Readable {
  readonly source: Source;
  readonly form: CallForm;
}

/** By path. Without files that changed since they were indexed, and those of languages that have no form of calls. @throws CANCELLED */
export async function readSources(scene: EditScene, paths: Iterable<string>): Promise<ReadonlyMap<string, Readable>> {
  const sources = new Map<string, Readable>();
  await pLimit(READ_AT_ONCE).map([...new Set(paths)], async (path) => {
    const readable = await read(scene, path);
    if (readable !== null) {
      sources.set(path, readable);
    }
  });
  return sources;
}

async function read(scene: EditScene, path: string): Promise<Readable | null> {
  const document = scene.withSnapshot((snapshot) => snapshot.documentAt(path));
  const form = languageById(document?.language ?? null)?.calls;
  const file = document === undefined || form === undefined ? null : await readAdmitted(scene.corpus, path);
  const isSame = file !== null && !("excluded" in file) && file.contentHash === document?.contentHash;
  return isSame && form !== undefined ? { source: openSource(file.text), form } : null;
}
