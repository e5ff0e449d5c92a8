import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLanguageModel } from "../../src/cli/check-language-model.ts";
import type { Settings } from "../../src/config/settings.ts";
import type { LanguageModelSettings } from "../../src/language-model/choose-language-model.ts";
import { askLanguageModel } from "../../src/language-model/language-model.ts";
import { KEY, settingsAt } from "../language-model/settings.ts";
import { openScriptedServer, refused, type ScriptedServer } from "../support/language-model-server.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const check = (settings: LanguageModelSettings) =>
  checkLanguageModel(settings as Settings, { askLanguageModel: (given) => askLanguageModel(given, KEY) });
const found = async (settings: LanguageModelSettings) => {
  const { state, detail, cure } = await check(settings);
  expect(`${detail} ${cure}`).not.toContain(KEY);
  return `${state}: ${detail.replace(/:\d+/, "")}${cure === "" ? "" : ` → ${cure}`}`;
};
const list = (...names: readonly string[]) =>
  refused(200, JSON.stringify({ object: "list", data: names.map((id) => ({ id })) }));

describe("doctor's look at the language model", () => {
  it("asks nobody where none is configured", async () => {
    server.script(list());
    const none = { ...settingsAt("google", server.address), languageModelProvider: "none" } as const;
    expect(await found(none)).toBe("note: none is configured, and none is asked");
    expect(server.received).toEqual([]);
  });

  it("looks for it in the list of a compatible server", async () => {
    const settings = settingsAt("openai-compatible", server.address);
    server.script(list("other", "some-model"));
    expect(await found(settings)).toBe("ok: some-model at 127.0.0.1");
    expect(server.received[0]).toMatchObject({ method: "GET", path: "/v1/models", body: "" });
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    server.script(list("a", "b", "c", "d", "e", "f"));
    expect(await found(settings)).toBe(
      "warning: some-model at 127.0.0.1: the address answers, but does not have it → set language_model to one of: a, b, c, d, e …",
    );
    server.script(refused(200, "<html>"));
    expect(await found(settings)).toBe(
      "ok: some-model at 127.0.0.1: the address answers; it does not list what it has",
    );
  });

  it("asks the others for it by name, with their key", async () => {
    server.script(refused(200, "{}"));
    expect(await found(settingsAt("anthropic", server.address))).toBe("ok: some-model at 127.0.0.1");
    expect(await found(settingsAt("google", server.address, { languageModel: "models/x/../y" }))).toMatch(/^ok: /);
    expect(server.received.map(({ path }) => path)).toEqual(["/v1/models/some-model", "/v1beta/models/x%2F..%2Fy"]);
    expect(server.received.map(({ headers }) => headers["x-api-key"] ?? headers["x-goog-api-key"])).toEqual([KEY, KEY]);
  });

  it("says what is wrong, and what to do", async () => {
    const settings = settingsAt("anthropic", server.address);
    server.script(refused(401, "{}"));
    expect(await found(settings)).toBe(
      "warning: 127.0.0.1 refused the API key (401) → correct the key in language_model_key_file or in the environment",
    );
    server.script(refused(404, "{}"));
    expect(await found(settings)).toMatch(/^warning: 127\.0\.0\.1 has no some-model, or nothing at this address/);
    server.script(refused(200, " ".repeat(5_000_000)));
    expect(await found(settings)).toMatch(/^warning: some-model at 127\.0\.0\.1 sent more than 4/);
    expect(await found({ ...settings, languageModel: null })).toMatch(/^warning: .* no language model is named/);
  });
});
