// Reads lock files: models/models.lock.json of the package, and the pieces of a custom model's. Reads no weights.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { packagePath } from "../system/package-root.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";
import { type LockedModel, modelIdOf, REINSTALL } from "./model-lock.ts";

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
  prompts: z.object({ query: z.string(), document: z.string() }).optional(),
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
