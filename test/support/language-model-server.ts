// A language model on loopback whose answers are scripted: the wire formats of three providers, and their bad days. What it was sent is kept.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Provider } from "../../src/language-model/choose-language-model.ts";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request. */
export type Reply = (response: ServerResponse) => void;

export interface ScriptedServer {
  /** Without a path. */
  readonly address: string;
  readonly received: readonly Received[];
  /** Requests whose client closed the connection before the answer ended. */
  left(): number;
  /** Answers the coming requests, one each; the last one also all others. */
  script(...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

export async function openScriptedServer(): Promise<ScriptedServer> {
  const received: Received[] = [];
  let replies: Reply[] = [];
  let left = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    response.on("close", () => {
      left += response.writableFinished ? 0 : 1;
    });
    request.on("end", () => {
      received.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      reply?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    left: () => left,
    script(...next) {
      replies = [...next];
      received.length = 0;
      left = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How one provider writes what a test says. Each text is one event of the stream. */
export interface Wire {
  readonly begin: readonly string[];
  text(text: string): string;
  /** `reason`: in the provider's words. */
  end(reason: string, inputTokens: number, outputTokens: number): readonly string[];
  readonly toolCall: readonly string[];
  /** In the middle of a stream. */
  problem(message: string): string;
  /** The body of a refusal. */
  refusal(message: string): string;
  readonly reasons: {
    readonly stop: string;
    readonly length: string;
    readonly refused: string;
    readonly unknown: string;
  };
  readonly keyHeader: string;
  keyValue(key: string): string;
  readonly base: string;
  readonly path: (model: string) => string;
}

const event = (value: { readonly type?: string }): string =>
  `${value.type === undefined ? "" : `event: ${value.type}\n`}data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, reason: string | null = null): string =>
  event({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: reason }],
  } as object);
const candidate = (part: object | null, more: object = {}): string =>
  event({
    candidates: [{ index: 0, ...(part === null ? {} : { content: { role: "model", parts: [part] } }), ...more }],
  } as object);

export const WIRES: Readonly<Record<Provider, Wire>> = {
  anthropic: {
    begin: [
      event({
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 11, output_tokens: 1 },
        },
      } as object),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as object),
      event({ type: "ping" }),
    ],
    text: (text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as object),
    end: (reason, input_tokens, output_tokens) => [
      event({ type: "content_block_stop", index: 0 } as object),
      event({
        type: "message_delta",
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { input_tokens, output_tokens },
      } as object),
      event({ type: "message_stop" }),
    ],
    toolCall: [
      event({
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "t1", name: "run_shell", input: {} },
      } as object),
      event({
        type: "content_block_delta",
        index: 1,
        delta: { type: "input_json_delta", partial_json: '{"command": "ls' },
      } as object),
      event({ type: "content_block_stop", index: 1 } as object),
    ],
    problem: (message) => event({ type: "error", error: { type: "overloaded_error", message } } as object),
    refusal: (message) => JSON.stringify({ type: "error", error: { type: "some_error", message } }),
    reasons: { stop: "end_turn", length: "max_tokens", refused: "refusal", unknown: "compaction" },
    keyHeader: "x-api-key",
    keyValue: (key) => key,
    base: "/v1",
    path: () => "/v1/messages",
  },
  "openai-compatible": {
    begin: [chunk({ role: "assistant", content: "" })],
    text: (content) => chunk({ content }),
    end: (reason, prompt_tokens, completion_tokens) => [
      chunk({}, reason),
      event({
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "m",
        choices: [],
        usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      } as object),
      "data: [DONE]\n\n",
    ],
    toolCall: [
      chunk({
        tool_calls: [
          { index: 0, id: "t1", type: "function", function: { name: "run_shell", arguments: '{"command": "ls' } },
        ],
      }),
    ],
    problem: (message) => event({ error: { message, type: "server_error" } } as object),
    refusal: (message) => JSON.stringify({ error: { message, type: "some_error" } }),
    reasons: { stop: "stop", length: "length", refused: "content_filter", unknown: "odd" },
    keyHeader: "authorization",
    keyValue: (key) => `Bearer ${key}`,
    base: "/v1",
    path: () => "/v1/chat/completions",
  },
  google: {
    begin: [],
    text: (text) => candidate({ text }),
    end: (finishReason, promptTokenCount, candidatesTokenCount) => [
      event({
        candidates: [{ index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason }],
        usageMetadata: {
          promptTokenCount,
          candidatesTokenCount,
          totalTokenCount: promptTokenCount + candidatesTokenCount,
        },
      } as object),
    ],
    toolCall: [candidate({ functionCall: { name: "run_shell", args: { command: "ls" } } })],
    problem: (message) => event({ error: { code: 503, message, status: "UNAVAILABLE" } } as object),
    refusal: (message) => JSON.stringify({ error: { code: 400, message, status: "SOME_ERROR" } }),
    reasons: { stop: "STOP", length: "MAX_TOKENS", refused: "SAFETY", unknown: "OTHER" },
    keyHeader: "x-goog-api-key",
    keyValue: (key) => key,
    base: "/v1beta",
    path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
  },
};

const HEAD = { "content-type": "text/event-stream" };

/** These events, then the end of the stream. */
export const stream =
  (...events: readonly string[]): Reply =>
  (response) =>
    response.writeHead(200, HEAD).end(events.join(""));

/** These events, then nothing more, in an open connection. */
export const hanging =
  (...events: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, HEAD).flushHeaders();
    response.write(events.join(""));
  };

/** These events, then the connection is lost. */
export const torn =
  (...events: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, HEAD);
    response.write(events.join(""), () => response.socket?.destroy());
  };

/** Repeats an event until the client leaves, or `bytes` are sent. */
export const endless =
  (repeated: string, bytes: number, ...begin: readonly string[]): Reply =>
  (response) => {
    response.writeHead(200, HEAD);
    response.write(begin.join("") || "\n");
    let sent = 0;
    const block = repeated.repeat(Math.ceil(65_536 / repeated.length));
    const write = (): void => {
      while (sent < bytes && !response.destroyed) {
        sent += block.length;
        if (!response.write(block)) {
          response.once("drain", write);
          return;
        }
      }
      response.end();
    };
    write();
  };

export const refused =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
