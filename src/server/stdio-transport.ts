// The MCP transport over stdin and stdout: one JSON-RPC message a line. The SDK's own transport drops the connection on a
// message above 10 MiB and leaves a line that is not JSON unanswered; this one answers both and continues. What waits for a
// client that does not read is bounded (waiting-messages.ts).
import type { Readable, Writable } from "node:stream";
import { isSpecType, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { MESSAGE_BYTES_MAX, MessageLines, TOO_LONG } from "./message-lines.ts";
import { withPlainArguments } from "./plain-arguments.ts";
import { WaitingMessages } from "./waiting-messages.ts";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onerror?: NonNullable<Transport["onerror"]>;
  onclose?: NonNullable<Transport["onclose"]>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #waiting = new WaitingMessages({
    deliver: (message) => this.#deliver(message),
    pause: () => this.#input.pause(),
    resume: () => {
      if (!this.#isClosed) {
        this.#input.resume();
      }
    },
  });
  readonly #lines = new MessageLines(MESSAGE_BYTES_MAX, {
    line: (text, bytes) => this.#receive(text, bytes),
    tooLong: (id) => this.#refuse({ code: TOO_LONG.code, problem: TOO_LONG.message, id }),
  });
  /** Listeners on the input, by event. */
  readonly #listeners = {
    data: (part: Buffer) => this.#lines.push(part),
    end: () => this.#lines.end(),
    error: (error: Error) => this.onerror?.(error),
  };
  #isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** Resolves when every received request is answered or cancelled. */
  answered(): Promise<void> {
    return this.#waiting.idle();
  }

  async start(): Promise<void> {
    for (const [event, listener] of Object.entries(this.#listeners)) {
      this.#input.on(event, listener);
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!isProgress(message) || !this.#waiting.isBehind) {
      await this.#write(message);
      this.#waiting.answered(message);
    }
  }

  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      for (const [event, listener] of Object.entries(this.#listeners)) {
        this.#input.off(event, listener);
      }
      this.#input.pause();
      this.onclose?.();
    }
  }

  #receive(line: string, bytes: number): void {
    if (line.trim() !== "") {
      // Some shells put a byte order mark before what they write first.
      const read = readMessage(line.replace(/^\uFEFF/, ""));
      if ("message" in read) {
        this.#waiting.received(read.message, bytes);
      } else {
        this.#refuse(read);
      }
    }
  }

  #refuse({ code, problem, id }: Refused): void {
    void this.#write({ jsonrpc: "2.0", id, error: { code, message: problem } });
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.#isClosed) {
      try {
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  /** Resolves when the stream has taken the line, or has failed: that ends the server anyway. */
  #write(message: unknown): Promise<void> {
    if (this.#isClosed || this.#output.destroyed) {
      return Promise.resolve();
    }
    const line = `${JSON.stringify(message)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#waiting.written(bytes);
    return new Promise((resolve) => {
      this.#output.write(line, () => {
        this.#waiting.written(-bytes);
        resolve();
      });
    });
  }
}

/** The JSON-RPC error that answers a line. */
interface Refused {
  readonly code: number;
  readonly problem: string;
  readonly id: string | number | null;
}

/** The message on a line; the error to answer it with if it is none. */
function readMessage(line: string): { readonly message: JSONRPCMessage } | Refused {
  let value: unknown;
  try {
    value = withPlainArguments(JSON.parse(line));
  } catch {
    return { code: PARSE_ERROR, problem: "a line on stdin is not JSON", id: null };
  }
  if (isSpecType.JSONRPCMessage(value)) {
    return { message: value };
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
  return isSpecType.JSONRPCMessage(rest);
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
