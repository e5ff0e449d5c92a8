// The whole words in the vocabulary of the model that ships with the package: some twenty thousand words of written
// English. Reads the tokenizer's file alone, once; does not load a model.
import { join } from "node:path";
import { z } from "zod";
import { REINSTALL } from "./model-lock.ts";
import { readLockJson, readShippedModel } from "./read-lock.ts";

/** Tens of thousands of entries: their values are not looked at. */
const vocabularySchema = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null,
);
const tokenizerSchema = z.object({ model: z.object({ vocab: vocabularySchema }) });

/** Pieces that continue a word are written `##ing`; marks, special tokens and other scripts have other signs. */
const WHOLE_WORD = /^[a-z]{2,}$/;

/** In lower case. Throws MODEL_MISSING where the package is incomplete. */
export function readShippedWords(): readonly string[] {
  const shipped = readShippedModel(null);
  if (shipped === undefined) {
    return [];
  }
  const { model } = readLockJson(join(shipped.folder, "tokenizer.json"), tokenizerSchema, REINSTALL);
  return Object.keys(model.vocab).filter((word) => WHOLE_WORD.test(word));
}
