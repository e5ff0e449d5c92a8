// A client's messages on their way to the session: the first requests are answered here at once, all others are passed on as they are. So the
// session may still be starting, or busy.
import { type Readable, Transform, type TransformCallback, type Writable } from "node:stream";
import type { AnswerOpening } from "./answer-opening.ts";

const NEWLINE = 0x0a;
/** A longer line, in bytes, is none of the first requests. */
const LINE_BYTES_MAX = 65_536;
/** What is kept for a session that does not read yet, in bytes; beyond it, the client is not read. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024;

/** Where answers are written once the session may write, too. */
export interface SharedOutput {
  readonly output: Writable;
  /** Called with the id, as JSON, of an answered request that is passed on: the session's answer is to be left out. */
  readonly leaveOut: (id: string) => void;
}

export interface ClientStream {
  /** For the session. */
  readonly rest: Readable;
  /** Resolves when the first request was answered, or when the session has to answer one. */
  readonly isBegun: Promise<void>;
  /** To be called before the session reads `rest`. */
  readonly handOver: (shared: SharedOutput) => void;
}

export interface ClientStreamOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly answer: AnswerOpening;
}

export function openClientStream({ input, output: first, answer }: ClientStreamOptions): ClientStream {
  let begin: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const passedOn: string[] = [];
  let output = first;
  let leaveOut: SharedOutput["leaveOut"] = (id) => passedOn.push(id);
  const rest = new Messages((line) => {
    const found = answer(line);
    if (found === null) {
      begin();
      return true;
    }
    output.write(found.line, begin);
    if (found.isPassedOn) {
      // Only the first request of all is, so this answer is not taken for the session's.
      leaveOut(JSON.stringify(found.id));
    }
    return found.isPassedOn;
  });
  const handOver = (shared: SharedOutput): void => {
    ({ output, leaveOut } = shared);
    passedOn.splice(0).map(leaveOut);
  };
  input.once("end", begin);
  input.on("error", (error) => rest.destroy(error));
  input.once("close", () => {
    if (!input.readableEnded) {
      rest.destroy();
    }
  });
  input.pipe(rest);
  return { rest, isBegun, handOver };
}

/** Passes lines on, except those that `isPassed` keeps back. */
class Messages extends Transform {
  readonly #isPassed: (line: string) => boolean;
  #pending: Buffer[] = [];
  #bytes = 0;

  constructor(isPassed: (line: string) => boolean) {
    super({ readableHighWaterMark: KEPT_BYTES_MAX });
    this.#isPassed = isPassed;
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      this.#keep(bytes.subarray(start, end + 1));
      this.#endLine();
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#passAll();
    done();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) {
      return;
    }
    this.#bytes += part.length;
    this.#pending.push(part);
    if (this.#bytes > LINE_BYTES_MAX) {
      this.#passAll();
    }
  }

  #endLine(): void {
    // Of a long line the beginning is passed on already.
    const isWhole = this.#bytes <= LINE_BYTES_MAX;
    this.#bytes = 0;
    if (!this.#isPassed(isWhole ? Buffer.concat(this.#pending).toString("utf8") : "a long line") && isWhole) {
      this.#pending = [];
    }
    this.#passAll();
  }

  #passAll(): void {
    for (const part of this.#pending.splice(0)) {
      this.push(part);
    }
  }
}
