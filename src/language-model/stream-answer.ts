// Asks a language model and passes on its answer as it comes; an answer that is not whole ends with a Failure.
import { cancelled, Failure } from "../vocabulary/failure.ts";
import type { ChosenModel } from "./choose-language-model.ts";
import type { AnswerEnd, AnswerEvent, LanguageModelRequest } from "./contract.ts";
import { openExchange } from "./exchange.ts";
import { brokenOff, empty, explainError, unasked } from "./explain-error.ts";
import { openAnswer, redactRequest } from "./open-answer.ts";

/** A token comes as an event of some 300 bytes. */
const BYTES_PER_TOKEN = 1_024;
const BYTES_BASE = 1_048_576;
const BYTES_MAX = 33_554_432;

interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

export async function* streamAnswer(chosen: ChosenModel, request: LanguageModelRequest): AsyncGenerator<AnswerEvent> {
  const redacted = redactRequest(request);
  const bytesMax = Math.min(BYTES_BASE + request.maxOutputTokens * BYTES_PER_TOKEN, BYTES_MAX);
  const exchange = openExchange(chosen, { bytesMax, signal: request.signal });
  let hasText = false;
  let end: AnswerEnd | null = null;
  try {
    yield { type: "request", redactions: redacted.redactions };
    for await (const part of await openAnswer(chosen, redacted, exchange)) {
      switch (part.type) {
        case "text-delta":
          hasText ||= part.text.trim() !== "";
          yield { type: "text", text: part.text };
          break;
        case "tool-input-start":
        case "tool-call":
          throw unasked(chosen);
        case "error":
          throw part.error;
        case "abort":
          throw cancelled();
        case "finish":
          end = endOf(chosen, part.finishReason, part.totalUsage);
          break;
        default:
      }
    }
    // A stream that is cut off can end like a whole one, with another reason or none.
    if (end === null) {
      throw brokenOff(chosen);
    }
    if (!hasText && end.reason === "stop") {
      throw empty(chosen);
    }
    yield end;
  } catch (error) {
    // A lost connection is thrown; most other errors are parts of the stream.
    throw exchange.failure() ?? (error instanceof Failure ? error : explainError(chosen, error, exchange.hasBegun()));
  } finally {
    exchange.close();
  }
}

const REASONS: Readonly<Record<string, AnswerEnd["reason"]>> = {
  stop: "stop",
  length: "length",
  "content-filter": "refused",
};

/** Null for a reason that no whole answer has. */
function endOf({ prices }: ChosenModel, finishReason: string, usage: Usage): AnswerEnd | null {
  const reason = REASONS[finishReason];
  const { inputTokens = null, outputTokens = null } = usage;
  if (reason === undefined) {
    return null;
  }
  const isPriced = prices !== null && inputTokens !== null && outputTokens !== null;
  const cost = isPriced ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000 : null;
  return { type: "finish", reason, inputTokens, outputTokens, cost };
}
