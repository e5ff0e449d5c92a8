// What makes a model itself: its files' hashes and how its output becomes a vector. Reads models/models.lock.json and
// checks files against it. Does not know how a model is run.
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { packagePath } from "../system/package-root.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { ModelId } from "../vocabulary/ids.ts";

export interface LockedFile {
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** One model, ready to be checked and loaded. Plain data: it crosses to the worker processes as it is. */
export interface LockedModel {
  readonly id: ModelId;
  /** Absolute. */
  readonly folder: string;
  readonly dimensions: number;
  /** Longest input in tokens, special tokens included; the rest of a text is cut. */
  readonly maxTokens: number;
  readonly pooling: "mean" | "cls";
  /** The weights' type, as transformers.js names it: q8 is onnx/model_quantized.onnx. */
  readonly dtype: "q8" | "fp16" | "fp32";
  /** By path relative to the folder, `/`-separated. */
  readonly files: Readonly<Record<string, LockedFile>>;
}

const FILE_PATH = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/** One entry of a lock file; a custom model folder may carry one as model.lock.json. */
export const lockEntrySchema = z.object({
  folder: z.string().regex(/^[\w-][\w.-]*$/),
  source: z.string(),
  revision: z.string(),
  licence: z.string(),
  weights: z.string(),
  dimensions: z.int().min(1).max(8_192),
  maxTokens: z.int().min(8).max(8_192),
  pooling: z.enum(["mean", "cls"]),
  normalise: z.literal(true),
  dtype: z.enum(["q8", "fp16", "fp32"]),
  files: z.record(
    z.string().regex(FILE_PATH),
    z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

const lockFileSchema = z.object({
  schema: z.literal(1),
  default: z.string(),
  models: z.record(z.string(), lockEntrySchema),
});

/** Reads a JSON file that must be there and must fit `schema`; MODEL_MISSING names what is wrong with it. */
export function readLockJson<Schema extends z.ZodType>(file: string, schema: Schema, hint: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Failure("MODEL_MISSING", `${file} cannot be read: ${messageOf(cause)}`, { hint, cause });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    throw new Failure("MODEL_MISSING", `${file} is not a model lock: ${z.prettifyError(parsed.error)}`, { hint });
  }
  return parsed.data;
}

/**
 * `name@digest`, the digest being over everything that decides a vector's value: any change of a file, of the pooling
 * or of the length limit makes another model, whose vectors are kept apart.
 */
export function modelIdOf(name: string, model: Omit<LockedModel, "id" | "folder">): ModelId {
  const files = Object.entries(model.files).sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = [
    model.dimensions,
    model.maxTokens,
    model.pooling,
    model.dtype,
    files.map(([p, f]) => [p, f.sha256]),
  ];
  const digest = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 12);
  return `${name.replace(/[^\w.-]+/g, "_")}@${digest}` as ModelId;
}

const REINSTALL = "reinstall context-broker: its models/ folder is incomplete or was changed";

/** The models that ship with the package, by name; `null` is the default one. Reads only the lock, no weights. */
export function readShippedModel(
  name: string | null,
  lockFile: string = packagePath("models", "models.lock.json"),
): LockedModel | undefined {
  const lock = readLockJson(lockFile, lockFileSchema, REINSTALL);
  const wanted = name ?? lock.default;
  const entry = Object.hasOwn(lock.models, wanted) ? lock.models[wanted] : undefined;
  if (entry === undefined) {
    return undefined;
  }
  const { dimensions, maxTokens, pooling, dtype, files } = entry;
  const model = { dimensions, maxTokens, pooling, dtype, files };
  return { id: modelIdOf(wanted, model), folder: join(dirname(lockFile), entry.folder), ...model };
}

/** Size and hash of a file, read in a stream so that the event loop stays free. */
export async function hashFile(file: string): Promise<LockedFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  });
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Compares every file with its lock. Costs 15–60 ms for the shipped model, mostly hashing its 23 MB: each worker
 * process does it once, before it loads the files, so the server's own start does not pay. A stamp of size and time is
 * not trusted instead of it, since it would pass exactly the damage (a bad copy with kept times) that this finds.
 */
export async function verifyModel(model: LockedModel): Promise<void> {
  for (const [path, locked] of Object.entries(model.files)) {
    const file = join(model.folder, ...path.split("/"));
    const found = await hashFile(file).catch((cause: unknown) => {
      throw new Failure("MODEL_MISSING", `model ${model.id}: ${file} cannot be read: ${messageOf(cause)}`, {
        hint: remedyFor(model),
        cause,
      });
    });
    if (found.sha256 !== locked.sha256 || found.bytes !== locked.bytes) {
      throw new Failure(
        "MODEL_MISMATCH",
        `model ${model.id}: ${file} is not the file that was locked: expected sha256 ${locked.sha256} ` +
          `(${locked.bytes} bytes), found ${found.sha256} (${found.bytes} bytes)`,
        { hint: remedyFor(model) },
      );
    }
  }
}

function remedyFor(model: LockedModel): string {
  return model.folder === packagePath("models", basename(model.folder))
    ? REINSTALL
    : `put the model's files back into ${model.folder}, or choose another model`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
