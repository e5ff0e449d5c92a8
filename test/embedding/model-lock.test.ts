// The lock: what is shipped is what was locked, and every difference is named.
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { type LockedModel, modelIdOf, verifyModel } from "../../src/embedding/model-lock.ts";
import { readShippedModel } from "../../src/embedding/read-lock.ts";
import { hashFile } from "../../src/system/hash-file.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { copyOfModel, SHIPPED_FOLDER, temporaryFolder } from "./support.ts";

function shipped(): LockedModel {
  const model = readShippedModel(null);
  if (model === undefined) {
    throw new Error("the lock has no default model");
  }
  return model;
}

/** A lock file for a copy of the shipped model in `folder`, with its entry changed. */
function lockBeside(folder: string, change: (entry: Record<string, unknown>) => void = () => undefined): string {
  const lock = JSON.parse(readFileSync(packagePath("models", "models.lock.json"), "utf8"));
  const entry = lock.models[lock.default];
  entry.folder = "copy";
  change(entry);
  const file = join(folder, "models.lock.json");
  writeFileSync(file, JSON.stringify(lock));
  return file;
}

test("the shipped files are the locked ones, and none but the licence and the card is unlocked", async () => {
  const model = shipped();
  await expect(verifyModel(model)).resolves.toBeUndefined();
  const files = readdirSync(SHIPPED_FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(SHIPPED_FOLDER, name)).isFile())
    .map((name) => relative(SHIPPED_FOLDER, join(SHIPPED_FOLDER, name)).replaceAll("\\", "/"));
  expect(files.filter((name) => !(name in model.files)).sort()).toEqual(["LICENSE", "MODEL.md"]);
});

test("the lock says how a vector is made", () => {
  expect(shipped()).toMatchObject({
    dimensions: 384,
    maxTokens: 256,
    pooling: "mean",
    dtype: "q8",
    folder: SHIPPED_FOLDER,
  });
});

test.each(["onnx/model_quantized.onnx", "tokenizer.json", "config.json"])(
  "a changed %s is a mismatch that names the file and both hashes",
  async (path) => {
    const folder = copyOfModel();
    appendFileSync(join(folder, path), " ");
    const expected = shipped().files[path]?.sha256 ?? "none";
    const found = (await hashFile(join(folder, path))).sha256;
    const error = await verifyModel({ ...shipped(), folder }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL_MISMATCH", hint: expect.stringContaining(folder) });
    for (const part of [join(...path.split("/")), expected, found]) {
      expect((error as Error).message).toContain(part);
    }
  },
);

test("a missing file is named, with the remedy", async () => {
  const folder = copyOfModel();
  rmSync(join(folder, "tokenizer.json"));
  await expect(verifyModel({ ...shipped(), folder })).rejects.toMatchObject({
    code: "MODEL_MISSING",
    message: expect.stringContaining(join(folder, "tokenizer.json")),
    hint: expect.stringContaining("restore the model's files"),
  });
});

test.each([
  ["no JSON", "{"],
  ["of another form", '{ "schema": 1, "models": {} }'],
  ["of a later schema", '{ "schema": 2, "default": "x", "models": {} }'],
])("a lock file that is %s is named", (_, text) => {
  const file = join(temporaryFolder(), "models.lock.json");
  writeFileSync(file, text);
  expect(() => readShippedModel(null, file)).toThrow(
    expect.objectContaining({ code: "MODEL_MISSING", message: expect.stringContaining(file) }),
  );
});

test("a lock cannot name files outside its folder", () => {
  const folder = temporaryFolder();
  const file = lockBeside(folder, (entry) => {
    entry["files"] = { "../secret": { bytes: 1, sha256: "0".repeat(64) } };
  });
  expect(() => readShippedModel(null, file)).toThrow(expect.objectContaining({ code: "MODEL_MISSING" }));
});

test("whatever decides a vector decides the model's id", () => {
  const model = shipped();
  const weights = model.files["onnx/model_quantized.onnx"] ?? { bytes: 0, sha256: "" };
  const others: LockedModel[] = [
    { ...model, maxTokens: 128 },
    { ...model, pooling: "cls" },
    { ...model, dtype: "fp32" },
    { ...model, files: { ...model.files, "tokenizer.json": { ...weights } } },
    { ...model, files: { ...model.files, "onnx/model_quantized.onnx": { ...weights, sha256: "0".repeat(64) } } },
  ];
  const ids = [model, ...others].map((other) => modelIdOf("m", other));
  expect(new Set(ids).size).toBe(ids.length);
  const reordered = Object.fromEntries(Object.entries(model.files).reverse());
  expect(modelIdOf("m", { ...model, files: reordered })).toBe(ids[0]);
  expect(modelIdOf("my model/../x", model)).toMatch(/^my_model_.._x@[0-9a-f]{12}$/);
});
