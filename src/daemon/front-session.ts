// A client's session in the daemon: this process passes the messages on, line by line. It remembers how the session began and which
// requests wait for an answer. When the daemon is lost, it opens a session in this process, replays these, and goes on.
import { PassThrough, Writable } from "node:stream";
import { MESSAGE_BYTES_MAX, MessageLines, TOO_LONG } from "../server/message-lines.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { DaemonConnection } from "./connect.ts";
import { converse } from "./converse.ts";
import { sendBytes } from "./frames.ts";

/** A session over two streams: one in this process, or one in the daemon. */
export interface Session {
  /** Resolves when no request waits for its answer. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

export interface FrontOptions {
  readonly args: readonly string[];
  readonly input: NodeJS.ReadableStream;
  readonly output: Writable;
  readonly stderr: NodeJS.WritableStream;
  /** Opens a session in this process. */
  readonly alone: (input: PassThrough, output: Writable) => Promise<Session>;
  readonly onLost: () => void;
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly requestId?: unknown };
}

/** Null if the daemon does not serve this session; then nothing was read from `input`. */
export async function openFrontSession(connection: DaemonConnection, options: FrontOptions): Promise<Session | null> {
  const front = new FrontSession(connection, options);
  return (await front.begun) ? front : null;
}

const parse = (line: string): Message => {
  try {
    return (JSON.parse(line.replace(/^\uFEFF/, "")) ?? {}) as Message;
  } catch {
    // Invalid JSON is passed on: the session that reads it answers with an error.
    return {};
  }
};

/** Messages that set the state of a session; they are replayed to a new one. */
const OPENS: ReadonlySet<string> = new Set(["initialize", "notifications/initialized", "logging/setLevel"]);

class FrontSession implements Session {
  readonly begun: Promise<boolean>;
  readonly #connection: DaemonConnection;
  readonly #options: FrontOptions;
  /** The messages to replay first, in order, by method; a subscription by its address. */
  readonly #opening = new Map<string, string>();
  /** The requests without an answer, by their id as JSON. */
  readonly #waiting = new Map<string, { readonly line: string; readonly message: Message }>();
  readonly #lines: MessageLines;
  #repeatable: ReadonlySet<string> = new Set();
  /** Takes the client's lines once the daemon is lost. */
  #instead: { readonly input: PassThrough; readonly session: Promise<Session> } | null = null;
  #isClosed = false;
  #idle: (() => void)[] = [];

  constructor(connection: DaemonConnection, options: FrontOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#lines = new MessageLines(MESSAGE_BYTES_MAX, {
      line: (line) => this.#fromClient(line),
      tooLong: (id) => void options.output.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: TOO_LONG })}\n`),
    });
    this.begun = this.#begin();
  }

  async answered(): Promise<void> {
    if (this.#instead !== null) {
      await (await this.#instead.session).answered();
    } else if (this.#waiting.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection.socket.destroy();
    await (await this.#instead?.session)?.close();
  }

  #begin(): Promise<boolean> {
    const { socket } = this.#connection;
    return new Promise((resolve) => {
      let hasBegun = false;
      const answers = new MessageLines(Number.POSITIVE_INFINITY, {
        line: (line) => this.#fromDaemon(line),
        tooLong: () => undefined,
      });
      converse(this.#connection, this.#options.args, {
        accepted: ({ repeatable }) => {
          hasBegun = true;
          this.#repeatable = new Set(Array.isArray(repeatable) ? repeatable : []);
          this.#readClient();
          resolve(true);
        },
        frame: (kind, payload) => {
          if (kind === "output") {
            answers.push(payload);
          } else if (kind === "error" && hasBegun) {
            this.#options.stderr.write(payload);
          } else {
            socket.destroy();
          }
        },
        isWaiting: () => this.#waiting.size > 0,
        closed: () => {
          if (!hasBegun) {
            resolve(false);
          } else if (!this.#isClosed) {
            this.#takeOver();
          }
        },
      });
    });
  }

  #readClient(): void {
    this.#options.input.on("data", (bytes: Buffer) => this.#lines.push(bytes));
    this.#options.input.on("end", () => this.#lines.end());
  }

  #fromClient(line: string): void {
    if (this.#instead !== null) {
      this.#instead.input.write(`${line}\n`);
      return;
    }
    const message = parse(line);
    if (this.#isPing(message)) {
      this.#options.output.write(`${JSON.stringify({ result: {}, jsonrpc: "2.0", id: message.id })}\n`);
      return;
    }
    this.#remember(line, message);
    const { socket } = this.#connection;
    if (!sendBytes(socket, "input", Buffer.from(`${line}\n`))) {
      this.#options.input.pause();
      socket.once("drain", () => this.#options.input.resume());
    }
  }

  /** A ping of a session that has begun: it asks whether this process is there, and nothing of the daemon. */
  #isPing({ jsonrpc, id, method }: Message): boolean {
    const isRequest = jsonrpc === "2.0" && (typeof id === "string" || Number.isSafeInteger(id));
    return method === "ping" && isRequest && this.#opening.has("initialize");
  }

  #remember(line: string, message: Message): void {
    const { id, method = "", params } = message;
    if (OPENS.has(method)) {
      this.#opening.set(method, line);
    } else if (method === "resources/subscribe") {
      this.#opening.set(`subscription ${String(params?.uri)}`, line);
    } else if (method === "resources/unsubscribe") {
      this.#opening.delete(`subscription ${String(params?.uri)}`);
    } else if (method === "notifications/cancelled") {
      this.#answered(params?.requestId);
    }
    if (method !== "" && id !== undefined) {
      this.#waiting.set(JSON.stringify(id), { line, message });
    }
  }

  #answered(id: unknown): void {
    this.#waiting.delete(JSON.stringify(id));
    if (this.#waiting.size === 0) {
      for (const resolve of this.#idle.splice(0)) {
        resolve();
      }
    }
  }

  /** Whole lines only: half a line from a daemon that was killed would spoil the next one. */
  #fromDaemon(line: string): void {
    const { id, method } = parse(line);
    if (id !== undefined && method === undefined) {
      this.#answered(id);
    }
    const { socket } = this.#connection;
    if (!this.#options.output.write(`${line}\n`)) {
      socket.pause();
      this.#options.output.once("drain", () => socket.resume());
    }
  }

  #takeOver(): void {
    this.#options.onLost();
    this.#options.input.resume();
    const input = new PassThrough();
    const unwanted = new Set<string>();
    this.#instead = { input, session: this.#options.alone(input, withoutAnswersTo(unwanted, this.#options.output)) };
    for (const line of this.#opening.values()) {
      const id = JSON.stringify(parse(line).id);
      // If the client has this answer already, the new session's is dropped.
      if (!this.#waiting.delete(id)) {
        unwanted.add(id);
      }
      input.write(`${line}\n`);
    }
    for (const { line, message } of this.#waiting.values()) {
      if (message.method !== "tools/call" || this.#repeatable.has(String(message.params?.name))) {
        input.write(`${line}\n`);
      } else {
        void cutOff(message).then((answer) => this.#options.output.write(`${answer}\n`));
      }
    }
    this.#waiting.clear();
  }
}

/** Answers a call of which nobody knows whether it was done. A failed tool result, because a model can read that and check. */
async function cutOff({ id, params }: Message): Promise<string> {
  // Loaded here, so that a front that does not need it starts fast.
  // In both forms: the message does not say which client it is from.
  const { renderFailure } = await import("../server/tool-calls.ts");
  const failure = new Failure(
    "INTERNAL",
    `the shared server ended during ${String(params?.name)}: it may be done, or not`,
    {
      hint: "look at what it should have changed before you call it again; a commit that was cut off is completed or taken back at the next edit",
    },
  );
  return JSON.stringify({ jsonrpc: "2.0", id, result: renderFailure(failure, "") });
}

/** Passes lines on to `output`, except the first answer to each of these ids. */
function withoutAnswersTo(ids: Set<string>, output: Writable): Writable {
  return new Writable({
    decodeStrings: false,
    write: (line: string | Buffer, _encoding, done) => {
      const text = line.toString();
      const { id, method } = ids.size > 0 ? parse(text) : {};
      if (id !== undefined && method === undefined && ids.delete(JSON.stringify(id))) {
        done();
      } else {
        output.write(text, done);
      }
    },
  });
}
