// From the model setting to a model: shipped, a folder of the user's, or a hub id, which needs permission.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findModel, type ModelChoice } from "../../src/embedding/find-model.ts";
import { fetchHubModel, parseHubId } from "../../src/embedding/hub-model.ts";
import { openEmbedder } from "../../src/embedding/onnx-embedder.ts";
import { readShippedModel } from "../../src/embedding/read-lock.ts";
import { copyOfModel, SHIPPED, SHIPPED_FOLDER, temporaryFolder } from "./support.ts";

const choice = (model: string | null, more: Partial<ModelChoice> = {}): ModelChoice => ({
  model,
  allowDownloads: false,
  downloadFolder: join(SHIPPED_FOLDER, "never-made"),
  ...more,
});

describe("shipped", () => {
  test.each([null, "all-MiniLM-L6-v2-int8"])("%s is the model in the package", async (name) => {
    expect(await findModel(choice(name))).toEqual(readShippedModel(null));
  });

  test.each(["nonsense", "", "../up", "a/b/c", "constructor"])("%j is no model", async (name) => {
    await expect(findModel(choice(name))).rejects.toMatchObject({ code: "INVALID_SETTING" });
  });
});

describe("a folder", () => {
  test("is another model, which embeds as its files say", async () => {
    const folder = copyOfModel();
    const [own, shipped] = [await openEmbedder({ ...SHIPPED, model: folder }), await openEmbedder(SHIPPED)];
    onTestFinished(() => Promise.all([own.close(), shipped.close()]).then(() => undefined));
    expect(own.model).toMatch(/^custom_model@/);
    expect(own.model).not.toBe(shipped.model);
    // The same weights, but no lock that says 256 tokens: only a longer text comes out otherwise.
    const long = Array.from({ length: 200 }, (_, at) => `fox${at}`).join(" ");
    const [vectors, others] = [await own.embed(["a short text", long]), await shipped.embed(["a short text", long])];
    expect(vectors[0]).toEqual(others[0]);
    expect(vectors[1]).not.toEqual(others[1]);
  });

  test("with other weights or another tokenizer is another model again", async () => {
    const folder = copyOfModel();
    const before = (await findModel(choice(folder))).id;
    writeFileSync(join(folder, "notes.txt"), "not part of the model");
    expect((await findModel(choice(folder))).id).toBe(before);
    writeFileSync(join(folder, "tokenizer.json"), `${readFileSync(join(folder, "tokenizer.json"), "utf8")} `);
    expect((await findModel(choice(folder))).id).not.toBe(before);
  });

  test("may say its length and pooling in sentence-transformers' own files", async () => {
    const folder = copyOfModel();
    expect(await findModel(choice(folder))).toMatchObject({ maxTokens: 512, pooling: "mean", dimensions: 384 });
    writeFileSync(join(folder, "sentence_bert_config.json"), '{ "max_seq_length": 128, "do_lower_case": false }');
    expect(await findModel(choice(folder))).toMatchObject({ maxTokens: 128 });
  });

  test("may say what stands before a query and before a document", async () => {
    const folder = copyOfModel();
    const plain = await openEmbedder({ ...SHIPPED, model: folder });
    const before = (await findModel(choice(folder))).id;
    writeFileSync(
      join(folder, "config_sentence_transformers.json"),
      '{ "prompts": { "query": "query: ", "passage": "passage: " }, "default_prompt_name": null }',
    );
    const model = await findModel(choice(folder));
    expect(model.prompts).toEqual({ query: "query: ", document: "passage: " });
    expect(model.id).not.toBe(before);
    const embedder = await openEmbedder({ ...SHIPPED, model: folder });
    onTestFinished(() => Promise.all([plain.close(), embedder.close()]).then(() => undefined));
    expect(await embedder.embedQuery("where")).toEqual(await plain.embedQuery("query: where"));
    expect(await embedder.embed(["where"])).toEqual(await plain.embed(["passage: where"]));
    expect(await embedder.embedWithin(["where"], 10_000)).toEqual(await plain.embed(["passage: where"]));
  });

  test("may have a lock of its own, which is believed and later checked", async () => {
    const folder = copyOfModel();
    const { default: name, models } = JSON.parse(readFileSync(join(SHIPPED_FOLDER, "..", "models.lock.json"), "utf8"));
    writeFileSync(join(folder, "model.lock.json"), JSON.stringify({ ...models[name], maxTokens: 64 }));
    expect(await findModel(choice(folder))).toMatchObject({ maxTokens: 64 });
    writeFileSync(join(folder, "config.json"), `${readFileSync(join(folder, "config.json"), "utf8")} `);
    const embedder = await openEmbedder({ ...SHIPPED, model: folder });
    onTestFinished(() => embedder.close());
    await expect(embedder.embed(["x"])).rejects.toMatchObject({ code: "MODEL_MISMATCH" });
  });

  test("with float32 weights alone takes those", async () => {
    const folder = copyOfModel();
    renameSync(join(folder, "onnx", "model_quantized.onnx"), join(folder, "onnx", "model.onnx"));
    writeFileSync(join(folder, "onnx", "model.onnx_data"), "tensors beside the graph");
    const model = await findModel(choice(folder));
    expect(model.dtype).toBe("fp32");
    expect(Object.keys(model.files)).toContain("onnx/model.onnx_data");
  });

  test.each([
    ["tokenizer.json", "no tokenizer.json"],
    ["onnx", "no onnx/model_quantized.onnx"],
    ["config.json", "no config.json"],
  ])("without %s is missing just that", async (name, message) => {
    const folder = copyOfModel();
    rmSync(join(folder, name), { recursive: true });
    const expected = { code: "MODEL_MISSING", message: expect.stringContaining(message) };
    await expect(findModel(choice(folder))).rejects.toMatchObject(expected);
  });

  test.each([
    ["config.json", "{}"],
    ["config.json", "not JSON"],
    ["model.lock.json", '{ "files": {} }'],
  ])("whose %s is %j is named", async (name, text) => {
    const folder = copyOfModel();
    writeFileSync(join(folder, name), text);
    const expected = { code: "MODEL_MISSING", message: expect.stringContaining(join(folder, name)) };
    await expect(findModel(choice(folder))).rejects.toMatchObject(expected);
  });

  test("that does not exist is missing", async () => {
    await expect(findModel(choice(join(temporaryFolder(), "none")))).rejects.toMatchObject({ code: "MODEL_MISSING" });
  });

  test("whose weights are no network is a failure with a remedy, not a hang", async () => {
    const folder = copyOfModel();
    writeFileSync(join(folder, "onnx", "model_quantized.onnx"), "no network");
    const embedder = await openEmbedder({ ...SHIPPED, model: folder });
    onTestFinished(() => embedder.close());
    await expect(embedder.embed(["x"])).rejects.toMatchObject({
      code: "EMBEDDING_UNAVAILABLE",
      hint: expect.stringContaining("words only"),
    });
  });
});

/** A hub on loopback that has the shipped model as `owner/name`, and counts what it is asked. */
async function openHub(broken?: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const file = /^\/owner\/name\/resolve\/[\w.-]+\/(.+)$/.exec(request.url ?? "")?.[1];
    const path = join(SHIPPED_FOLDER, file ?? "none");
    const status = file === broken ? 500 : file !== undefined && existsSync(path) ? 200 : 404;
    response.writeHead(status).end(status === 200 ? readFileSync(path) : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe("a hub id", () => {
  const id = parseHubId("owner/name@v1") ?? expect.fail("not parsed");

  test.each([
    ["owner/name", "main"],
    ["owner/name@v1.2", "v1.2"],
  ])("%s is read as revision %s", (text, revision) => {
    expect(parseHubId(text)).toMatchObject({ repository: "owner/name", revision });
  });

  test.each(["name", "a/b/c", "../x", "a/..", "/etc/passwd", "a/b@", "a/b@../x", "https://x/y", "a b/c"])(
    "%j is none",
    (text) => expect(parseHubId(text)).toBeUndefined(),
  );

  test("is refused where downloads are not allowed, saying how to allow them", async () => {
    await expect(findModel(choice("owner/name"))).rejects.toMatchObject({
      code: "MODEL_MISSING",
      hint: expect.stringContaining("allow"),
    });
  });

  test("that was fetched is an ordinary folder, used without permission or network", async () => {
    const [hub, downloads] = [await openHub(), temporaryFolder()];
    await fetchHubModel(id, id.folderIn(downloads), { hub: hub.url });
    expect(hub.asked).toContain("/owner/name/resolve/v1/onnx/model_quantized.onnx");
    const count = hub.asked.length;
    const model = await findModel(choice("owner/name@v1", { downloadFolder: downloads }));
    expect(model).toMatchObject({ dimensions: 384, dtype: "q8", id: expect.stringMatching(/^owner--name_v1@/) });
    expect(hub.asked).toHaveLength(count);
  });

  test("fetched by two at once is there once", async () => {
    const [hub, downloads] = [await openHub(), temporaryFolder()];
    const folder = id.folderIn(downloads);
    await fetchHubModel(id, folder, { hub: hub.url });
    await fetchHubModel(id, folder, { hub: hub.url });
    expect(readdirSync(downloads)).toEqual(["owner--name@v1"]);
    expect(await findModel(choice(folder))).toMatchObject({ dimensions: 384 });
  });

  test("that cannot be fetched whole leaves nothing behind", async () => {
    const [hub, downloads] = [await openHub("onnx/model_quantized.onnx"), temporaryFolder()];
    const fetching = fetchHubModel(id, id.folderIn(downloads), { hub: hub.url });
    await expect(fetching).rejects.toMatchObject({ code: "MODEL_MISSING", message: expect.stringContaining("500") });
    expect(readdirSync(downloads)).toEqual([]);
  });

  test("whose fetching is cancelled says so and leaves nothing behind", async () => {
    const [hub, downloads] = [await openHub(), temporaryFolder()];
    const controller = new AbortController();
    const fetching = fetchHubModel(id, id.folderIn(downloads), { hub: hub.url, signal: controller.signal });
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ code: "CANCELLED" });
    expect(readdirSync(downloads)).toEqual([]);
  });
});
