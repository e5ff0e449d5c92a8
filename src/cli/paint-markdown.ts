// Light styling of Markdown while it comes: headings bold, code in another colour; its signs stay, and nothing waits for what follows.
import { styleOf } from "./style.ts";
import type { Output } from "./terminal.ts";

/** Paints one piece after another; nothing where there are no colours. */
export function openPainter(out: Pick<Output, "colours">): (piece: string) => string {
  const { bold, cyan } = styleOf(out);
  let isLineStart = true;
  let isHeading = false;
  let isCode = false;
  const paint = (part: string): string => {
    if (part === "\n") {
      [isLineStart, isHeading, isCode] = [true, false, false];
      return part;
    }
    isHeading ||= isLineStart && part.startsWith("#");
    isLineStart = false;
    if (part === "`") {
      isCode = !isCode;
      return cyan(part);
    }
    return isCode ? cyan(part) : isHeading ? bold(part) : part;
  };
  return (piece) =>
    out.colours
      ? piece
          .split(/(\n|`)/)
          .map((part) => (part === "" ? "" : paint(part)))
          .join("")
      : piece;
}
