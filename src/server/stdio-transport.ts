// The MCP transport over stdin and stdout: one JSON-RPC message a line. The SDK's own transport drops the connection on a
// message above 10 MiB and leaves a line that is not JSON unanswered; this one answers both and continues. What waits for a
// client that does not read is bounded (waiting-messages.ts).
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { openMessageLines } from "./message-lines.ts";
import { openWaitingMessages, type WaitingMessages } from "./waiting-messages.ts";

/** In bytes. A longer line is rejected, and skipped without being kept. */
export const MESSAGE_BYTES_MAX = 10 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

export interface StdioTransport extends Transport {
  /** Resolves when every received request is answered or cancelled. */
  answered(): Promise<void>;
}

export function openStdioTransport(input: Readable, output: Writable): StdioTransport {
  let closed = false;

  const write = (message: unknown): Promise<void> =>
    closed || output.destroyed ? Promise.resolve() : writeLine(output, `${JSON.stringify(message)}\n`, waiting);

  const refuse = (code: number, message: string, id: string | number | null): void => {
    void write({ jsonrpc: "2.0", id, error: { code, message } });
  };

  const receive = (line: string, bytes: number): void => {
    if (line.trim() === "") {
      return;
    }
    const read = readMessage(line);
    if ("message" in read) {
      waiting.received(read.message, bytes);
    } else {
      refuse(read.code, read.problem, read.id);
    }
  };

  const lines = openMessageLines(MESSAGE_BYTES_MAX, {
    line: receive,
    tooLong: (id) => refuse(INVALID_REQUEST, `a message on stdin is longer than ${MESSAGE_BYTES_MAX} bytes`, id),
  });

  const deliver = (message: JSONRPCMessage): void => {
    if (closed) {
      return;
    }
    try {
      transport.onmessage?.(message);
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const resume = (): void => {
    if (!closed) {
      input.resume();
    }
  };

  const waiting = openWaitingMessages({ deliver, pause: () => input.pause(), resume });

  const onError = (error: Error): void => transport.onerror?.(error);

  const transport: StdioTransport = {
    answered: waiting.none,
    start: async () => {
      input.on("data", lines.push);
      input.on("end", lines.end);
      input.on("error", onError);
    },
    send: async (message) => {
      if (isProgress(message) && waiting.isBehind()) {
        return;
      }
      await write(message);
      waiting.answered(message);
    },
    close: async () => {
      if (!closed) {
        closed = true;
        input.off("data", lines.push);
        input.off("end", lines.end);
        input.off("error", onError);
        input.pause();
        transport.onclose?.();
      }
    },
  };
  return transport;
}

/** Resolves when the stream has taken the line, or has failed: that ends the server anyway. */
function writeLine(output: Writable, line: string, waiting: Pick<WaitingMessages, "written">): Promise<void> {
  const bytes = Buffer.byteLength(line);
  waiting.written(bytes);
  return new Promise((resolve) => {
    output.write(line, () => {
      waiting.written(-bytes);
      resolve();
    });
  });
}

type ReadLine =
  | { readonly message: JSONRPCMessage }
  | { readonly code: number; readonly problem: string; readonly id: string | number | null };

/** The message on a line; the JSON-RPC error to answer it with if it is none. */
function readMessage(line: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { code: PARSE_ERROR, problem: "a line on stdin is not JSON", id: null };
  }
  const message = JSONRPCMessageSchema.safeParse(value);
  if (message.success) {
    return { message: message.data };
  }
  return isRequestBut(value)
    ? {
        code: INVALID_PARAMS,
        problem: "params must be an object, and params._meta must have the form that the MCP specification gives",
        id: idOf(value),
      }
    : { code: INVALID_REQUEST, problem: "a line on stdin is not a JSON-RPC 2.0 message", id: idOf(value) };
}

/** Progress can be dropped for a client that reads slowly. */
const isProgress = (message: JSONRPCMessage): boolean =>
  "method" in message && message.method === "notifications/progress";

/** Whether the value would be a request if its parameters were valid. */
function isRequestBut(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("params" in value) || idOf(value) === null) {
    return false;
  }
  const { params: _, ...rest } = value;
  return JSONRPCMessageSchema.safeParse(rest).success;
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
