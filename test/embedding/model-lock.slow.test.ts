// The lock, as the worker that runs a model keeps it.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { copyOfModel, SHIPPED } from "./support.ts";

test("a model that was changed is not run: the worker refuses it, once and clearly", async () => {
  const folder = copyOfModel();
  const embedder = await openEmbedder({ ...SHIPPED, model: folder });
  appendFileSync(join(folder, "tokenizer.json"), " ");
  await expect(embedder.embed(["a", "b"])).rejects.toMatchObject({ code: "MODEL_MISMATCH" });
  await expect(embedder.embedQuery("a")).rejects.toMatchObject({ code: "MODEL_MISMATCH" });
  await embedder.close();
});
