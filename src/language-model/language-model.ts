// The language model that the user has configured: ask it, see what a question would send, see whether it answers.
import { checkAddress } from "./check-address.ts";
import { chooseLanguageModel, type LanguageModelSettings, nameOf } from "./choose-language-model.ts";
import type { AddressState, LanguageModel } from "./contract.ts";
import { describeRequest } from "./describe-request.ts";
import { streamAnswer } from "./stream-answer.ts";

/**
 * Null where no provider is configured. `key`: what the environment has (config/language-model-settings.ts). Throws INVALID_SETTING. Opens no
 * connection and loads no library.
 */
export function openLanguageModel(settings: LanguageModelSettings, key: string | undefined): LanguageModel | null {
  const chosen = chooseLanguageModel(settings, key);
  return chosen === null
    ? null
    : {
        name: nameOf(chosen),
        stream: (request) => streamAnswer(chosen, request),
        describe: (request) => describeRequest(chosen, request),
        check: (signal) => checkAddress(chosen, signal),
      };
}

/** The name of the configured language model and whether its address has it; null where none is configured. Throws what `check` throws. */
export async function askLanguageModel(
  settings: LanguageModelSettings,
  key: string | undefined,
): Promise<(AddressState & { readonly name: string }) | null> {
  const model = openLanguageModel(settings, key);
  return model === null ? null : { name: model.name, ...(await model.check()) };
}
