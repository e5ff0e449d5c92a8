// Finds the `id` of a JSON object that is too long to be parsed, as its bytes arrive. Keeps only what may be the id. Senders
// put it first or last, and the text of an argument may contain the same letters: only a key of the outermost object counts.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
/** Bytes of a key or an id that are kept. */
const KEPT_MAX = 256;

export class IdFinder {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** At the object's own level: whether a value follows, after its colon. */
  #inValue = false;
  #key = "";
  /** The bytes of the current key or value, as single characters. */
  #kept = "";
  #id = "null";

  push(part: Buffer): void {
    for (const byte of part) {
      const isQuote = byte === QUOTE && !this.#escaped;
      if (this.#inString || isQuote) {
        this.#inString = isQuote ? !this.#inString : this.#inString;
        this.#escaped = byte === BACKSLASH && !this.#escaped;
        this.#keep(byte);
      } else {
        this.#structural(byte);
      }
    }
  }

  /** Null if none was found, or none that JSON-RPC allows. */
  id(): string | number | null {
    try {
      const value: unknown = JSON.parse(Buffer.from(this.#id, "latin1").toString("utf8"));
      return typeof value === "string" || typeof value === "number" ? value : null;
    } catch {
      return null;
    }
  }

  /** One byte outside of strings. */
  #structural(byte: number): void {
    if (OPENING.has(byte)) {
      this.#depth += 1;
    } else if (CLOSING.has(byte)) {
      this.#depth -= 1;
      if (this.#depth === 0) {
        this.#endPair();
      }
    } else if (this.#depth === 1 && byte === COMMA) {
      this.#endPair();
    } else if (this.#depth === 1 && byte === COLON) {
      [this.#key, this.#kept, this.#inValue] = [this.#kept.trim(), "", true];
    } else {
      this.#keep(byte);
    }
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#kept.length < KEPT_MAX) {
      this.#kept += String.fromCharCode(byte);
    }
  }

  #endPair(): void {
    if (this.#inValue && this.#key === '"id"') {
      this.#id = this.#kept;
    }
    this.#inValue = false;
    this.#kept = "";
  }
}
