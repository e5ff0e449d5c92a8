// Contents that git stores, byte for byte: no filter, no text conversion. Asks for sizes first, so that nothing larger than
// wanted is read, and for no more at once than there is memory for. Knows no use of them.
import { runGit } from "../system/git.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { StoredBlob } from "./changed-since.ts";

/** `oversized`: larger than wanted; `missing`: not in this clone, or git does not answer. */
export type BlobContent = Buffer | "oversized" | "missing";

/** Bytes of one answer of git's. */
const BATCH_BYTES_MAX = 32 * 1024 * 1024;
const HEADER_BYTES = 128;

/** By the blob's id. Throws CANCELLED alone. */
export async function readBlobs(
  wanted: readonly (StoredBlob & { readonly maxBytes: number })[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BlobContent>> {
  const contents = new Map<string, BlobContent>();
  for (const folder of new Set(wanted.map((blob) => blob.folder))) {
    const limits = new Map(wanted.filter((blob) => blob.folder === folder).map(({ id, maxBytes }) => [id, maxBytes]));
    const sizes = await sizesOf(folder, [...limits.keys()], signal);
    let batch: string[] = [];
    let bytes = 0;
    for (const [id, maxBytes] of limits) {
      const size = sizes.get(id);
      if (size === undefined || size > maxBytes) {
        contents.set(id, size === undefined ? "missing" : "oversized");
        continue;
      }
      if (bytes + size + HEADER_BYTES > BATCH_BYTES_MAX && batch.length > 0) {
        await readBatch(folder, batch, bytes, contents, signal);
        [batch, bytes] = [[], 0];
      }
      batch.push(id);
      bytes += size + HEADER_BYTES;
    }
    await readBatch(folder, batch, bytes, contents, signal);
  }
  return contents;
}

/** Of blobs alone. */
async function sizesOf(folder: string, ids: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  throwIfCancelled(signal);
  const outcome = await runGit(folder, {
    command: "cat-file",
    options: ["--batch-check", "--buffer"],
    stdin: ids.map((id) => `${id}\n`).join(""),
    signal,
  });
  const listed = outcome.ok ? outcome.stdout.toString("latin1") : "";
  return new Map([...listed.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, id = "", size]) => [id, Number(size)]));
}

async function readBatch(
  folder: string,
  ids: readonly string[],
  bytes: number,
  contents: Map<string, BlobContent>,
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  throwIfCancelled(signal);
  const outcome = await runGit(folder, {
    command: "cat-file",
    options: ["--batch", "--buffer"],
    stdin: ids.map((id) => `${id}\n`).join(""),
    maxBytes: bytes + 1024,
    signal,
  });
  const listed = outcome.ok ? outcome.stdout : Buffer.alloc(0);
  let at = 0;
  for (const id of ids) {
    const end = listed.indexOf("\n", at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(listed.toString("latin1", at, Math.max(at, end))) ?? [];
    if (size === undefined) {
      contents.set(id, "missing");
      at = Math.max(at, end + 1);
      continue;
    }
    contents.set(id, listed.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
}
