import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { LANGUAGE_MODEL_KEY } from "../../src/config/language-model-settings.ts";
import { loadSettings } from "../../src/config/load-settings.ts";
import { chooseLanguageModel } from "../../src/language-model/choose-language-model.ts";
import { openLanguageModel } from "../../src/language-model/language-model.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { KEY, settingsAt } from "./settings.ts";

const ONLY_USER = "only the user can set this, by `config set`, a flag or the environment";
const temporary = (): string => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
};
const LOCAL = settingsAt("openai-compatible", "http://127.0.0.1:11434");
const choose = (more: Partial<typeof LOCAL>, key: string | undefined = undefined) =>
  chooseLanguageModel({ ...LOCAL, ...more }, key);

describe("the language model of the settings", () => {
  it("is none by default", () => {
    const { settings } = loadSettings({ env: {}, userFile: "/nowhere" });
    expect(openLanguageModel(settings, KEY)).toBeNull();
  });

  it("is none that a project's file names", () => {
    const root = temporary();
    const file = { language_model_provider: "google", language_model: "x", language_model_url: "https://evil.example" };
    writeFileSync(join(root, ".context-broker.json"), JSON.stringify(file));
    const { settings, refused } = loadSettings({ env: {}, userFile: "/nowhere", projectRoot: root });
    expect(openLanguageModel(settings, KEY)).toBeNull();
    expect(refused.map(({ key, reason }) => `${key}: ${reason}`)).toEqual(
      Object.keys(file).map((key) => `${key}: ${ONLY_USER}`),
    );
  });

  it("has its key in a variable that is no setting, and is reported by none", () => {
    const { refused, settings } = loadSettings({ env: { [LANGUAGE_MODEL_KEY]: KEY }, userFile: "/nowhere" });
    expect(refused).toEqual([]);
    expect(JSON.stringify(settings)).not.toContain(KEY);
  });

  it("takes prices with a point", () => {
    const env = { CONTEXT_BROKER_LANGUAGE_MODEL_INPUT_PRICE: "0.25", CONTEXT_BROKER_LANGUAGE_MODEL_OUTPUT_PRICE: "15" };
    const { settings } = loadSettings({ env, userFile: "/nowhere" });
    expect([settings.languageModelInputPrice, settings.languageModelOutputPrice]).toEqual([0.25, 15]);
    expect(choose({ languageModelInputPrice: 1 })?.prices).toBeNull();
    const wrong = { ...env, CONTEXT_BROKER_LANGUAGE_MODEL_INPUT_PRICE: "3$" };
    expect(() => loadSettings({ env: wrong, userFile: "/nowhere" })).toThrow(/expected a number from 0 to 1000000/);
  });

  it("has the key of the environment before that of the file", () => {
    const file = join(temporary(), "key");
    writeFileSync(file, `${KEY}\n`, { mode: 0o600 });
    expect(choose({ languageModelKeyFile: file })?.key).toBe(KEY);
    expect(choose({ languageModelKeyFile: file }, " other ")?.key).toBe("other");
    expect(choose({}, "")?.key).toBeNull();
  });

  it("is at its provider's own address, which needs a key, or at the user's", () => {
    const own = { languageModelUrl: null };
    expect(choose({ ...own, languageModelProvider: "anthropic" }, KEY)?.url).toBe("https://api.anthropic.com/v1");
    expect(choose({ ...own, languageModelProvider: "google" }, KEY)?.url).toMatch(/^https:\/\/generativelanguage\./);
    expect(choose({ languageModelUrl: "https://models.example.org/v1//" })?.url).toBe("https://models.example.org/v1");
    expect(choose({ languageModelUrl: "http://[::1]:80/v1" })?.url).toBe("http://[::1]/v1");
    expect(choose({ languageModelUrl: "http://10.0.0.7/v1", languageModelAllowHttp: true }, KEY)?.key).toBe(KEY);
  });

  it.each([
    [{ languageModel: null }, /no language model is named/],
    [{ languageModelUrl: null }, /language_model_url is not set/],
    [{ languageModelProvider: "anthropic", languageModelUrl: null } as const, /anthropic needs an API key/],
    [{ languageModelUrl: "127.0.0.1:11434" }, /not an address of HTTP/],
    [{ languageModelUrl: "file:///etc/passwd" }, /not an address of HTTP/],
    [{ languageModelUrl: "https://a:secretword@example.org/v1" }, /has a password or parameters/],
    [{ languageModelUrl: "http:\\\\secretword@127.0.0.1/v1" }, /has a password or parameters/],
    [{ languageModelUrl: "https://example.org/v1?key=secretword" }, /has a password or parameters/],
    [{ languageModelUrl: "http://10.0.0.7/v1" }, /without TLS, .* could be read on the way to 10\.0\.0\.7$/],
    [{ languageModelUrl: "http://127.0.0.1.evil.example/v1" }, /without TLS/],
    [{ languageModelKeyFile: "/nowhere/key" }, /^language_model_key_file: \/nowhere\/key cannot be read/],
  ])("%j is refused, with what to do", (more, message) => {
    expect(() => choose(more)).toThrow(
      expect.objectContaining({
        code: "INVALID_SETTING",
        message: expect.stringMatching(message),
        hint: expect.not.stringContaining("secretword"),
      }),
    );
    expect(() => choose(more)).not.toThrow(/secretword/);
  });

  it("refuses a key that no header can hold, without showing it", () => {
    expect(() => choose({}, "two words")).toThrow(
      /^the API key of the language model in the environment is not one word$/,
    );
    expect(() => choose({}, "line\nbreak")).toThrow(/is not one word$/);
  });
});
