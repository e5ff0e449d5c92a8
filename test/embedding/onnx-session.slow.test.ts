// Tokens and pooling, in this process: the ids are those of the reference implementation.
import { AutoTokenizer, env } from "@huggingface/transformers";
import { beforeAll, describe, expect, test } from "vitest";
import { countedWords } from "../../src/embedding/counted-words.ts";
import { firstTokens, type OnnxSession, openOnnxSession } from "../../src/embedding/onnx-session.ts";
import { readShippedModel } from "../../src/embedding/read-lock.ts";
import { referenceRows, SHIPPED_FOLDER } from "./support.ts";

const [CLS, SEP] = [101, 102];

describe("the shipped model", () => {
  let session: OnnxSession;
  beforeAll(async () => {
    const model = readShippedModel(null);
    session = await openOnnxSession(model ?? expect.fail("no default model"));
  });

  test.each(referenceRows().map((row) => [JSON.stringify(row.text.slice(0, 40)), row] as const))(
    "%s has the reference implementation's token ids, those of each word once",
    (_, row) => {
      const { ids } = session.tokens(row.text);
      if (countedWords(row.text).every(({ count }) => count === 1)) {
        expect(ids).toEqual(row.token_ids);
      } else {
        expect(ids.length).toBeLessThan(row.token_ids.length);
        expect(row.token_ids.filter((id) => !ids.includes(id))).toEqual([]);
      }
    },
  );

  test("a word that is repeated runs once and counts more", () => {
    const { ids, weights } = session.tokens("retry Retry request retry");
    expect(ids).toEqual(session.tokens("retry request").ids);
    const root = Math.sqrt(3);
    // `retry` is two tokens.
    expect(weights).toEqual([1, root, root, 1, 1]);
  });

  test("a long text is cut to 256 tokens and keeps both special ones", () => {
    const { ids, weights } = session.tokens(Array.from({ length: 500 }, (_, at) => `fox${at}`).join(" "));
    expect([ids.length, ids[0], ids.at(-1), weights.length]).toEqual([256, CLS, SEP, 256]);
  });

  test.each([
    ["code", "const value = compute(index); // the next\n".repeat(2_000)],
    ["indentation", `${" ".repeat(60)}x\n`.repeat(2_000)],
    ["one endless word", "x".repeat(40_000)],
    ["an endless word after some text", `some text ${"x".repeat(40_000)} end`],
    ["Chinese", "東京都渋谷区".repeat(3_000)],
  ])("cutting %s early gives the tokens of the whole text", async (_, text) => {
    env.allowRemoteModels = false;
    const tokenizer = await AutoTokenizer.from_pretrained(SHIPPED_FOLDER, { local_files_only: true });
    const encode = (part: string) => tokenizer.encode(part, { add_special_tokens: false });
    expect(firstTokens(text, 254, encode)).toEqual(encode(text).slice(0, 254));
  });
});

test("a text is not tokenized whole for the sake of its beginning", () => {
  const lengths: number[] = [];
  firstTokens("word ".repeat(1_000_000), 254, (part) => {
    lengths.push(part.length);
    return part.split(" ").map(() => 1);
  });
  expect(lengths).toHaveLength(1);
  expect(lengths[0]).toBeLessThan(10_000);
});
