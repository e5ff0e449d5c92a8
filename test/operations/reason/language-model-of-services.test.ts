// Who gets the language model that the user has configured: a command in a terminal, and no server, whose questions come from a client's model.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openApp } from "../../../src/app.ts";
import { loadSettings } from "../../../src/config/load-settings.ts";
import { openPresence, type ProcessKind } from "../../../src/system/running-processes.ts";

const folder = mkdtempSync(join(tmpdir(), "services-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function nameIn(kind: ProcessKind): Promise<string | undefined> {
  const env = {
    CONTEXT_BROKER_CACHE_FOLDER: join(folder, "cache"),
    CONTEXT_BROKER_DATA_FOLDER: join(folder, "data"),
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "openai-compatible",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: "http://127.0.0.1:1/v1",
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
  };
  const loaded = loadSettings({ env, userFile: join(folder, "none.json"), cwd: folder });
  const { cacheFolder } = loaded.settings;
  const services = openApp(loaded, openPresence({ cacheFolder, kind, version: "0", client: "" }));
  try {
    return (await services.languageModel())?.name;
  } finally {
    await services.close();
  }
}

it.each([
  ["command", "some-model at 127.0.0.1:1"],
  ["server", undefined],
] as const)("a %s: %s", async (kind, name) => {
  expect(await nameIn(kind)).toBe(name);
});
