// Answers a client's first requests while the daemon starts. What the client sends stays in the stream, so that the session reads all of it and
// begins as the client wants; its own answers to these requests are then left out.
import type { Readable, Writable } from "node:stream";
import type { OpeningAnswers, OpeningRequest } from "./opening-answers.ts";

const CHECK_MS = 5;

export interface EarlyAnswers {
  /** Ends it. The ids of the requests that were answered, as JSON. */
  stop(): ReadonlySet<string>;
}

/** `input` must not be read by anybody else until `stop`. */
export function answerEarly(input: Readable, output: Writable, answers: OpeningAnswers): EarlyAnswers {
  const answered = new Set<string>();
  let seen = 0;
  const look = (): void => {
    const bytes = peek(input, seen);
    const end = bytes === null ? -1 : bytes.lastIndexOf("\n");
    if (bytes === null || end < seen) {
      return;
    }
    for (const line of bytes.toString("utf8", seen, end).split("\n")) {
      const { id, ...request } = requestOf(line);
      const result = id === undefined ? undefined : answers.find(request);
      if (result !== undefined) {
        output.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
        answered.add(JSON.stringify(id));
      }
    }
    seen = end + 1;
  };
  // A client that gives up closes both; the session that begins then finds them closed.
  const ignore = (): void => undefined;
  input.on("error", ignore);
  output.on("error", ignore);
  const timer = setInterval(look, CHECK_MS);
  look();
  return {
    stop: () => {
      clearInterval(timer);
      input.off("error", ignore);
      output.off("error", ignore);
      return answered;
    },
  };
}

/** What the stream has, which stays in it; null if that is not more than `seen` bytes. */
function peek(input: Readable, seen: number): Buffer | null {
  // Has the stream read from the system without taking anything out of it.
  input.read(0);
  if (input.readableLength <= seen) {
    return null;
  }
  const bytes: unknown = input.read();
  if (!Buffer.isBuffer(bytes)) {
    return null;
  }
  input.unshift(bytes);
  return bytes;
}

interface Request extends OpeningRequest {
  readonly id?: string | number | undefined;
}

/** Nothing of a line that is not one request. */
function requestOf(line: string): Request {
  try {
    const message = JSON.parse(line) as Partial<Request> | null;
    const { id, method, params } = message ?? {};
    return (typeof id === "string" || typeof id === "number") && typeof method === "string"
      ? { id, method, params }
      : {};
  } catch {
    return {};
  }
}
