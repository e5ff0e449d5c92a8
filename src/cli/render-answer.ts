// An answer on stdout: JSON unchanged, text with the important parts highlighted.
import type { Answer } from "../operations/contract/operation.ts";
import { escapeUnseenInJson } from "../vocabulary/shown-text.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

/** JSON that is safe on a terminal: control characters are escaped, which JSON reads as the same text. */
export function renderJson(value: unknown, out: Pick<Output, "terminal">): string {
  const text = JSON.stringify(value, null, out.terminal ? 2 : undefined);
  return `${escapeUnseenInJson(text)}\n`;
}

export function renderAnswer(answer: Answer, json: boolean, out: Output): string {
  if (json) {
    return renderJson(answer.structured, out);
  }
  const text = answer.text.endsWith("\n") ? answer.text : `${answer.text}\n`;
  return (out.terminal || out.colours) && answer.isForPrograms !== true ? highlight(visible(text), out) : text;
}

/** A hit's first line: its rank, then `path:12` or `path:12-40`. */
const ANCHOR = /^(\d+\. )(.+?:\d+(?:-\d+)?)(?= |$)/;

/** A finding of a review, by its severity. */
const SEVERITY = /^(?:(critical|high)|(medium)|low|info): /;

function highlight(text: string, out: Output): string {
  const { bold, cyan, dim, red, yellow } = styleOf(out);
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0) {
        return bold(line);
      }
      const [severity, isSevere, isMedium] = SEVERITY.exec(line) ?? [];
      if (severity !== undefined) {
        const paint = isSevere !== undefined ? red : isMedium !== undefined ? yellow : dim;
        return `${bold(paint(severity))}${line.slice(severity.length)}`;
      }
      return /^problem [A-Z_0-9]+: /.test(line)
        ? dim(line)
        : line.replace(ANCHOR, (_, before: string, anchor: string) => before + cyan(anchor));
    })
    .join("\n");
}
