// What an agent did, as Emacs reads it: a line of JSON, in a form that all agents share. Emacs shows a text as it comes, so texts are bounded here
// and have no lines that make it slow.

/** Of a result: its first lines; what a button says that shows all of it, "" where there is no more; all of it. */
export type AgentEvent =
  | readonly ["session" | "text" | "thinking" | "failed" | "note", string]
  | readonly ["tool", name: string, input: string]
  | readonly ["result", first: string, button: string, whole: string]
  | readonly ["tokens", input: number, output: number];

const LINES_SHOWN = 6;
const LINE_SHOWN_MAX = 1_000;
const INPUT_SHOWN_MAX = 300;
const NOTE_MAX = 2_000;
const TEXT_MAX = 100_000;
/** Longer lines make Emacs slow. */
const LINE_MAX = 8_000;

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

export function resultEvent(text: string): AgentEvent {
  const lines = text.trimEnd().split("\n");
  const shown = lines.slice(0, LINES_SHOWN);
  const more = lines.length - shown.length;
  const isCut = shown.some((line) => line.length > LINE_SHOWN_MAX);
  const button = more > 0 ? `[${more} more lines]` : isCut ? "[the whole lines]" : "";
  return ["result", shown.map((line) => cut(line, LINE_SHOWN_MAX)).join("\n"), button, button === "" ? "" : text];
}

/** The event as a line without its end. */
export function renderEvent(event: AgentEvent): string {
  const max = event[0] === "note" ? NOTE_MAX : event[0] === "tool" ? INPUT_SHOWN_MAX : TEXT_MAX;
  return JSON.stringify(event.map((part) => (typeof part === "string" ? showable(part, max) : part)));
}

const LONG_LINE = new RegExp(`[^\n]{${LINE_MAX}}(?!\n)`, "gu");

/** Emacs 28 reads neither NUL characters nor halves of surrogate pairs. */
function showable(text: string, max: number): string {
  const left = text.length - max;
  const shown = left > 0 ? `${text.slice(0, max)}… [${left} more characters]` : text;
  return shown.replace(LONG_LINE, "$&\n").replace(/\0|[\ud800-\udfff]/gu, "�");
}
