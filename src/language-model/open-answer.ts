// The one place that calls the `ai` SDK, which is loaded at the first question, with the package of one provider alone.
import type { LanguageModel as SdkModel, StreamTextResult, ToolSet } from "ai";
import { redactSecrets } from "../secrets/redact.ts";
import { type ChosenModel, hostOf } from "./choose-language-model.ts";
import type { LanguageModelRequest, RequestRedaction } from "./contract.ts";

/** A request without credentials. */
export interface RedactedRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly redactions: readonly RequestRedaction[];
}

export function redactRequest({ system, prompt, maxOutputTokens }: LanguageModelRequest): RedactedRequest {
  const [ofSystem, ofPrompt] = [redactSecrets(system), redactSecrets(prompt)];
  const redactions = [
    ...ofSystem.redactions.map((one) => ({ part: "system", ...one }) as const),
    ...ofPrompt.redactions.map((one) => ({ part: "prompt", ...one }) as const),
  ];
  return { system: ofSystem.text, prompt: ofPrompt.text, maxOutputTokens, redactions };
}

/** Requests after the first, where that failed before its answer began. */
const RETRIES = 2;

export async function openAnswer(
  chosen: ChosenModel,
  { system, prompt, maxOutputTokens }: RedactedRequest,
  { fetch, signal }: { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal },
): Promise<StreamTextResult<ToolSet, never>["fullStream"]> {
  // They would go to stdout, which belongs to the protocol.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [{ streamText }, model] = await Promise.all([import("ai"), openModel(chosen, fetch)]);
  const { fullStream } = streamText({
    model,
    system,
    prompt,
    maxOutputTokens,
    maxRetries: RETRIES,
    abortSignal: signal,
    // Errors are read from the stream; by default the SDK prints them, with the request.
    onError: () => undefined,
  });
  return fullStream;
}

const OPENAI = "api.openai.com";

/** OpenAI's newer language models refuse the name of the limit that all compatible servers know. */
const asOpenAiAsks = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  max_completion_tokens: max_tokens,
});

/** Address and key are always given: the SDK would otherwise take them from variables of the environment that are not ours. */
async function openModel(chosen: ChosenModel, fetch: typeof globalThis.fetch): Promise<SdkModel> {
  const { provider, model, url: baseURL, key } = chosen;
  const options = { baseURL, apiKey: key ?? "", fetch };
  switch (provider) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogleGenerativeAI(options)(model);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const own = hostOf(chosen) === OPENAI ? { transformRequestBody: asOpenAiAsks } : {};
      return createOpenAICompatible({ ...options, ...own, name: provider, includeUsage: true })(model);
    }
  }
}
