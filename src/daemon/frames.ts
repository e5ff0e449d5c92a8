// The messages between a front (the process that a client or a shell started) and the daemon: frames on one local socket. A frame
// is one byte for its kind, four for the length of its payload (big-endian), and the payload.
import type { Socket } from "node:net";

const FRAME_KINDS = [
  /** Front to daemon, once and first, JSON: a `Start`. */
  "start",
  /** Front to daemon: the front has read the acceptance and still waits; bytes of stdin; Ctrl-C; asks for an `alive`, which may also be first. */
  "begin",
  "input",
  "interrupt",
  "probe",
  /** Daemon to front: it does this work (JSON: an `Acceptance`), or it does not and the front works alone. */
  "accepted",
  "declined",
  /** Daemon to front, at once: it is not hung. */
  "alive",
  /** Daemon to front: bytes for stdout and stderr; the exit code as JSON, last. */
  "output",
  "error",
  "exit",
] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

/** What a front asks the daemon to run. */
export interface Start {
  /** From the daemon's entry, which only its user can read. */
  readonly token: string;
  /** The arguments after the program's name. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Only the variables that a command reads (`passedEnvironment`). */
  readonly env: Readonly<Record<string, string>>;
  /** Columns of the terminal; null if the stream is not a terminal. */
  readonly outputColumns: number | null;
  readonly errorColumns: number | null;
}

export interface Acceptance {
  /** Whether the command may be run again after it was cut off; for a session, the tools that may be called again. */
  readonly repeatable: boolean | readonly string[];
}

const HEAD_BYTES = 5;
/** In bytes. Longer payloads are sent in parts, so a frame that claims more is not ours. */
const PAYLOAD_BYTES_MAX = 1024 * 1024;

const headOf = (kind: FrameKind, bytes: number): Buffer => {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt8(FRAME_KINDS.indexOf(kind));
  head.writeUInt32BE(bytes, 1);
  return head;
};

/** Sends bytes in as many frames as they need. False if the socket's buffer is full: wait for `drain`. */
export function sendBytes(
  socket: Socket,
  kind: FrameKind,
  bytes: Buffer,
  done?: (error?: Error | null) => void,
): boolean {
  let accepted = true;
  let start = 0;
  do {
    const part = bytes.subarray(start, start + PAYLOAD_BYTES_MAX);
    start += part.length;
    socket.cork();
    socket.write(headOf(kind, part.length));
    accepted = start < bytes.length ? socket.write(part) : socket.write(part, done);
    socket.uncork();
  } while (start < bytes.length);
  return accepted;
}

export function sendValue(socket: Socket, kind: FrameKind, value: unknown = null): void {
  sendBytes(socket, kind, Buffer.from(JSON.stringify(value)));
}

class BadFrame extends Error {}

/** Parses frames from a socket's bytes. Throws BadFrame for bytes that are not a frame. */
export class FrameReader {
  readonly #take: (kind: FrameKind, payload: Buffer) => void;
  #pending: Buffer = Buffer.alloc(0);

  constructor(take: (kind: FrameKind, payload: Buffer) => void) {
    this.#take = take;
  }

  push(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    while (this.#pending.length >= HEAD_BYTES) {
      const kind = FRAME_KINDS[this.#pending.readUInt8()];
      const length = this.#pending.readUInt32BE(1);
      if (kind === undefined || length > PAYLOAD_BYTES_MAX) {
        throw new BadFrame("these bytes are not a frame");
      }
      if (this.#pending.length < HEAD_BYTES + length) {
        return;
      }
      const payload = this.#pending.subarray(HEAD_BYTES, HEAD_BYTES + length);
      this.#pending = this.#pending.subarray(HEAD_BYTES + length);
      this.#take(kind, payload);
    }
  }
}

/** A payload of JSON. Throws BadFrame. */
export function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString("utf8"));
  } catch {
    throw new BadFrame("this frame's payload is not JSON");
  }
}
