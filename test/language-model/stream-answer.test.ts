// The real SDK over real HTTP, against scripted servers of each provider's wire format.
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Provider } from "../../src/language-model/choose-language-model.ts";
import { openLanguageModel } from "../../src/language-model/language-model.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import {
  endless,
  hanging,
  openScriptedServer,
  refused,
  type ScriptedServer,
  stream,
  torn,
  WIRES,
} from "../support/language-model-server.ts";
import { type Asked, ask, KEY, QUESTION, settingsAt } from "./settings.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

/** Whatever a failure holds, also what is not shown. */
const insideOf = (failure: unknown): string => inspect(failure, { depth: 10, showHidden: true });

describe.each(Object.keys(WIRES) as Provider[])("an answer of %s", (provider) => {
  const wire = WIRES[provider];
  const { begin, end, text, reasons } = wire;
  const open = (more: Parameters<typeof settingsAt>[2] = {}) =>
    openLanguageModel(settingsAt(provider, server.address, more), KEY);
  const printed = vi.fn();

  beforeAll(() => {
    for (const name of ["log", "info", "warn", "error"] as const) {
      vi.spyOn(console, name).mockImplementation(printed);
    }
  });
  afterEach(() => {
    expect(printed.mock.calls, "what the SDK printed").toEqual([]);
  });

  /** That no failure shows the key or the prompt. */
  const failureOf = ({ failure }: Asked): Failure => {
    expect(failure).toBeInstanceOf(Failure);
    expect(insideOf(failure)).not.toContain(KEY);
    expect(insideOf(failure)).not.toContain(QUESTION.prompt);
    return failure as Failure;
  };

  it("comes as it is sent, with its tokens and what they cost", async () => {
    server.script(stream(...begin, text("It "), text("runs ü\n"), ...end(reasons.stop, 1_000, 50)));
    const { events, text: whole } = await ask(open({ languageModelInputPrice: 3, languageModelOutputPrice: 15.5 }));
    expect(whole).toBe("It runs ü\n");
    expect(events[0]).toEqual({ type: "request", redactions: [] });
    expect(events.at(-1)).toEqual({
      type: "finish",
      reason: "stop",
      inputTokens: 1_000,
      outputTokens: 50,
      cost: 0.003775,
    });
  });

  it("is asked with the key, the question and the limit, once, and nothing else that is not in the dry run", async () => {
    server.script(stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
    const model = open();
    const { method, url, headers, body, tokens } = (await model?.describe(QUESTION)) ?? { headers: {} };
    expect(server.received).toEqual([]);
    expect(insideOf({ url, headers, body })).not.toContain(KEY);
    await ask(model);
    const [sent] = server.received;
    expect(server.received.length).toBe(1);
    expect([sent?.method, `${server.address}${sent?.path}`, sent?.body]).toEqual([method, url, body]);
    expect(sent?.path).toBe(wire.path("some-model"));
    const ofConnection = ["host", "connection", "accept", "accept-encoding", "accept-language", "sec-fetch-mode"];
    const expected = { ...headers, [wire.keyHeader]: wire.keyValue(KEY) };
    const set = Object.entries(sent?.headers ?? {}).filter(
      ([name]) => ![...ofConnection, "content-length", "transfer-encoding"].includes(name),
    );
    expect(Object.fromEntries(set)).toEqual(expected);
    expect(body).toContain(JSON.stringify(QUESTION.prompt));
    expect(body).toContain(JSON.stringify(QUESTION.system));
    expect(body).toMatch(/"max(?:_tokens|OutputTokens)":1000\b/);
    expect(body).not.toMatch(/temperature|tools/);
    expect(tokens).toBeGreaterThan(8);
  });

  it("is asked without credentials, and says which were taken out", async () => {
    server.script(stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
    const id = `AKIA${"Q3MV8SKX0TBWN5RY"}`;
    const { events } = await ask(open(), { system: `a\nb ${id}`, prompt: `1: x\n2: id = "${id}"` });
    const redactions = [
      { part: "system", kind: "an access key of AWS", line: 2 },
      { part: "prompt", kind: "an access key of AWS", line: 2 },
    ];
    expect(events[0]).toEqual({ type: "request", redactions });
    expect(server.received[0]?.body).not.toContain(id);
    expect(server.received[0]?.body).toContain(JSON.stringify('1: x\n2: id = "[redacted: an access key of AWS]"'));
  });

  it("prints no warning of the SDK, whose first goes to stdout", async () => {
    server.script(stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
    const known = {
      anthropic: "claude-3-haiku-20240307",
      google: "gemini-2.5-flash",
      "openai-compatible": "gpt-5-mini",
    };
    const asked = await ask(open({ languageModel: known[provider] }), { maxOutputTokens: 5_000 });
    expect(asked.text).toBe("Yes.");
  });

  it("needs no key where the address is the user's own", async () => {
    server.script(stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
    await ask(openLanguageModel(settingsAt(provider, server.address), undefined));
    expect(server.received[0]?.headers[wire.keyHeader]).toBeUndefined();
  });

  it("that was cut off or refused says so", async () => {
    server.script(stream(...begin, text("Half an"), ...end(reasons.length, 1, 1)));
    expect((await ask(open())).events.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    server.script(stream(...begin, text("I can"), ...end(reasons.refused, 1, 1)));
    expect((await ask(open())).events.at(-1)).toMatchObject({ type: "finish", reason: "refused", cost: null });
  });

  it.each([
    ["is without text", [...begin, ...end(reasons.stop, 1, 0)], /answered with no text/],
    [
      "ends for no reason that is known",
      [...begin, text("Half"), ...end(reasons.unknown, 1, 1)],
      /broke off its answer/,
    ],
    ["ends without an end", [...begin, text("Half")], /broke off its answer/],
    ["is nothing", [], /broke off its answer|not an answer/],
    ["is malformed JSON", [...begin, text("Half"), 'data: {"choices": [{\n\n'], /not an answer/],
    ["is other JSON", ['data: {"type": "message_start", "choices": 7, "candidates": 7}\n\n'], /not an answer/],
    ["calls a tool", [...begin, ...wire.toolCall, ...end(reasons.stop, 1, 1)], /called a tool/],
    [
      "reports an error",
      [...begin, text("Half"), wire.problem(`Overloaded, ${KEY}`)],
      /(?:reported an error|overloaded or out of order \(503): Overloaded, \[key\]/,
    ],
  ])("that %s is a failure", async (_, events, message) => {
    server.script(stream(...events));
    const failure = failureOf(await ask(open()));
    expect(failure.code).toBe("LANGUAGE_MODEL_FAILED");
    expect(failure.message).toMatch(message);
    expect(failure.message).toContain("some-model at 127.0.0.1:");
    expect(server.received.length).toBe(1);
  });

  it.each(["Half an", ""])("that is torn off keeps what came (%j), and is not asked for again", async (came) => {
    server.script(torn(...begin, ...(came === "" ? [": ping\n\n"] : [text(came)])));
    const asked = await ask(open());
    expect(failureOf(asked).message).toMatch(/broke off its answer/);
    expect(asked.text).toBe(came);
    expect(server.received.length).toBe(1);
  });

  it.each([
    [400, /rejected the request \(400: as we said\)/],
    [401, /refused the API key \(401: as we said\)/],
    [402, /asks for payment \(402/],
    [403, /refused the API key \(403/],
    [404, /has no some-model, or nothing at this address \(404/],
    [413, /rejected the request \(413/],
    [422, /rejected the request \(422/],
  ])("that is refused with %i is asked for once", async (status, message) => {
    server.script(refused(status, wire.refusal("as we\nsaid")));
    const failure = failureOf(await ask(open()));
    expect([failure.code, failure.hint === ""]).toEqual(["LANGUAGE_MODEL_FAILED", false]);
    expect(failure.message).toMatch(message);
    expect(server.received.length).toBe(1);
  });

  it("that is refused says so without the key, a page of HTML, or a long text", async () => {
    const said = async (body: string) => {
      server.script(refused(401, body));
      return failureOf(await ask(open())).message;
    };
    expect(await said(wire.refusal(`wrong key ${KEY}, Bearer ${KEY}`))).toMatch(/wrong key \[key\], Bearer \[key\]\)$/);
    expect(await said("<html>".repeat(1_000))).toMatch(/\(401: Unauthorized\)$/);
    expect((await said(wire.refusal("word ".repeat(1_000)))).length).toBeLessThan(400);
  });

  it.each([408, 409, 429, 500, 503, 529])(
    "that is refused with %i is asked for again after the time that it says",
    async (status) => {
      const busy = refused(status, wire.refusal("busy"), { "retry-after-ms": "1" });
      server.script(busy, busy, stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
      expect((await ask(open())).text).toBe("Yes.");
      expect(server.received.length).toBe(3);
      expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
      server.script(busy);
      expect(failureOf(await ask(open())).message).toMatch(new RegExp(`\\(${status}: busy\\)$`));
      expect(server.received.length).toBe(3);
    },
  );

  it("that is refused for longer is asked for once, and the time is told", async () => {
    for (const after of ["120", new Date(Date.now() + 119_500).toUTCString()]) {
      server.script(refused(429, wire.refusal("busy"), { "retry-after": after }));
      const failure = failureOf(await ask(open()));
      expect(failure.message).toMatch(/was asked too often \(429\)$/);
      expect(failure.hint).toMatch(/^ask again in 1(?:19|20) s$/);
      expect(server.received.length).toBe(1);
    }
  });

  it("is not fetched from another address, which would get the key", async () => {
    server.script(refused(307, "", { location: "/elsewhere" }));
    expect(failureOf(await ask(open())).message).toMatch(/redirects to another address \(307/);
    expect(server.received.map(({ path }) => path)).toEqual([wire.path("some-model")]);
  });

  it("that does not end is given up, whatever it is made of", async () => {
    for (const repeated of [text("more and more ".repeat(20)), ": ping\n\n", "a line without an end"]) {
      server.script(endless(repeated, 50_000_000, ...begin));
      const asked = await ask(open(), { maxOutputTokens: 100 });
      expect(failureOf(asked).message).toMatch(/sent more than 1\.1 MiB/);
      expect(asked.text.length).toBeLessThan(1_200_000);
      await vi.waitFor(() => expect(server.left()).toBe(1));
    }
  });

  it("is cancelled before, while it is awaited, while it comes, and between two attempts", async () => {
    const given = AbortSignal.abort();
    server.script(stream(...begin, text("Yes."), ...end(reasons.stop, 1, 1)));
    expect(failureOf(await ask(open(), { signal: given })).code).toBe("CANCELLED");
    expect(server.received).toEqual([]);
    const later = { "retry-after": "50" };
    for (const reply of [() => undefined, hanging(...begin, text("Half")), refused(429, wire.refusal("busy"), later)]) {
      server.script(reply);
      const controller = new AbortController();
      const asked = ask(open(), { signal: controller.signal });
      await vi.waitFor(() => expect(server.received.length).toBe(1));
      await new Promise(setImmediate);
      controller.abort();
      expect(failureOf(await asked).code).toBe("CANCELLED");
    }
  });

  it("is ended at the server when the reader stops", async () => {
    server.script(hanging(...begin, text("Half")));
    for await (const event of open()?.stream(QUESTION) ?? []) {
      if (event.type === "text") {
        break;
      }
    }
    await vi.waitFor(() => expect(server.left()).toBe(1));
  });

  it("of a server that is not there fails at once", async () => {
    const closed = await openScriptedServer();
    await closed.close();
    const start = performance.now();
    const failure = failureOf(await ask(openLanguageModel(settingsAt(provider, closed.address), KEY)));
    expect(failure.message).toMatch(/^127\.0\.0\.1:\d+ cannot be reached: nothing listens there$/);
    expect(failure.hint).toBe("start the server, or correct language_model_url");
    expect(performance.now() - start, "no attempt after two seconds").toBeLessThan(1_900);
  });
});

describe("what one provider alone says", () => {
  const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });

  it.each([
    ["openai-compatible", [chunk({ refusal: "I cannot." }), chunk({}, "stop")], "I cannot.", "refused"],
    [
      "openai-compatible",
      [chunk({ reasoning_content: "Hm." }), chunk({ content: "Yes." }), chunk({}, "stop")],
      "Yes.",
      "stop",
    ],
    ["openai-compatible", [chunk({ reasoning_content: "Hm." }), chunk({}, "length")], "", "length"],
    ["google", [event({ promptFeedback: { blockReason: "SAFETY" } })], "", "refused"],
    [
      "google",
      [
        event({ candidates: [{ content: { parts: [{ text: "Hm.", thought: true }] } }] }),
        event({ candidates: [{ content: { parts: [{ text: "Yes." }] }, finishReason: "STOP" }] }),
      ],
      "Yes.",
      "stop",
    ],
    [
      "anthropic",
      [
        WIRES.anthropic.begin[0] ?? "",
        event({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } }),
        event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } }),
        event({ type: "content_block_stop", index: 0 }),
        event({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }),
        event({ type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Yes." } }),
        ...WIRES.anthropic.end("end_turn", 1, 1),
      ],
      "Yes.",
      "stop",
    ],
  ] as const)("%s: %j", async (provider, events, text, reason) => {
    server.script(stream(...events));
    const asked = await ask(openLanguageModel(settingsAt(provider, server.address), KEY));
    expect([asked.failure, asked.text, asked.events.at(-1)]).toEqual([null, text, expect.objectContaining({ reason })]);
  });

  it("an error in place of an answer of Anthropic's is asked for again, since it costs nothing", async () => {
    const { begin, text, end, problem } = WIRES.anthropic;
    const response = stream(problem("Overloaded"));
    server.script(
      (to) => {
        to.setHeader("retry-after-ms", "1");
        response(to);
      },
      stream(...begin, text("Yes."), ...end("end_turn", 1, 1)),
    );
    expect((await ask(openLanguageModel(settingsAt("anthropic", server.address), KEY))).text).toBe("Yes.");
    expect(server.received.length).toBe(2);
  });

  it("OpenAI itself is given the limit by its newer name", async () => {
    const settings = { ...settingsAt("openai-compatible", ""), languageModelUrl: "https://api.openai.com/v1" };
    const { url, body } = (await openLanguageModel(settings, KEY)?.describe(QUESTION)) ?? {};
    expect(url).toBe("https://api.openai.com/v1/chat/completions");
    expect(JSON.parse(body ?? "")).toMatchObject({ max_completion_tokens: 1_000, stream: true });
    expect(body).not.toContain("max_tokens");
  });

  it("tokens that are not counted are not made up, and have no price", async () => {
    server.script(stream(chunk({ content: "Yes." }), chunk({}, "stop")));
    const priced = { languageModelInputPrice: 1, languageModelOutputPrice: 1 };
    const { events } = await ask(openLanguageModel(settingsAt("openai-compatible", server.address, priced), KEY));
    expect(events.at(-1)).toEqual({
      type: "finish",
      reason: "stop",
      inputTokens: null,
      outputTokens: null,
      cost: null,
    });
  });
});
