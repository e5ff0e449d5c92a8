// What a clock decides: silence, and the wait before another attempt.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Provider } from "../../src/language-model/choose-language-model.ts";
import { askLanguageModel, openLanguageModel } from "../../src/language-model/language-model.ts";
import {
  hanging,
  openScriptedServer,
  type Reply,
  refused,
  type ScriptedServer,
  stream,
  WIRES,
} from "../support/language-model-server.ts";
import { ask, KEY, QUESTION, settingsAt } from "./settings.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const SILENCE_MS = 100;

describe.each(Object.keys(WIRES) as Provider[])("%s", (provider) => {
  const { begin, text } = WIRES[provider];
  const settings = () => settingsAt(provider, server.address, { languageModelTimeoutMs: SILENCE_MS });

  it("that is silent for longer than the setting is given up, before its answer and in it", async () => {
    for (const reply of [() => undefined, hanging(), hanging(...begin, text("Half an"))] as readonly Reply[]) {
      server.script(reply);
      const { failure } = await ask(openLanguageModel(settings(), KEY));
      expect(failure).toMatchObject({
        code: "TIMED_OUT",
        message: expect.stringMatching(/^some-model at 127\.0\.0\.1:\d+ sent nothing for \d+ s$/),
        hint: expect.stringContaining("language_model_timeout_ms"),
      });
      await vi.waitFor(() => expect(server.left()).toBe(1));
    }
    await expect(askLanguageModel(settings(), KEY)).rejects.toMatchObject({ code: "TIMED_OUT" });
  });
});

it("an answer that is slow but never silent is waited for", async () => {
  const { begin, text, end, reasons } = WIRES["openai-compatible"];
  const slowly: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const events = [...begin, ...Array.from({ length: 8 }, () => text("word ")), ...end(reasons.stop, 1, 8)];
    const timer = setInterval(() => {
      const event = events.shift();
      if (event === undefined) {
        clearInterval(timer);
        response.end();
      } else {
        response.write(event);
      }
    }, 60);
  };
  server.script(slowly);
  const settings = settingsAt("openai-compatible", server.address, { languageModelTimeoutMs: 600 });
  expect((await ask(openLanguageModel(settings, KEY))).text).toBe("word ".repeat(8));
});

it("a reader that takes its time is not the language model's silence", async () => {
  const { begin, text, end, reasons } = WIRES["openai-compatible"];
  const words = Array.from({ length: 2_000 }, () => text("word ".repeat(200)));
  server.script(stream(...begin, ...words, ...end(reasons.stop, 1, 8)));
  const settings = settingsAt("openai-compatible", server.address, { languageModelTimeoutMs: SILENCE_MS });
  let length = 0;
  for await (const event of openLanguageModel(settings, KEY)?.stream({ ...QUESTION, maxOutputTokens: 20_000 }) ?? []) {
    if (event.type === "text") {
      length += event.text.length;
      await (length === 1_000 ? new Promise((resolve) => setTimeout(resolve, 3 * SILENCE_MS)) : null);
    }
  }
  expect(length).toBe(2_000 * 1_000);
});

it("a refusal that names no time, and a lost connection, are repeated after two seconds, which no silence ends", async () => {
  const { begin, text, end, reasons, refusal } = WIRES.anthropic;
  const answer = stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1));
  const lost: Reply = (response) => response.socket?.destroy();
  const other = await openScriptedServer();
  server.script(refused(529, refusal("busy")), answer);
  other.script(lost, answer);
  const start = performance.now();
  const settings = { languageModelTimeoutMs: SILENCE_MS };
  const asked = await Promise.all(
    [server, other].map(({ address }) => ask(openLanguageModel(settingsAt("anthropic", address, settings), KEY))),
  );
  expect(asked.map((one) => one.text)).toEqual(["Yes.", "Yes."]);
  expect(performance.now() - start).toBeGreaterThan(1_900);
  await other.close();
});
