// A user's own model: a local folder in the layout that transformers.js reads. A model.lock.json beside the files may add
// what they do not say.
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { type HashedFile, hashFile } from "../system/hash-file.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type LockedModel, modelIdOf } from "./model-lock.ts";
import { lockEntrySchema, readLockJson } from "./read-lock.ts";

/** Weights in order of preference: int8 is 2.4 times as fast as float32 at a cosine of .98 to .99 to it. */
const WEIGHTS = [
  ["q8", "onnx/model_quantized.onnx"],
  ["fp16", "onnx/model_fp16.onnx"],
  ["fp32", "onnx/model.onnx"],
] as const;

/** sentence-transformers' own file, where it names what stands before a query and before a document. */
const PROMPTS = "config_sentence_transformers.json";

export const REQUIRED = ["config.json", "tokenizer.json", "tokenizer_config.json"];
export const OPTIONAL = ["special_tokens_map.json", "sentence_bert_config.json", "1_Pooling/config.json", PROMPTS];
const OWN_LOCK = "model.lock.json";
/** Default limit for chunks of code, since time grows with the square of the input's length. */
const MAX_TOKENS_DEFAULT = 512;

const LAYOUT =
  "the folder needs config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx (or onnx/model.onnx)";

const ownLockSchema = lockEntrySchema.omit({ folder: true });
const configSchema = z.object({
  hidden_size: z.int().min(1).max(8_192),
  max_position_embeddings: z.int().min(8).optional(),
});
const sentenceConfigSchema = z.object({ max_seq_length: z.int().min(8).max(8_192).nullish() });
const poolingSchema = z.object({ pooling_mode_cls_token: z.boolean().optional() });

/**
 * Reads a model folder. A lock in it is trusted here and checked at load; without one, the files are hashed now (some 20 ms for
 * 23 MB), so that other weights in the same folder count as another model.
 */
export async function readModelFolder(path: string): Promise<LockedModel> {
  const folder = resolve(path);
  if (!existsSync(folder)) {
    throw new Failure("MODEL_MISSING", `the model folder ${folder} does not exist`, { hint: LAYOUT });
  }
  const model = existsSync(join(folder, OWN_LOCK)) ? readOwnLock(folder) : await lockFolder(folder);
  return { id: modelIdOf(basename(folder), model), folder, ...model };
}

const promptsSchema = z.object({ prompts: z.record(z.string(), z.string()).optional() });

type Unnamed = Omit<LockedModel, "id" | "folder">;

function readOwnLock(folder: string): Unnamed {
  const lock = readLockJson(
    join(folder, OWN_LOCK),
    ownLockSchema,
    "correct the lock file or delete it: it is optional",
  );
  const { dimensions, maxTokens, pooling, prompts, dtype, files } = lock;
  const weights = WEIGHTS.find(([name]) => name === dtype)?.[1];
  for (const file of [...REQUIRED, weights ?? ""]) {
    if (!Object.hasOwn(files, file)) {
      throw new Failure("MODEL_MISSING", `${join(folder, OWN_LOCK)} does not list ${file}`, { hint: LAYOUT });
    }
  }
  return { dimensions, maxTokens, pooling, ...(prompts === undefined ? {} : { prompts }), dtype, files };
}

async function lockFolder(folder: string): Promise<Unnamed> {
  const there = (file: string) => existsSync(join(folder, ...file.split("/")));
  const weights = WEIGHTS.find(([, file]) => there(file));
  const absent = [
    ...REQUIRED.filter((file) => !there(file)),
    ...(weights === undefined ? ["onnx/model_quantized.onnx"] : []),
  ];
  if (weights === undefined || absent.length > 0) {
    throw new Failure("MODEL_MISSING", `the model folder ${folder} has no ${absent.join(", no ")}`, { hint: LAYOUT });
  }
  const [dtype, file] = weights;
  // Large exports keep their tensors beside the graph, in files whose names begin with its name.
  const onnx = readdirSync(join(folder, "onnx"))
    .map((name) => `onnx/${name}`)
    .filter((name) => name.startsWith(file));
  const files: Record<string, HashedFile> = {};
  for (const name of [...REQUIRED, ...OPTIONAL.filter(there), ...onnx]) {
    files[name] = await hashFile(join(folder, ...name.split("/")));
  }
  return { ...readShape(folder, there), dtype, files };
}

function readShape(
  folder: string,
  there: (file: string) => boolean,
): Pick<Unnamed, "dimensions" | "maxTokens" | "pooling" | "prompts"> {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readLockJson(join(folder, file), schema, `repair ${file} or write a model.lock.json`);
  const config = read("config.json", configSchema);
  const sentence = there("sentence_bert_config.json") ? read("sentence_bert_config.json", sentenceConfigSchema) : {};
  const pooling = there("1_Pooling/config.json") ? read("1_Pooling/config.json", poolingSchema) : {};
  const { prompts = {} } = there(PROMPTS) ? read(PROMPTS, promptsSchema) : {};
  const query = prompts["query"] ?? "";
  const document = prompts["document"] ?? prompts["passage"] ?? "";
  return {
    ...(query + document === "" ? {} : { prompts: { query, document } }),
    dimensions: config.hidden_size,
    maxTokens:
      sentence.max_seq_length ?? Math.min(config.max_position_embeddings ?? MAX_TOKENS_DEFAULT, MAX_TOKENS_DEFAULT),
    pooling: pooling.pooling_mode_cls_token === true ? "cls" : "mean",
  };
}
