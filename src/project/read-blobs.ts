// Reads the contents of blobs byte for byte: no filter, no text conversion. Asks for sizes first, so that nothing larger than
// wanted is read, and no more at once than memory allows.
import { runGit } from "../system/git.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { StoredBlob } from "./changed-since.ts";

/** `oversized`: larger than wanted; `missing`: not in this clone, or git does not answer. */
export type BlobContent = Buffer | "oversized" | "missing";

/** Bytes of one answer from git. */
const BATCH_BYTES_MAX = 32 * 1024 * 1024;
const HEADER_BYTES = 128;

/** By blob id. Throws only CANCELLED. */
export async function readBlobs(
  wanted: readonly (StoredBlob & { readonly maxBytes: number })[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BlobContent>> {
  const contents = new Map<string, BlobContent>();
  for (const folder of new Set(wanted.map((blob) => blob.folder))) {
    const limits = new Map(wanted.filter((blob) => blob.folder === folder).map(({ id, maxBytes }) => [id, maxBytes]));
    throwIfCancelled(signal);
    const largest = Math.max(...limits.values());
    const batches = sizesOf(folder, [...limits.keys()], signal).then((sizes) => batchesOf(limits, sizes, contents));
    // The process for the first batch starts while the sizes are being read.
    const first = batches.then(([batch]) => batch ?? []);
    const [{ length }] = await Promise.all([batches, readBatch(folder, first, largest, contents, signal)]);
    for (let at = 1; at < length; at++) {
      const batch = batches.then((all) => all[at] ?? []);
      await readBatch(folder, batch, largest, contents, signal);
    }
  }
  return contents;
}

/** Batches of blobs that can be read; those that cannot are entered in `contents`. */
function batchesOf(
  limits: ReadonlyMap<string, number>,
  sizes: ReadonlyMap<string, number>,
  contents: Map<string, BlobContent>,
): string[][] {
  const batches: string[][] = [];
  let bytes = BATCH_BYTES_MAX;
  for (const [id, maxBytes] of limits) {
    const size = sizes.get(id);
    if (size === undefined || size > maxBytes) {
      contents.set(id, size === undefined ? "missing" : "oversized");
      continue;
    }
    bytes += size + HEADER_BYTES;
    if (bytes > BATCH_BYTES_MAX) {
      batches.push([]);
      bytes = size + HEADER_BYTES;
    }
    batches.at(-1)?.push(id);
  }
  return batches;
}

const linesOf = (ids: readonly string[]): string => ids.map((id) => `${id}\n`).join("");

/** Sizes of those ids that are blobs. */
async function sizesOf(folder: string, ids: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const outcome = await runGit(folder, {
    command: "cat-file",
    options: ["--batch-check", "--buffer"],
    stdin: linesOf(ids),
    signal,
  });
  const listed = outcome.ok ? outcome.stdout.toString("latin1") : "";
  return new Map([...listed.matchAll(/^([0-9a-f]+) blob (\d+)$/gm)].map(([, id = "", size]) => [id, Number(size)]));
}

async function readBatch(
  folder: string,
  batch: Promise<readonly string[]>,
  largest: number,
  contents: Map<string, BlobContent>,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await runGit(folder, {
    command: "cat-file",
    options: ["--batch", "--buffer"],
    stdin: batch.then(linesOf, () => ""),
    maxBytes: Math.max(BATCH_BYTES_MAX, largest + HEADER_BYTES) + 1024,
    signal,
  });
  const listed = outcome.ok ? outcome.stdout : Buffer.alloc(0);
  let at = 0;
  for (const id of await batch) {
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
