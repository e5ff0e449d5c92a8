// Bounds what waits in memory for a client: answers that it does not read, and requests that it sends meanwhile. Requests
// beyond a limit are queued, and with too many of them no more input is read. Answers and notifications of the client are
// passed on at once, since a running request may be waiting for one.
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Requests processed at once; each may lead to an answer of some hundred kilobytes. */
const RUNNING_MAX = 64;
/** Bytes written but not yet read by the client. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;
const QUEUED_MAX = 1_000;
const QUEUED_BYTES_MAX = 16 * 1024 * 1024;

export interface WaitingMessages {
  /** `bytes`: the length of the message's line. */
  received(message: JSONRPCMessage, bytes: number): void;
  /** The client has read an answer, or the answer could not be written. */
  answered(message: JSONRPCMessage): void;
  /** Bytes passed to the stream or, negative, sent by it. */
  written(bytes: number): void;
  /** Whether the client reads too slowly for optional messages. */
  isBehind(): boolean;
  /** Resolves when no request is running or queued. */
  none(): Promise<void>;
}

export interface WaitingHandlers {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Requests that wait to be processed, in order of arrival. */
class RequestQueue {
  readonly #requests: { readonly request: JSONRPCRequest; readonly bytes: number }[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#requests.length === 0;
  }

  get isFull(): boolean {
    return this.#requests.length >= QUEUED_MAX || this.#bytes >= QUEUED_BYTES_MAX;
  }

  push(request: JSONRPCRequest, bytes: number): void {
    this.#requests.push({ request, bytes });
    this.#bytes += bytes;
  }

  shift(): JSONRPCRequest | undefined {
    return this.#remove(0);
  }

  cancel(id: RequestId): void {
    const at = this.#requests.findIndex(({ request }) => request.id === id);
    if (at !== -1) {
      this.#remove(at);
    }
  }

  #remove(at: number): JSONRPCRequest | undefined {
    const [removed] = this.#requests.splice(at, 1);
    this.#bytes -= removed?.bytes ?? 0;
    return removed?.request;
  }
}

export function openWaitingMessages({ deliver, pause, resume }: WaitingHandlers): WaitingMessages {
  const running = new Set<RequestId>();
  const queue = new RequestQueue();
  const idle = new Set<() => void>();
  let unreadBytes = 0;
  let paused = false;

  const isBehind = (): boolean => unreadBytes >= UNREAD_BYTES_MAX;
  const mayDeliver = (): boolean => running.size < RUNNING_MAX && !isBehind();
  const isIdle = (): boolean => running.size === 0 && queue.isEmpty;

  const take = (request: JSONRPCRequest): void => {
    running.add(request.id);
    deliver(request);
  };

  /** After anything was sent: passes on what may go now, and pauses or resumes the input. */
  const settle = (): void => {
    while (mayDeliver()) {
      const request = queue.shift();
      if (request === undefined) {
        break;
      }
      take(request);
    }
    if (queue.isFull !== paused) {
      paused = queue.isFull;
      (paused ? pause : resume)();
    }
    if (isIdle()) {
      for (const resolve of idle) {
        resolve();
      }
      idle.clear();
    }
  };

  return {
    received(message, bytes) {
      if (!("method" in message)) {
        deliver(message);
      } else if (!("id" in message)) {
        deliver(message);
        if (message.method === "notifications/cancelled") {
          const id = message.params?.["requestId"] as RequestId;
          queue.cancel(id);
          running.delete(id);
          settle();
        }
      } else if ((queue.isEmpty && mayDeliver()) || (message.method === "ping" && !isBehind())) {
        take(message);
      } else {
        queue.push(message, bytes);
        settle();
      }
    },
    answered(message) {
      if (!("method" in message) && message.id !== undefined) {
        running.delete(message.id);
        settle();
      }
    },
    written(bytes) {
      unreadBytes += bytes;
      if (bytes < 0) {
        settle();
      }
    },
    isBehind,
    none: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idle.add(resolve))),
  };
}
