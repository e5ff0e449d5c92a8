// The newest events of a session's streams, so that a client whose connection broke gets what it missed (`Last-Event-ID`). In memory
// and bounded: a client that stays away longer repeats its request.
import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const EVENTS_MAX = 256;
const BYTES_MAX = 4 * 1024 * 1024;

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/** The events of one session; ids of other sessions' events are unknown to it. */
export function keepRecentEvents(): EventStore {
  const kept: Kept[] = [];
  let bytesKept = 0;
  return {
    storeEvent: async (stream, message) => {
      const bytes = JSON.stringify(message).length;
      const id = randomUUID();
      kept.push({ id, stream, message, bytes });
      bytesKept += bytes;
      while (kept.length > EVENTS_MAX || bytesKept > BYTES_MAX) {
        bytesKept -= kept.shift()?.bytes ?? 0;
      }
      return id;
    },
    getStreamIdForEventId: async (id) => kept.find((event) => event.id === id)?.stream,
    replayEventsAfter: async (id, { send }) => {
      const at = kept.findIndex((event) => event.id === id);
      const stream = kept[at]?.stream;
      if (stream === undefined) {
        throw new Error("no such event");
      }
      for (const event of kept
        .slice(at + 1)
        .filter((one) => one.stream === stream && Object.keys(one.message).length > 0)) {
        await send(event.id, event.message);
      }
      return stream;
    },
  };
}
