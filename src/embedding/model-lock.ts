// What identifies a model: the hashes of its files, and how its output becomes a vector. Checks files against a lock.
import { basename, join } from "node:path";
import { type HashedFile, hashFile } from "../system/hash-file.ts";
import { packagePath } from "../system/package-root.ts";
import { sha256Of } from "../system/sha256.ts";
import type { ModelId } from "../vocabulary/chunk.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";

/** What a model was trained to find before a text, such as `query: `; "" for nothing. */
export interface Prompts {
  readonly query: string;
  /** Before what is searched. */
  readonly document: string;
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
  /** Absent: none. */
  readonly prompts?: Prompts | undefined;
  /** The weights' type, as transformers.js names it: q8 is onnx/model_quantized.onnx. */
  readonly dtype: "q8" | "fp16" | "fp32";
  /** By path relative to the folder, `/`-separated. */
  readonly files: Readonly<Record<string, HashedFile>>;
}

export const REINSTALL = "reinstall context-broker: its models/ folder is incomplete or modified";

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
    // How texts are read, since it is another way than the reference implementation's.
    ...(model.pooling === "mean" ? ["each word once, by the root of its count"] : []),
    // Only where there are any: the ids of models without them are those of stored vectors.
    ...(model.prompts === undefined ? [] : [model.prompts.query, model.prompts.document]),
  ];
  const digest = sha256Of(JSON.stringify(identity), 12);
  return `${name.replace(/[^\w.-]+/g, "_")}@${digest}` as ModelId;
}

/**
 * Compares every file with its lock. Takes 15–60 ms for the shipped model, mostly to hash its 23 MB. Each worker process does
 * it once before it loads the files, so the server starts without this cost. A size and a time are not trusted instead, since a
 * damaged copy with its old times would pass.
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
        `model ${model.id}: ${file} does not match its lock: expected sha256 ${locked.sha256} ` +
          `(${locked.bytes} bytes), found ${found.sha256} (${found.bytes} bytes)`,
        { hint: remedyFor(model) },
      );
    }
  }
}

const remedyFor = (model: LockedModel): string =>
  model.folder === packagePath("models", basename(model.folder))
    ? REINSTALL
    : `restore the model's files in ${model.folder}, or set another \`model\``;
