// The lock, kept by what runs a model.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { openOnnxSession } from "../../src/embedding/onnx-session.ts";
import { readShippedModel } from "../../src/embedding/read-lock.ts";
import { copyOfModel, SHIPPED } from "./support.ts";

test("a model that was changed is not run: the worker refuses it, once and clearly", async () => {
  const folder = copyOfModel();
  const embedder = await openEmbedder({ ...SHIPPED, model: folder });
  appendFileSync(join(folder, "tokenizer.json"), " ");
  await expect(embedder.embed(["a", "b"])).rejects.toMatchObject({ code: "MODEL_MISMATCH" });
  await expect(embedder.embedQuery("a")).rejects.toMatchObject({ code: "MODEL_MISMATCH" });
  await embedder.close();
});

test("a model whose output is of another size is a mismatch, not a wrong vector", async () => {
  const model = readShippedModel(null) ?? expect.fail("the lock has no default model");
  const session = await openOnnxSession({ ...model, dimensions: 768 });
  await expect(session.embed("x")).rejects.toMatchObject({
    code: "MODEL_MISMATCH",
    message: expect.stringContaining("1×3×384"),
  });
});
