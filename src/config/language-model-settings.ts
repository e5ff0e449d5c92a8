// The settings of a language model. A project's file cannot set them: a clone must not decide what leaves this machine, where to, and at whose
// cost.
import { variableOf } from "./caller-settings.ts";
import { choice, optionalFile, optionalPrice, optionalWord, toggle, whole } from "./setting.ts";

/** The variable that the key may stand in. It is no setting: a flag shows in lists of processes, and `config show` prints every setting. */
export const LANGUAGE_MODEL_KEY: string = variableOf("language_model_key");

export const LANGUAGE_MODEL_SETTINGS = {
  language_model_provider: choice({
    doc: "Whose language model may be asked: `anthropic`, `google`, or `openai-compatible` (OpenAI itself, and local servers such as Ollama, llama.cpp, LM Studio and vLLM). `none`: no language model is asked, and nothing is sent.",
    choices: ["none", "anthropic", "openai-compatible", "google"],
    default: "none",
  }),
  language_model: optionalWord({
    doc: "The language model's name at its provider.",
    default: null,
  }),
  language_model_url: optionalWord({
    doc: "Base address of the provider's API, mostly with its version: `http://127.0.0.1:11434/v1`. Required for `openai-compatible`.",
    default: null,
    defaultDoc: "the provider's own address",
  }),
  language_model_key_file: optionalFile({
    doc: `File with the API key of the language model's provider, readable by its owner only. The environment variable \`${LANGUAGE_MODEL_KEY}\` can have the key instead. Local servers need none.`,
    default: null,
  }),
  language_model_allow_http: toggle({
    doc: "Send prompts and the API key to a language model on another machine without TLS, for example in a private network.",
    default: false,
  }),
  language_model_timeout_ms: whole({
    doc: "A language model that sends nothing for this long is given up, in milliseconds. A local one may take minutes to read a long prompt; after five, Node ends the request.",
    default: 120_000,
    min: 1_000,
    max: 300_000,
  }),
  language_model_window: whole({
    doc: "Tokens that the language model reads and writes at once: what a chat sends is kept below it. Of these, 8,000 are kept for the answer and 2,000 for the form of the question.",
    default: 100_000,
    min: 16_000,
    max: 10_000_000,
  }),
  language_model_input_price: optionalPrice({
    doc: "Price of a million input tokens. With `language_model_output_price`, answers of a language model say what they cost.",
    default: null,
  }),
  language_model_output_price: optionalPrice({ doc: "Price of a million output tokens.", default: null }),
} as const;
