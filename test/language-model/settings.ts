// The settings of a language model on loopback.
import type { LanguageModelSettings, Provider } from "../../src/language-model/choose-language-model.ts";
import type { AnswerEvent, LanguageModel } from "../../src/language-model/contract.ts";
import { WIRES } from "../support/language-model-server.ts";

/** Never to be seen in anything but its header. */
export const KEY = `k-${"7Hq2ZpW9xLmT4vBn"}`;

export const settingsAt = (
  provider: Provider,
  address: string,
  more: Partial<LanguageModelSettings> = {},
): LanguageModelSettings => ({
  languageModelProvider: provider,
  languageModel: "some-model",
  languageModelUrl: `${address}${WIRES[provider].base}`,
  languageModelKeyFile: null,
  languageModelAllowHttp: false,
  languageModelTimeoutMs: 30_000,
  languageModelInputPrice: null,
  languageModelOutputPrice: null,
  ...more,
});

export const QUESTION = { system: "You answer.", prompt: "What does 12: `f()` do?", maxOutputTokens: 1_000 };

export interface Asked {
  readonly events: readonly AnswerEvent[];
  readonly text: string;
  /** The failure that ended the answer. */
  readonly failure: unknown;
}

export async function ask(
  model: LanguageModel | null,
  more: Partial<Parameters<LanguageModel["stream"]>[0]> = {},
): Promise<Asked> {
  const events: AnswerEvent[] = [];
  let failure: unknown = null;
  try {
    for await (const event of model?.stream({ ...QUESTION, ...more }) ?? []) {
      events.push(event);
    }
  } catch (error) {
    failure = error;
  }
  return { events, text: events.map((event) => (event.type === "text" ? event.text : "")).join(""), failure };
}
