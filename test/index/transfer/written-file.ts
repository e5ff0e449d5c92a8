// An exported file as docs/inside/file-format.md describes it, written without the program, so that a test can make it wrong at any place.
import { createHash } from "node:crypto";

export interface FileParts {
  readonly magic: Buffer;
  readonly format: number;
  readonly json: Buffer;
  readonly records: readonly Buffer[];
  /** Null: the right one. */
  readonly digest: Buffer | null;
}

export const HEADER = {
  model: "hash-test",
  dimensions: 4,
  text_version: 1,
  count: 3,
  project: "shop",
  commit: null,
  changed: null,
  made_at: "2026-11-27T02:00:00.000Z",
  program: "context-broker 0",
};

export function record(key: string, vector: readonly number[]): Buffer {
  const bytes = Buffer.alloc(16 + vector.length * 4);
  bytes.write(key.padEnd(32, "0"), 0, "hex");
  for (const [at, value] of vector.entries()) {
    bytes.writeFloatLE(value, 16 + at * 4);
  }
  return bytes;
}

export const RECORDS: readonly Buffer[] = [
  record("0a", [1, 0, 0, 0]),
  record("0b", [0, 0.6, 0, -0.8]),
  record("ff", [0.5, 0.5, 0.5, 0.5]),
];

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

export function fileOf(
  changes: Partial<FileParts> & { readonly header?: Readonly<Record<string, unknown>> } = {},
): Buffer {
  const { header = {}, records = RECORDS, format = 1, digest = null } = changes;
  const { magic = Buffer.from("894342560d0a1a0a", "hex") } = changes;
  const { json = Buffer.from(JSON.stringify({ ...HEADER, count: records.length, ...header })) } = changes;
  const body = Buffer.concat([magic, number(format), number(json.length), json, ...records]);
  return Buffer.concat([body, digest ?? createHash("sha256").update(body).digest()]);
}
