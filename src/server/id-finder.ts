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

export interface IdFinder {
  push(part: Buffer): void;
  /** Null if none was found, or none that JSON-RPC allows. */
  id(): string | number | null;
}

export function openIdFinder(): IdFinder {
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** At the object's own level: whether a value follows, after its colon. */
  let inValue = false;
  let key = "";
  /** The bytes of the current key or value. */
  let kept = "";
  let found: string | null = null;

  const endPair = (): void => {
    if (inValue && key === '"id"') {
      found = kept;
    }
    inValue = false;
    kept = "";
  };

  /** One byte outside of strings. */
  const structural = (byte: number): void => {
    if (OPENING.has(byte)) {
      depth += 1;
    } else if (CLOSING.has(byte)) {
      depth -= 1;
      if (depth === 0) {
        endPair();
      }
    } else if (depth === 1 && byte === COMMA) {
      endPair();
    } else if (depth === 1 && byte === COLON) {
      [key, kept, inValue] = [kept.trim(), "", true];
    } else if (depth === 1 && kept.length < KEPT_MAX) {
      kept += String.fromCharCode(byte);
    }
  };

  return {
    push(part) {
      for (const byte of part) {
        const isQuote = byte === QUOTE && !escaped;
        if (inString || isQuote) {
          inString = isQuote ? !inString : inString;
          escaped = byte === BACKSLASH && !escaped;
          if (depth === 1 && kept.length < KEPT_MAX) {
            kept += String.fromCharCode(byte);
          }
        } else {
          structural(byte);
        }
      }
    },
    id() {
      try {
        // The bytes were collected as single characters.
        const value: unknown = JSON.parse(Buffer.from(found ?? "null", "latin1").toString("utf8"));
        return typeof value === "string" || typeof value === "number" ? value : null;
      } catch {
        return null;
      }
    },
  };
}
