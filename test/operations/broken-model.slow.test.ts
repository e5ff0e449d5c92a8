// A project whose model cannot be used: found by words, said so everywhere, and no success where vectors were promised.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { type Home, makeHome, makeShop } from "../cli/run-cli.ts";

let home: Home;
let shop: string;

beforeAll(() => {
  home = makeHome();
  shop = makeShop(home);
});
afterAll(() => home.remove());

/** A copy of the shipped model whose lock names other weights. */
function spoiltModel(): string {
  const folder = join(home.folder, "spoilt");
  mkdirSync(folder);
  cpSync(packagePath("models", "all-MiniLM-L6-v2"), folder, { recursive: true });
  const file = { sha256: "0".repeat(64), bytes: 1 };
  const files = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model_quantized.onnx"];
  const lock = {
    source: "test",
    revision: "1",
    licence: "Apache-2.0",
    weights: "int8",
    dimensions: 384,
    maxTokens: 256,
    pooling: "mean",
    normalise: true,
    dtype: "q8",
    files: Object.fromEntries(files.map((name) => [name, file])),
  };
  writeFileSync(join(folder, "model.lock.json"), JSON.stringify(lock));
  return folder;
}

describe.each([
  ["is not there", () => "/no/such/model", "the model folder /no/such/model does not exist", "the folder needs"],
  ["is not the locked one", spoiltModel, "does not match its lock: expected sha256 000", "restore the model's files"],
])("a model that %s", (_, make, reason, remedy) => {
  let model: string;
  beforeAll(() => {
    model = make();
  });
  const ask = async (...args: string[]) => {
    const env = { CONTEXT_BROKER_MODEL: model };
    const { code, stdout } = await home.runHere([...args, "--json"], { cwd: shop, env });
    return { code, answer: JSON.parse(stdout) };
  };
  const problem = (text: string) => ({ code: "EMBEDDING_FAILED", message: expect.stringContaining(text) });

  it("fails an index, with the report, the reason and the remedy", async () => {
    const { code, answer } = await ask("index");
    expect(code).toBe(2);
    expect(answer).toMatchObject({
      outcome: "failed",
      coverage: { files: 3, files_searchable: 3, chunks_embedded: 0 },
      problems: [problem(reason)],
    });
    expect(answer.problems[0].message).toContain(remedy);
  });

  it("leaves search by words, which says why", async () => {
    const { code, answer } = await ask("search", "renew a session");
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      details: { match_type: "words" },
      hits: [{ path: "src/session.ts" }],
      parts: { vectors: { state: "unavailable", detail: expect.stringContaining(reason) } },
      problems: [problem(reason)],
    });
  });

  it("is in the status", async () => {
    const { answer } = await ask("status");
    expect(answer).toMatchObject({
      vectors: { state: "unavailable", reason: expect.stringContaining(reason) },
      problems: [problem(reason)],
    });
  });
});

it("a name that no model has is a wrong setting", async () => {
  const { code, stderr } = await home.runHere(["search", "session", "--json"], {
    cwd: shop,
    env: { CONTEXT_BROKER_MODEL: "minilm" },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('"code":"INVALID_SETTING"');
});
