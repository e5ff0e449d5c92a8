// Bounds what waits in memory for a client: answers that it does not read, and requests that it sends meanwhile. Requests
// beyond a limit are held back, and with too many of them no more input is read. Answers and notifications of the client are
// passed on at once, since a running request may be waiting for one.
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Requests processed at once; each may lead to an answer of some hundred kilobytes. */
const IN_HAND_MAX = 64;
/** Bytes written but not yet read by the client. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;
const HELD_MAX = 1_000;
const HELD_BYTES_MAX = 16 * 1024 * 1024;

export interface WaitingMessages {
  /** `bytes`: the length of the message's line. */
  received(message: JSONRPCMessage, bytes: number): void;
  /** The client has read an answer, or the answer could not be written. */
  answered(message: JSONRPCMessage): void;
  /** Bytes passed to the stream or, negative, sent by it. */
  written(bytes: number): void;
  /** Whether the client reads too slowly for optional messages. */
  isBehind(): boolean;
  /** Resolves when no request is in progress or held back. */
  none(): Promise<void>;
}

export interface WaitingHandlers {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export function openWaitingMessages({ deliver, pause, resume }: WaitingHandlers): WaitingMessages {
  const inHand = new Set<RequestId>();
  const held: { readonly request: JSONRPCRequest; readonly bytes: number }[] = [];
  const idle = new Set<() => void>();
  let heldBytes = 0;
  let unreadBytes = 0;
  let paused = false;

  const isBehind = (): boolean => unreadBytes >= UNREAD_BYTES_MAX;
  const mayDeliver = (): boolean => inHand.size < IN_HAND_MAX && !isBehind();

  const take = (request: JSONRPCRequest): void => {
    inHand.add(request.id);
    deliver(request);
  };

  /** After anything was sent: passes on what may go now, and returns whether more may be read. */
  const settle = (): void => {
    while (held.length > 0 && mayDeliver()) {
      for (const { request, bytes } of held.splice(0, 1)) {
        heldBytes -= bytes;
        take(request);
      }
    }
    const full = held.length >= HELD_MAX || heldBytes >= HELD_BYTES_MAX;
    if (full !== paused) {
      paused = full;
      (full ? pause : resume)();
    }
    if (inHand.size === 0 && held.length === 0) {
      for (const resolve of idle) {
        resolve();
      }
      idle.clear();
    }
  };

  const cancel = (id: RequestId): void => {
    const at = held.findIndex(({ request }) => request.id === id);
    if (at !== -1) {
      heldBytes -= held.splice(at, 1)[0]?.bytes ?? 0;
    }
    inHand.delete(id);
  };

  return {
    received(message, bytes) {
      if (!("method" in message)) {
        deliver(message);
      } else if (!("id" in message)) {
        deliver(message);
        if (message.method === "notifications/cancelled") {
          cancel(message.params?.["requestId"] as RequestId);
          settle();
        }
      } else if ((held.length === 0 && mayDeliver()) || (message.method === "ping" && !isBehind())) {
        take(message);
      } else {
        held.push({ request: message, bytes });
        heldBytes += bytes;
        settle();
      }
    },
    answered(message) {
      if (!("method" in message) && message.id !== undefined) {
        inHand.delete(message.id);
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
    none: () =>
      inHand.size === 0 && held.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.add(resolve)),
  };
}
