// Whether a language model's address answers, accepts the key and has the language model: its list is asked for, which costs nothing.
import type { ChosenModel } from "./choose-language-model.ts";
import type { AddressState } from "./contract.ts";
import { openExchange } from "./exchange.ts";
import { explainConnection, explainStatus } from "./explain-error.ts";

const BYTES_MAX = 4_194_304;

/** Two providers are asked for the one language model, since their lists do not have its shorter names. */
function requestOf({ provider, model, url, key }: ChosenModel): {
  readonly path: string;
  readonly headers: Record<string, string>;
} {
  switch (provider) {
    case "anthropic":
      return {
        path: `${url}/models/${encodeURIComponent(model)}`,
        headers: { "anthropic-version": "2023-06-01", "x-api-key": key ?? "" },
      };
    case "google":
      return {
        path: `${url}/models/${encodeURIComponent(model.replace(/^models\//, ""))}`,
        headers: { "x-goog-api-key": key ?? "" },
      };
    case "openai-compatible":
      return { path: `${url}/models`, headers: key === null ? {} : { authorization: `Bearer ${key}` } };
  }
}

export async function checkAddress(chosen: ChosenModel, signal: AbortSignal | undefined): Promise<AddressState> {
  const exchange = openExchange(chosen, { bytesMax: BYTES_MAX, signal });
  const { path, headers } = requestOf(chosen);
  try {
    const response = await exchange.fetch(path, { headers });
    const text = await response.text();
    if (!response.ok) {
      throw explainStatus(chosen, { status: response.status, said: "", waitS: null });
    }
    if (chosen.provider !== "openai-compatible") {
      return { isKnown: true, names: [] };
    }
    const names = namesIn(text);
    return { isKnown: names === null ? null : names.includes(chosen.model), names: names ?? [] };
  } catch (error) {
    throw exchange.failure() ?? (error instanceof TypeError ? explainConnection(chosen, error) : error);
  } finally {
    exchange.close();
  }
}

/** `{"data": [{"id": "NAME"}]}`; null for anything else. */
function namesIn(text: string): readonly string[] | null {
  try {
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly id: unknown }[] };
    return data.map(({ id }) => String(id));
  } catch {
    return null;
  }
}
