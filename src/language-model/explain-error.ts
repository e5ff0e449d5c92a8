// What went wrong with a language model, as a Failure: what failed, why, what to do. The SDK's own errors hold the whole request, so nothing of
// them is passed on but a status and a cleaned sentence.
import { redactSecrets } from "../secrets/redact.ts";
import { codeOf, Failure, messageOf } from "../vocabulary/failure.ts";
import { type ChosenModel, hostOf, nameOf } from "./choose-language-model.ts";

export interface RefusedStatus {
  readonly status: number;
  /** What the server said. */
  readonly said: string;
  /** Seconds after which it may be asked again; null if it does not say. */
  readonly waitS: number | null;
}

/** Of what a server said. */
const SAID_MAX = 300;

const failed = (what: string, hint: string): Failure => new Failure("LANGUAGE_MODEL_FAILED", what, { hint });

export function explainStatus(chosen: ChosenModel, { status, said, waitS }: RefusedStatus): Failure {
  const text = clean(chosen, said);
  const [what, hint] = wordsOf(chosen, status, waitS);
  return failed(`${what} (${status}${text === "" ? "" : `: ${text}`})`, hint);
}

function wordsOf(chosen: ChosenModel, status: number, waitS: number | null): readonly [string, string] {
  const [name, host] = [nameOf(chosen), hostOf(chosen)];
  const later = waitS === null ? "ask again later" : `ask again in ${waitS} s`;
  switch (status) {
    case 401:
    case 403:
      return chosen.key === null
        ? [`${host} asks for an API key`, "write it into a file and set language_model_key_file"]
        : [`${host} refused the API key`, "correct the key in language_model_key_file or in the environment"];
    case 402:
      return [`${host} asks for payment`, "look at your account there"];
    case 404:
    case 405:
      return [
        `${host} has no ${chosen.model}, or nothing at this address`,
        `correct language_model or language_model_url${chosen.provider === "openai-compatible" ? ", which mostly ends with /v1" : ""}`,
      ];
    case 429:
      return [`${name} was asked too often`, later];
    default:
  }
  if (status >= 500) {
    return [`${name} is overloaded or out of order`, later];
  }
  return status < 400
    ? [`${host} redirects to another address`, "set language_model_url to the address itself"]
    : [`${name} rejected the request`, "correct language_model, or ask with less context"];
}

/** The code of an error of the network, or of what caused it. */
export const networkCodeOf = (error: unknown): string =>
  codeOf(error) || (error instanceof Error && error.cause !== undefined ? networkCodeOf(error.cause) : "");

const CONNECTION_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it closed the connection",
  UND_ERR_SOCKET: "it closed the connection",
  ENOTFOUND: "the host is not known",
  EAI_AGAIN: "the host is not known now",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
};

export function explainConnection(chosen: ChosenModel, error: unknown): Failure {
  const code = networkCodeOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const why = CONNECTION_REASONS[code] ?? (clean(chosen, messageOf(cause)) || code);
  return failed(`${hostOf(chosen)} cannot be reached: ${why}`, "start the server, or correct language_model_url");
}

const NOT_UNDERSTOOD = /^(?:Type validation|JSON parsing) failed/;

/** What the SDK reports of an answer. `hasBegun`: with a status that is no refusal. */
export function explainError(chosen: ChosenModel, error: unknown, hasBegun: boolean): Failure {
  const last = fieldOf(error, "lastError") ?? error;
  const status = fieldOf(last, "statusCode");
  const name = nameOf(chosen);
  const notUnderstood = failed(
    `${name} sent something that is not an answer`,
    "see whether language_model_provider fits the address",
  );
  // The SDK makes it an error 500 of Anthropic's, and repeats the text.
  if (NOT_UNDERSTOOD.test(messageOf(last))) {
    return notUnderstood;
  }
  if (typeof status === "number" && (status < 200 || status > 299)) {
    return explainStatus(chosen, { status, said: messageOf(last), waitS: null });
  }
  if (networkCodeOf(last) !== "") {
    return hasBegun ? brokenOff(chosen) : explainConnection(chosen, last);
  }
  const kind = String(fieldOf(last, "name") ?? "");
  if (kind === "AI_InvalidResponseDataError") {
    return brokenOff(chosen);
  }
  if (kind.startsWith("AI_") || last instanceof Error) {
    return notUnderstood;
  }
  const said = clean(chosen, String(fieldOf(last, "message") ?? last));
  return failed(`${name} reported an error: ${said}`, "ask again later");
}

export const brokenOff = (chosen: ChosenModel): Failure =>
  failed(`${nameOf(chosen)} broke off its answer`, "what came is not whole: ask again");

export const unasked = (chosen: ChosenModel): Failure =>
  failed(`${nameOf(chosen)} called a tool, although it has none`, "ask again, or choose another language model");

export const empty = (chosen: ChosenModel): Failure =>
  failed(`${nameOf(chosen)} answered with no text`, "ask again, or choose another language model");

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** On one line, short, without the key and other credentials, which some servers repeat. */
function clean({ key }: ChosenModel, said: string): string {
  const own = key === null ? said : said.replaceAll(key, "[key]");
  const line = redactSecrets(own).text.replace(/\s+/g, " ").trim();
  return line.length > SAID_MAX ? `${line.slice(0, SAID_MAX)}…` : line;
}
