// The header of an exported file: magic, format version, the model and program that made it, and the number of vectors.
// docs/inside/file-format.md has the whole file byte by byte.
import { z } from "zod";
import { Failure } from "../../vocabulary/failure.ts";

/** "\x89CBV\r\n\x1a\n": as PNG's, so that a transfer that changes line ends or drops the eighth bit shows at once. */
const MAGIC = Buffer.from([0x89, 0x43, 0x42, 0x56, 0x0d, 0x0a, 0x1a, 0x0a]);
/** 1: first format. */
const EXPORT_FORMAT_VERSION = 1;
/** Magic, format version and length of the JSON. */
export const PREFIX_BYTES: number = MAGIC.length + 8;
const JSON_BYTES_MAX = 4_096;
/** The JSON is padded with spaces, so that records begin at a multiple of this. */
const ALIGNMENT = 16;
export const EXPORT_KEY_BYTES = 16;
/** SHA-256 over all that precedes it. */
export const DIGEST_BYTES = 32;
const NAME_LENGTH_MAX = 255;

const headerSchema = z.object({
  model: z.string().min(1).max(255),
  dimensions: z.int().min(1).max(16_384),
  /** Version of the form of the texts that were embedded. */
  text_version: z.int().min(1),
  /** Records. */
  count: z.int().min(0),
  /** The folder's name. */
  project: z.string().max(NAME_LENGTH_MAX),
  /** Null where the project is in no git repository that could be read, as is `changed`. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .nullable(),
  /** Whether the project's files differed from the commit. */
  changed: z.boolean().nullable(),
  made_at: z.iso.datetime(),
  program: z.string().max(64),
});

export type ExportHeader = z.output<typeof headerSchema>;

export const recordBytes = (dimensions: number): number => EXPORT_KEY_BYTES + dimensions * 4;

/** The failure for a file that is refused: DOCUMENT_INVALID. */
export const notAnExport = (message: string, hint = "copy it again; if that does not help, export it again"): Failure =>
  new Failure("DOCUMENT_INVALID", message, { hint });

/** The fields are always in the same order, so that the same index gives the same bytes. */
export function encodeHeader(header: ExportHeader): Buffer {
  const ordered = headerSchema.parse({ ...header, project: header.project.slice(0, NAME_LENGTH_MAX) });
  const json = Buffer.from(JSON.stringify(ordered));
  const padding = (ALIGNMENT - ((PREFIX_BYTES + json.length) % ALIGNMENT)) % ALIGNMENT;
  const prefix = Buffer.alloc(PREFIX_BYTES);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(EXPORT_FORMAT_VERSION, MAGIC.length);
  prefix.writeUInt32LE(json.length + padding, MAGIC.length + 4);
  return Buffer.concat([prefix, json, Buffer.alloc(padding, " ")]);
}

/** The length of the JSON that follows the prefix. Throws DOCUMENT_INVALID. */
export function parsePrefix(prefix: Buffer): number {
  if (prefix.length < PREFIX_BYTES || !prefix.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw notAnExport(
      "it does not begin as an exported index does",
      "name a file that `context-broker index export` wrote",
    );
  }
  const version = prefix.readUInt32LE(MAGIC.length);
  if (version !== EXPORT_FORMAT_VERSION) {
    const newer = version > EXPORT_FORMAT_VERSION;
    throw notAnExport(
      `its format is ${version}, this program reads ${EXPORT_FORMAT_VERSION}`,
      newer ? "update context-broker" : "export it again with a newer context-broker",
    );
  }
  const length = prefix.readUInt32LE(MAGIC.length + 4);
  if (length > JSON_BYTES_MAX) {
    throw notAnExport(`its header has ${length} bytes, at most ${JSON_BYTES_MAX} are allowed`);
  }
  return length;
}

/** Throws DOCUMENT_INVALID. Fields that this version does not know are ignored. */
export function parseHeader(json: Buffer): ExportHeader {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    throw notAnExport("its header is not JSON");
  }
  const parsed = headerSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw notAnExport(`its header is not valid: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  return parsed.data;
}
