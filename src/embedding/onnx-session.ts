// One loaded model in one process: text to tokens to a unit vector, one text a run. Only this file knows transformers.js.
import { resolve } from "node:path";
import { memoized } from "../system/memo.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";
import { countedWords } from "./counted-words.ts";
import type { Embedding } from "./embedder.ts";
import { type LockedModel, verifyModel } from "./model-lock.ts";

/** What is run: special tokens around at most maxTokens − 2 of the text's own. */
export interface Tokens {
  readonly ids: readonly number[];
  /** How much each counts in the mean. */
  readonly weights: readonly number[];
}

export interface OnnxSession {
  tokens(text: string): Tokens;
  embed(text: string): Promise<Embedding>;
}

/** A WordPiece word has at most 100 characters, so cutting a text changes at most this many tokens of its last word. */
const TOKENS_OF_ONE_WORD_MAX = 100;
/** Text tried first for each wanted token; code has 3 to 4 characters a token, indentation more. */
const CHARACTERS_A_TOKEN = 24;

type Transformers = typeof import("@huggingface/transformers");

async function loadTransformers(): Promise<Transformers> {
  const transformers = await import("@huggingface/transformers");
  transformers.env.allowRemoteModels = false;
  transformers.env.useFSCache = false;
  transformers.env.useBrowserCache = false;
  transformers.env.logLevel = transformers.LogLevel.ERROR;
  return transformers;
}

/** Runs one step of loading. An error is reported in one line, with the remedy. */
async function step<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (cause) {
    const reason = messageOf(cause).split("\n", 1)[0];
    throw new Failure("EMBEDDING_UNAVAILABLE", `${what} cannot be loaded: ${reason}`, {
      hint: "run `context-broker doctor`; until this is fixed, search uses words only",
      cause,
    });
  }
}

/** Checks the model's files against its lock, then loads them: about 200 ms and 150 MB. */
export async function openOnnxSession(model: LockedModel): Promise<OnnxSession> {
  await verifyModel(model);
  const { AutoModel, AutoTokenizer, Tensor } = await step("the embedding runtime", loadTransformers);
  const folder = resolve(model.folder);
  const tokenizer = await step(`the tokenizer of model ${model.id}`, () =>
    AutoTokenizer.from_pretrained(folder, { local_files_only: true }),
  );
  const network = await step(`model ${model.id}`, () =>
    AutoModel.from_pretrained(folder, {
      local_files_only: true,
      dtype: model.dtype,
      device: "cpu",
      // One thread a process: two such processes do 1.9 times the work of one, one session with two threads 1.3 times.
      // A plan of memory for each length of text is 9 MB more, and no faster.
      session_options: { intraOpNumThreads: 1, interOpNumThreads: 1, enableMemPattern: false },
    }),
  );
  const encode = (text: string, special: boolean) => tokenizer.encode(text, { add_special_tokens: special });
  const [before, after] = specialTokens(encode("a", true), encode("a", false));
  const room = model.maxTokens - before.length - after.length;

  // The tokenizer's own truncation drops the closing special token, which the reference implementation keeps.
  const evenly = (ids: readonly number[]): number[] => ids.map(() => 1);
  const around = (ids: readonly number[], weights: readonly number[]): Tokens => ({
    ids: [...before, ...ids, ...after],
    weights: [...evenly(before), ...weights, ...evenly(after)],
  });
  const idsOf = (text: string): readonly number[] => firstTokens(text, room, (part) => encode(part, false));
  const idsOfWord = memoized(idsOf);

  function tokens(text: string): Tokens {
    if (model.pooling !== "mean") {
      const ids = idsOf(text);
      return around(ids, evenly(ids));
    }
    const ids: number[] = [];
    const weights: number[] = [];
    for (const { word, count } of countedWords(text)) {
      if (ids.length === room) {
        break;
      }
      for (const id of idsOfWord(word).slice(0, room - ids.length)) {
        ids.push(id);
        weights.push(Math.sqrt(count));
      }
    }
    return around(ids, weights);
  }

  const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, values.length]);

  async function embed(text: string): Promise<Embedding> {
    const { ids, weights } = tokens(text);
    const output = hiddenStates(
      await network({
        input_ids: tensor(BigInt64Array.from(ids, BigInt)),
        attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(ids.length)),
      }),
      ids.length,
      model,
    );
    return normalise(
      model.pooling === "mean" ? meanOfRows(output, weights, model.dimensions) : output.slice(0, model.dimensions),
    );
  }

  return { tokens, embed };
}

/** What the tokenizer puts before and after a text, found by comparing an encoding with and without. */
function specialTokens(withSpecial: readonly number[], plain: readonly number[]): [number[], number[]] {
  const at = withSpecial.indexOf(plain[0] ?? -1);
  return at < 0 ? [[], []] : [withSpecial.slice(0, at), withSpecial.slice(at + plain.length)];
}

/**
 * The first `count` tokens of a text. They equal those of the whole text's encoding, without tokenizing a megabyte for 254 of
 * them.
 */
export function firstTokens(text: string, count: number, encode: (text: string) => number[]): number[] {
  const length = (count + TOKENS_OF_ONE_WORD_MAX) * CHARACTERS_A_TOKEN;
  if (text.length > length) {
    const tokens = encode(text.slice(0, length));
    if (tokens.length >= count + TOKENS_OF_ONE_WORD_MAX) {
      return tokens.slice(0, count);
    }
  }
  return encode(text).slice(0, count);
}

/** Checks what the network answered: tokens × dimensions float32 values. */
function hiddenStates(output: unknown, tokens: number, model: LockedModel): Float32Array {
  const states = (output as { last_hidden_state?: { data: unknown; dims: readonly number[] } }).last_hidden_state;
  if (
    states === undefined ||
    !(states.data instanceof Float32Array) ||
    states.data.length !== tokens * model.dimensions
  ) {
    throw new Failure(
      "MODEL_MISMATCH",
      `model ${model.id} returned ${states === undefined ? "no last_hidden_state" : `a tensor of ${states.dims.join("×")}`}` +
        `, not ${tokens}×${model.dimensions} float32 values`,
      {
        hint: "use a sentence-embedding model exported for feature extraction, with the right dimensions in its lock",
      },
    );
  }
  return states.data;
}

function meanOfRows(rows: Float32Array, weights: readonly number[], dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (const [row, weight] of weights.entries()) {
    const at = row * dimensions;
    for (let i = 0; i < dimensions; i++) {
      sums[i] = (sums[i] ?? 0) + weight * (rows[at + i] ?? 0);
    }
  }
  // Not divided by the number of rows: the vector is brought to length 1 next.
  return Float32Array.from(sums);
}

function normalise(vector: Float32Array): Embedding {
  let squares = 0;
  for (const value of vector) {
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!(length > 0 && Number.isFinite(length))) {
    throw new Failure("INTERNAL", "the model returned a zero vector", {
      hint: "if every text fails like this, the model is broken: run `context-broker doctor`",
    });
  }
  return vector.map((value) => value / length);
}
