// One exchange with a language model: a `fetch` that ends when the caller cancels, when nothing comes for too long, or when too much comes.
// Whichever ends it first is its failure, whatever the library that calls `fetch` makes of it.
import { cancelled, Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { renderBytes, renderDuration } from "../vocabulary/shown-text.ts";
import { type ChosenModel, nameOf } from "./choose-language-model.ts";
import { explainConnection, explainStatus, networkCodeOf } from "./explain-error.ts";

export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  /** Whether an answer began: what ends the connection then breaks it off. */
  hasBegun(): boolean;
  /** Aborted as soon as there is a failure. */
  readonly signal: AbortSignal;
  failure(): Failure | null;
  /** Ends what is left of it. */
  close(): void;
}

export interface ExchangeLimits {
  /** Of each response, as it comes, after decompression. */
  readonly bytesMax: number;
  readonly signal: AbortSignal | undefined;
}

/** Another attempt may succeed; anything else of the network fails at once. */
const TEMPORARY = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** The SDK obeys shorter waits. It does not wait longer ones, and would ask again after two seconds. */
const WAIT_MAX_S = 60;

/** Throws CANCELLED. */
export function openExchange(chosen: ChosenModel, { bytesMax, signal }: ExchangeLimits): Exchange {
  throwIfCancelled(signal);
  const controller = new AbortController();
  let failure: Failure | null = null;
  let hasBegun = false;
  let silence: NodeJS.Timeout | undefined;
  const end = (reason: Failure): Failure => {
    failure ??= reason;
    clearTimeout(silence);
    controller.abort(failure);
    return failure;
  };
  const cancel = (): void => void end(cancelled());
  signal?.addEventListener("abort", cancel, { once: true });
  const awaitBytes = (): void => {
    silence = setTimeout(() => end(silent(chosen)), chosen.timeoutMs);
  };

  const bounded = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    let bytes = 0;
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          silence?.refresh();
          bytes += chunk.byteLength;
          if (bytes > bytesMax) {
            throw end(tooLarge(chosen, bytesMax));
          }
          out.enqueue(chunk);
        },
        flush: () => clearTimeout(silence),
      }),
    );
  };

  const fetchBounded: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (chosen.key === null) {
      // The SDK sends them empty.
      headers.delete("x-api-key");
      headers.delete("x-goog-api-key");
    }
    awaitBytes();
    try {
      // A redirect would take the key to another host.
      const request = { ...init, headers, redirect: "manual", signal: controller.signal } as const;
      const response = await fetch(input, request);
      const waitS = waitOf(response);
      if (waitS !== null && waitS >= WAIT_MAX_S) {
        throw end(explainStatus(chosen, { status: response.status, said: "", waitS }));
      }
      silence?.refresh();
      hasBegun = response.ok;
      const { status, statusText, headers: received } = response;
      return response.body === null
        ? response
        : new Response(bounded(response.body), { status, statusText, headers: received });
    } catch (error) {
      clearTimeout(silence);
      if (failure === null && !TEMPORARY.has(networkCodeOf(error))) {
        throw end(explainConnection(chosen, error));
      }
      throw failure ?? error;
    }
  };

  return {
    fetch: fetchBounded,
    hasBegun: () => hasBegun,
    signal: controller.signal,
    failure: () => failure,
    close() {
      signal?.removeEventListener("abort", cancel);
      end(cancelled());
    },
  };
}

/** Seconds that a refusal asks to wait; null without. */
function waitOf({ status, headers }: Response): number | null {
  const text = headers.get("retry-after");
  if (text === null || (status !== 429 && status < 500)) {
    return null;
  }
  const seconds = Number.isNaN(Number.parseFloat(text))
    ? (Date.parse(text) - Date.now()) / 1000
    : Number.parseFloat(text);
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null;
}

const silent = (chosen: ChosenModel): Failure =>
  new Failure("TIMED_OUT", `${nameOf(chosen)} sent nothing for ${renderDuration(chosen.timeoutMs / 1000)}`, {
    hint: "ask again, with less context, or raise language_model_timeout_ms",
  });

const tooLarge = (chosen: ChosenModel, bytesMax: number): Failure =>
  new Failure("LANGUAGE_MODEL_FAILED", `${nameOf(chosen)} sent more than ${renderBytes(bytesMax)}`, {
    hint: "its answer does not end: ask again, or choose another language model",
  });
