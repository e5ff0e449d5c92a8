// Where a value begins that loses a member: what it is given to may ask for that, which nothing names there.
import { languageById } from "../../languages/registry.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { type Change, type FoundBreaks, type Lost, NO_BREAKS } from "../state/change.ts";
import { outermostOf } from "../state/lost.ts";

export function* findLiteral(_change: Change, lost: Lost): Steps<FoundBreaks> {
  const definition = outermostOf(lost)?.definition;
  const begins = languageById(lost.language)?.deletion?.beginsValue;
  const around = lost.facts.definitions[definition?.parent ?? FILE];
  const text = lost.pair?.before?.text;
  if (
    !lost.isRemoved ||
    definition === undefined ||
    around === undefined ||
    begins === undefined ||
    text === undefined ||
    (TYPE_KINDS as ReadonlySet<string>).has(around.kind)
  ) {
    return NO_BREAKS;
  }
  const lines = splitLines(text);
  const indentOf = (at: number): number => (lines[at - 1] ?? "").search(/\S/);
  const own = indentOf(definition.startLine);
  let line = definition.startLine - 1;
  while (line >= around.startLine && (indentOf(line) < 0 || indentOf(line) >= own)) {
    line -= 1;
  }
  const why = `gives what may have to have ${definition.name}, which is deleted`;
  return line >= around.startLine && begins.test(lines[line - 1] ?? "")
    ? {
        breaks: [{ kind: "override", effect: "may-break", certainty: "heuristic", path: lost.path, line, why }],
        filesLeft: [],
      }
    : NO_BREAKS;
}
