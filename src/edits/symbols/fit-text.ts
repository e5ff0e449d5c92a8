// Fits a caller's text to the place where it goes: its line ending, its indentation, tabs or spaces.
import { splitLines } from "../../vocabulary/text.ts";
import type { LineEnding } from "../line-ending.ts";

export interface TextPlace {
  /** Of the line that the text begins on. */
  readonly indentation: string;
  readonly ending: LineEnding;
  /** One level of indentation in the file: a tab, or some spaces. */
  readonly unit: string;
  /** Lines of the symbol that is there: one that is given again stays as it is, however the rest of the file is indented. */
  readonly present: ReadonlySet<string>;
}

/** Lines of a given text (0-based) that begin inside a string whose white space counts: they stay as they are given. */
export type VerbatimLines = ReadonlySet<number>;

const NONE: VerbatimLines = new Set();

/** The lines of a text without blank ones at its ends. White space at its end is dropped, since what stands behind the place stays. */
export function contentLines(given: string): readonly string[] {
  const lines = splitLines(given.trimEnd());
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first);
}

/**
 * The text as it stands at its place: without blank lines at its ends, and its first line without indentation. It may be given with any
 * indentation, or with that of the place on all lines but the first, as one copies it from the middle of a line.
 */
export function fitText(lines: readonly string[], place: TextPlace, verbatim: VerbatimLines = NONE): string {
  const own = ownIndentation(lines, place, verbatim);
  const ownUnit = unitOf(lines.map((line, at) => (verbatim.has(at) ? "" : line)));
  const fitted = lines.map((line, at) => {
    if (verbatim.has(at) || (at > 0 && own === place.indentation && place.present.has(line))) {
      return line;
    }
    const content = line.trimStart();
    if (content === "" || at === 0) {
      return content;
    }
    const indent = indentOf(line);
    const relative = withoutPrefix(indent, own);
    // What stands further left than the first line does so at its place too.
    const depth = place.indentation.length - Math.max(0, own.length - indent.length);
    return place.indentation.slice(0, Math.max(0, depth)) + convert(relative, ownUnit, place.unit) + content;
  });
  return fitted.join(place.ending);
}

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** The indentation that the lines have in common with the first one, or else with the place. */
function ownIndentation(
  lines: readonly string[],
  { indentation, present }: TextPlace,
  verbatim: VerbatimLines,
): string {
  const first = indentOf(lines[0] ?? "");
  if (first !== "" || indentation === "") {
    return first;
  }
  const rest = lines.filter((line, at) => at > 0 && line.trim() !== "" && !verbatim.has(at));
  if (rest.length === 0 || !rest.every((line) => line.startsWith(indentation))) {
    return "";
  }
  // At the depth of the first line there is at most what closes it, or what the symbol has there already, such as the lines of a comment
  // above it; otherwise the text is indented by itself.
  const beside = rest.filter((line) => indentOf(line) === indentation);
  const last = rest.at(-1) ?? "";
  const isClosed =
    beside.length > 0 && indentOf(last) === indentation && /^\s*(?:[)\]}]|end\b|done\b|fi\b|esac\b)/.test(last);
  return isClosed || beside.every((line) => present.has(line)) ? indentation : "";
}

/** What is left of an indentation after as much of the prefix as it has. */
function withoutPrefix(indentation: string, prefix: string): string {
  let common = 0;
  while (common < prefix.length && indentation[common] === prefix[common]) {
    common += 1;
  }
  return indentation.slice(common);
}

const SPACES_DEFAULT = "    ";

/** One level of indentation, as most indented lines show it; four spaces where none is indented. */
export function unitOf(lines: readonly string[]): string {
  let tabs = 0;
  let spaces = 0;
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (line.trim() === "") {
      continue;
    }
    if (indent.startsWith("\t")) {
      tabs += 1;
    } else if (indent !== "") {
      spaces += 1;
    }
    const step = indent.length - before;
    if (step > 1 && !indent.startsWith("\t")) {
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    before = indent.length;
  }
  if (tabs > spaces) {
    return "\t";
  }
  const [usual] = [...steps].sort((a, b) => b[1] - a[1]);
  return usual === undefined ? SPACES_DEFAULT : " ".repeat(usual[0]);
}

/** Tabs become spaces or spaces tabs; spaces stay as many as they are. */
function convert(indentation: string, from: string, to: string): string {
  if (to === "\t" && from !== "\t") {
    const width = indentation.replaceAll("\t", from).length;
    const levels = Math.floor(width / from.length);
    return "\t".repeat(levels) + " ".repeat(width - levels * from.length);
  }
  return to === "\t" ? indentation : indentation.replaceAll("\t", to);
}
