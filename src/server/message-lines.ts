// Splits a stream of bytes into lines of limited length. A longer line is not kept; only its JSON-RPC id is extracted, so that
// its sender gets an answer.
import { openIdFinder } from "./id-finder.ts";

const NEWLINE = 0x0a;

export interface MessageLines {
  push(data: Buffer): void;
  /** The stream has ended: a line without a newline is dropped, one that was too long is reported. */
  end(): void;
}

export interface LineHandlers {
  /** A line without its newline. */
  readonly line: (text: string, bytes: number) => void;
  /** The end of a line that was too long; `id` is null if it has none. */
  readonly tooLong: (id: string | number | null) => void;
}

export function openMessageLines(bytesMax: number, { line, tooLong }: LineHandlers): MessageLines {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let finder: ReturnType<typeof openIdFinder> | null = null;

  const keep = (part: Buffer): void => {
    pendingBytes += part.length;
    if (finder !== null) {
      finder.push(part);
    } else if (part.length > 0) {
      pending.push(part);
    }
    if (finder === null && pendingBytes > bytesMax) {
      finder = openIdFinder();
      for (const kept of pending) {
        finder.push(kept);
      }
      pending = [];
    }
  };

  const endLine = (): void => {
    const [text, bytes, long] = [Buffer.concat(pending).toString("utf8"), pendingBytes, finder];
    pending = [];
    pendingBytes = 0;
    finder = null;
    if (long === null) {
      line(text, bytes);
    } else {
      tooLong(long.id());
    }
  };

  return {
    push(data) {
      let start = 0;
      for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
        keep(data.subarray(start, end));
        start = end + 1;
        endLine();
      }
      keep(data.subarray(start));
    },
    end() {
      if (finder !== null) {
        endLine();
      }
    },
  };
}
