// Lets an answer through as it arrives, up to its edits, which are shown as a diff later. Only a line that may open the edits waits for more.
import { BEGIN } from "./edit-form.ts";

export interface EditsHidden {
  write(text: string): void;
  /** After the last text: what still waits is shown. */
  end(): void;
}

/** `show` gets each piece at once. */
export function hideEdits(show: (text: string) => void): EditsHidden {
  /** The beginning of a line that may be `EDITS`; null in the rest of a line that is not. */
  let held: string | null = "";
  let isHidden = false;
  const pass = (text: string): void => {
    if (text !== "") {
      show(text);
    }
  };
  return {
    write(text) {
      let shown = "";
      for (let at = 0; at < text.length && !isHidden; ) {
        if (held === null) {
          const end = text.indexOf("\n", at) + 1;
          shown += text.slice(at, end === 0 ? text.length : end);
          held = end === 0 ? null : "";
          at = end === 0 ? text.length : end;
          continue;
        }
        const letter = text[at] ?? "";
        at += 1;
        if (letter === "\n" && held.trimEnd() === BEGIN) {
          isHidden = true;
        } else if (letter === "\n") {
          shown += held + letter;
          held = "";
        } else if (mayOpen(held + letter)) {
          held += letter;
        } else {
          shown += held + letter;
          held = null;
        }
      }
      pass(shown);
    },
    end() {
      if (!isHidden && held !== null && held.trimEnd() !== BEGIN) {
        pass(held);
      }
    },
  };
}

/** White space may follow the word, but not without end. */
const HELD_MAX = 40;

const mayOpen = (line: string): boolean =>
  line.length <= BEGIN.length ? BEGIN.startsWith(line) : line.length <= HELD_MAX && line.trimEnd() === BEGIN;
