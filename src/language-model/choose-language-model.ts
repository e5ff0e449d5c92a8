// From the settings to the language model that is asked: its provider's API, its address, its key.
import { isLoopback } from "../system/loopback.ts";
import { isKey, readKey } from "../system/read-key.ts";
import { Failure } from "../vocabulary/failure.ts";

export interface LanguageModelSettings {
  readonly languageModelProvider: Provider | "none";
  readonly languageModel: string | null;
  readonly languageModelUrl: string | null;
  readonly languageModelKeyFile: string | null;
  readonly languageModelAllowHttp: boolean;
  readonly languageModelTimeoutMs: number;
  readonly languageModelInputPrice: number | null;
  readonly languageModelOutputPrice: number | null;
}

export type Provider = "anthropic" | "openai-compatible" | "google";

export interface ChosenModel {
  readonly provider: Provider;
  /** As its provider calls it. */
  readonly model: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string | null;
  readonly timeoutMs: number;
  /** Of a million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | null;
}

/** Where a provider's own service is; null where anybody may run one. */
const OWN_ADDRESS: Readonly<Record<Provider, string | null>> = {
  anthropic: "https://api.anthropic.com/v1",
  "openai-compatible": null,
  google: "https://generativelanguage.googleapis.com/v1beta",
};

export const hostOf = ({ url }: Pick<ChosenModel, "url">): string => new URL(url).host;
export const nameOf = (chosen: ChosenModel): string => `${chosen.model} at ${hostOf(chosen)}`;

const invalid = (what: string, hint: string): Failure => new Failure("INVALID_SETTING", what, { hint });

/** Null where no provider is configured. `variable`: the key in the environment, which precedes the file. Throws INVALID_SETTING. */
export function chooseLanguageModel(settings: LanguageModelSettings, variable: string | undefined): ChosenModel | null {
  const { languageModelProvider: provider, languageModel: model } = settings;
  if (provider === "none") {
    return null;
  }
  if (model === null) {
    throw invalid(
      `language_model_provider is ${provider}, but no language model is named`,
      "set language_model to its name there",
    );
  }
  const own = OWN_ADDRESS[provider];
  const url = settings.languageModelUrl ?? own;
  if (url === null) {
    throw invalid(
      `language_model_provider is ${provider}, but language_model_url is not set`,
      "set language_model_url, for example to http://127.0.0.1:11434/v1",
    );
  }
  const key = findKey(settings.languageModelKeyFile, variable);
  if (key === null && settings.languageModelUrl === null) {
    throw invalid(`${provider} needs an API key`, "write it into a file and set language_model_key_file");
  }
  const { languageModelInputPrice: input, languageModelOutputPrice: output } = settings;
  return {
    provider,
    model,
    url: checkUrl(url, settings.languageModelAllowHttp),
    key,
    timeoutMs: settings.languageModelTimeoutMs,
    prices: input === null || output === null ? null : { input, output },
  };
}

function findKey(file: string | null, variable: string | undefined): string | null {
  const key = variable?.trim() ?? "";
  if (key === "") {
    return file === null ? null : readKey(file, "language_model_key_file");
  }
  if (!isKey(key)) {
    throw invalid(
      "the API key of the language model in the environment is not one word",
      "set the variable to the key alone",
    );
  }
  return key;
}

function checkUrl(text: string, allowHttp: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "") {
    throw invalid(
      "language_model_url is not an address of HTTP",
      "write it as https://HOST/v1 or http://127.0.0.1:11434/v1",
    );
  }
  // An origin has no password.
  if (!url.href.startsWith(`${url.origin}/`) || url.search !== "" || url.hash !== "") {
    throw invalid(
      "language_model_url has a password or parameters",
      "leave the address alone; put the API key into language_model_key_file",
    );
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.hostname)) {
    throw invalid(
      `language_model_url: without TLS, prompts and the API key could be read on the way to ${url.host}`,
      "write https://, or set language_model_allow_http",
    );
  }
  return url.href.replace(/\/+$/, "");
}
