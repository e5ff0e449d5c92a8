// The MCP transport over stdin and stdout: one JSON-RPC message a line. Knows no method. The SDK's own transport drops
// the connection on a message above 10 MiB and leaves a line that is no JSON unanswered; this one answers and goes on.
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

/** A longer line is refused, and skipped without being kept. */
export const MESSAGE_BYTES_MAX = 10 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NEWLINE = 0x0a;

export interface StdioTransport extends Transport {
  /** Resolves when every request that has come is answered or cancelled. */
  answered(): Promise<void>;
}

export function openStdioTransport(input: Readable, output: Writable): StdioTransport {
  const open = openRequests();
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  let skipping = false;
  let closed = false;

  const write = (message: unknown): Promise<void> =>
    new Promise((resolve) => {
      if (closed || output.destroyed) {
        resolve();
      } else {
        // Also called when the stream fails, which ends the server by itself.
        output.write(`${JSON.stringify(message)}\n`, () => resolve());
      }
    });

  const refuse = (code: number, message: string, id: unknown = null): void => {
    void write({ jsonrpc: "2.0", id, error: { code, message } });
  };

  const receive = (line: string): void => {
    if (line.trim() === "") {
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(PARSE_ERROR, "a line on stdin is not JSON");
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) {
      deliver(message.data);
    } else {
      refuse(INVALID_REQUEST, "a line on stdin is not a JSON-RPC 2.0 message", idOf(value));
    }
  };

  const deliver = (message: JSONRPCMessage): void => {
    open.received(message);
    try {
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const onData = (data: Buffer): void => {
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
      keep(data.subarray(start, end));
      start = end + 1;
      if (!skipping) {
        receive(Buffer.concat(pending).toString("utf8"));
      }
      skipping = false;
      pending.length = 0;
      pendingBytes = 0;
    }
    keep(data.subarray(start));
  };

  const keep = (part: Buffer): void => {
    pendingBytes += part.length;
    if (!skipping && pendingBytes > MESSAGE_BYTES_MAX) {
      skipping = true;
      pending.length = 0;
      refuse(INVALID_REQUEST, `a message on stdin is longer than ${MESSAGE_BYTES_MAX} bytes`);
    }
    if (!skipping && part.length > 0) {
      pending.push(part);
    }
  };

  const onError = (error: Error): void => transport.onerror?.(error);

  const transport: StdioTransport = {
    answered: open.none,
    start: async () => {
      input.on("data", onData);
      input.on("error", onError);
    },
    send: async (message) => {
      await write(message);
      open.sent(message);
    },
    close: async () => {
      if (!closed) {
        closed = true;
        input.off("data", onData);
        input.off("error", onError);
        input.pause();
        transport.onclose?.();
      }
    },
  };
  return transport;
}

/** Which requests wait for their answer. */
function openRequests() {
  const ids = new Set<unknown>();
  const waiting = new Set<() => void>();
  const end = (id: unknown): void => {
    if (ids.delete(id) && ids.size === 0) {
      for (const resolve of waiting) {
        resolve();
      }
      waiting.clear();
    }
  };
  return {
    received: (message: JSONRPCMessage): void => {
      if ("method" in message && "id" in message) {
        ids.add(message.id);
      } else if ("method" in message && message.method === "notifications/cancelled") {
        end(message.params?.["requestId"]);
      }
    },
    sent: (message: JSONRPCMessage): void => {
      if (!("method" in message)) {
        end(message.id);
      }
    },
    none: (): Promise<void> => (ids.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
  };
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
