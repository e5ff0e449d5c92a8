// Raw documents of texts in memory, looked through for a query.
import { RawDocuments, type RawQuery } from "../../src/index/raw-text/raw-documents.ts";
import { overRawTexts } from "../../src/index/raw-text/raw-snapshot.ts";
import type { RawText } from "../../src/index/raw-text/raw-texts.ts";
import type { Snapshot } from "../../src/index/snapshot.ts";
import type { Exclusion } from "../../src/vocabulary/exclusion.ts";
import { memoryProject } from "./memory-project.ts";

export const rawText = (path: string, text: string): RawText => {
  const bytes = Buffer.from(text);
  return { file: { path, size: bytes.length, mtimeMs: 1, ctimeMs: 1 }, bytes };
};

/** `excluded`: paths of files whose content is not searched. */
export async function lookThrough(
  files: Readonly<Record<string, string>>,
  query: Partial<RawQuery>,
  excluded: Readonly<Record<string, Exclusion>> = {},
): Promise<RawDocuments> {
  const source = {
    textOf(path: string, bytes: Buffer) {
      const exclusion = excluded[path];
      return exclusion === undefined ? { text: bytes.toString("utf8") } : { excluded: exclusion };
    },
  };
  const documents = new RawDocuments({ terms: [], names: [], places: [], ...query }, source, {});
  await documents.look(
    Object.entries(files).map(([path, text]) => rawText(path, text)),
    undefined,
  );
  return documents;
}

/** The snapshot of `indexed` files and of the raw documents. */
export async function snapshotOver(
  indexed: Readonly<Record<string, string>>,
  documents: RawDocuments,
): Promise<Snapshot> {
  const { snapshot } = await memoryProject(indexed, { withVectors: false });
  return overRawTexts(snapshot, documents);
}
