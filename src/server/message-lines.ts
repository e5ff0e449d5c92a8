// Splits a stream of bytes into lines of limited length, and a line with several messages into one for each. A longer line is not
// kept; only its JSON-RPC id is extracted, so that its sender gets an answer.
import { IdFinder } from "./id-finder.ts";

/** In bytes. A longer line is rejected, and skipped without being kept. */
export const MESSAGE_BYTES_MAX = 10 * 1024 * 1024;

/** Messages that one line may have; with more it is handed on as it is, which is no message. */
const BATCH_MAX = 100;

/** JSON-RPC's "invalid request". */
const INVALID_REQUEST = -32600;
const NEWLINE = 0x0a;

/** The error that answers a line that is too long. */
export const TOO_LONG = {
  code: INVALID_REQUEST,
  message: `a message on stdin is longer than ${MESSAGE_BYTES_MAX} bytes`,
} as const;

export interface LineHandlers {
  /** A line without its newline, or one of the messages that stand on it. */
  readonly line: (text: string, bytes: number) => void;
  /** The end of a line that was too long; `id` is null if it has none. */
  readonly tooLong: (id: string | number | null) => void;
}

export class MessageLines {
  readonly #bytesMax: number;
  readonly #handlers: LineHandlers;
  #pending: Buffer[] = [];
  #bytes = 0;
  /** Of a line that is too long. */
  #finder: IdFinder | null = null;

  constructor(bytesMax: number, handlers: LineHandlers) {
    this.#bytesMax = bytesMax;
    this.#handlers = handlers;
  }

  push(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
      this.#keep(data.subarray(start, end));
      start = end + 1;
      this.#endLine();
    }
    this.#keep(data.subarray(start));
  }

  /** The stream has ended: a line without a newline is dropped, one that was too long is reported. */
  end(): void {
    if (this.#finder !== null) {
      this.#endLine();
    }
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#finder !== null) {
      this.#finder.push(part);
    } else if (part.length > 0) {
      this.#pending.push(part);
    }
    if (this.#finder === null && this.#bytes > this.#bytesMax) {
      this.#finder = new IdFinder();
      for (const kept of this.#pending) {
        this.#finder.push(kept);
      }
      this.#pending = [];
    }
  }

  #endLine(): void {
    const [text, bytes, finder] = [Buffer.concat(this.#pending).toString("utf8"), this.#bytes, this.#finder];
    this.#pending = [];
    this.#bytes = 0;
    this.#finder = null;
    if (finder === null) {
      const messages = messagesOn(text);
      for (const message of messages) {
        this.#handlers.line(message, Math.ceil(bytes / messages.length));
      }
    } else {
      this.#handlers.tooLong(finder.id());
    }
  }
}

/** A JSON-RPC batch, which revision 2025-03-26 has: each of its messages stands for itself. */
function messagesOn(line: string): readonly string[] {
  if (!line.trimStart().startsWith("[")) {
    return [line];
  }
  try {
    const batch = JSON.parse(line) as readonly unknown[];
    return batch.length === 0 || batch.length > BATCH_MAX ? [line] : batch.map((message) => JSON.stringify(message));
  } catch {
    return [line];
  }
}
