// Bounds what waits in memory for a client: answers that it does not read, and requests that it sends meanwhile. Requests
// beyond a limit are queued, and with too many of them no more input is read. Answers and notifications of the client are
// passed on at once, since a running request may be waiting for one.
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";

/** Requests processed at once; each may lead to an answer of some hundred kilobytes. */
const RUNNING_MAX = 64;
/** Bytes written but not yet read by the client. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;
const QUEUED_MAX = 1_000;
const QUEUED_BYTES_MAX = 16 * 1024 * 1024;

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

export class WaitingMessages {
  readonly #handlers: WaitingHandlers;
  readonly #running = new Set<RequestId>();
  readonly #queue = new RequestQueue();
  readonly #onIdle = new Set<() => void>();
  #unreadBytes = 0;
  #isPaused = false;

  constructor(handlers: WaitingHandlers) {
    this.#handlers = handlers;
  }

  /** Whether the client reads too slowly for optional messages. */
  get isBehind(): boolean {
    return this.#unreadBytes >= UNREAD_BYTES_MAX;
  }

  get #mayDeliver(): boolean {
    return this.#running.size < RUNNING_MAX && !this.isBehind;
  }

  get #isIdle(): boolean {
    return this.#running.size === 0 && this.#queue.isEmpty;
  }

  /** `bytes`: the length of the message's line. */
  received(message: JSONRPCMessage, bytes: number): void {
    if (!("method" in message)) {
      this.#handlers.deliver(message);
    } else if (!("id" in message)) {
      this.#handlers.deliver(message);
      if (message.method === "notifications/cancelled") {
        const id = message.params?.["requestId"] as RequestId;
        this.#queue.cancel(id);
        this.#running.delete(id);
        this.#update();
      }
    } else if (message.method === "subscriptions/listen") {
      // It stays open until it is cancelled, so that it would take a place for good.
      this.#handlers.deliver(message);
    } else if ((this.#queue.isEmpty && this.#mayDeliver) || (message.method === "ping" && !this.isBehind)) {
      this.#run(message);
    } else {
      this.#queue.push(message, bytes);
      this.#update();
    }
  }

  /** The client has read an answer, or the answer could not be written. */
  answered(message: JSONRPCMessage): void {
    if (!("method" in message) && message.id !== undefined) {
      this.#running.delete(message.id);
      this.#update();
    }
  }

  /** Bytes passed to the stream or, negative, sent by it. */
  written(bytes: number): void {
    this.#unreadBytes += bytes;
    if (bytes < 0) {
      this.#update();
    }
  }

  /** Resolves when no request is running or queued. */
  idle(): Promise<void> {
    return this.#isIdle ? Promise.resolve() : new Promise((resolve) => this.#onIdle.add(resolve));
  }

  #run(request: JSONRPCRequest): void {
    this.#running.add(request.id);
    this.#handlers.deliver(request);
  }

  /** After anything was sent: passes on what may go now, and pauses or resumes the input. */
  #update(): void {
    while (this.#mayDeliver) {
      const request = this.#queue.shift();
      if (request === undefined) {
        break;
      }
      this.#run(request);
    }
    if (this.#queue.isFull !== this.#isPaused) {
      this.#isPaused = this.#queue.isFull;
      this.#handlers[this.#isPaused ? "pause" : "resume"]();
    }
    if (this.#isIdle) {
      for (const resolve of this.#onIdle) {
        resolve();
      }
      this.#onIdle.clear();
    }
  }
}
