// What a question would send, found by asking it with a `fetch` that keeps the request and sends nothing.
import { loadTokenCounter } from "../system/token-counter.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { ChosenModel } from "./choose-language-model.ts";
import type { LanguageModelRequest, RequestDescription } from "./contract.ts";
import { openAnswer, redactRequest } from "./open-answer.ts";

export async function describeRequest(chosen: ChosenModel, request: LanguageModelRequest): Promise<RequestDescription> {
  throwIfCancelled(request.signal);
  const redacted = redactRequest(request);
  let sent: Pick<RequestDescription, "method" | "url" | "headers" | "body"> | undefined;
  const capture = new AbortController();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    sent = {
      method: init?.method ?? "GET",
      url: String(input),
      headers: withoutKey(headers),
      body: String(init?.body),
    };
    capture.abort();
    throw capture.signal.reason;
  };
  for await (const _ of await openAnswer(chosen, redacted, { fetch, signal: capture.signal })) {
    // Ends as soon as the request is there.
  }
  if (sent === undefined) {
    throw new Error("the SDK made no request");
  }
  const counter = await loadTokenCounter();
  const tokens = counter.count(redacted.system) + counter.count(redacted.prompt);
  return { ...sent, tokens, redactions: redacted.redactions };
}

const KEY_HEADERS = ["authorization", "x-api-key", "x-goog-api-key"];

const withoutKey = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !KEY_HEADERS.includes(name)));
