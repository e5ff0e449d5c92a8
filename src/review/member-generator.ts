// Whether a change lets members be made that no text declares.
import type { Change } from "../change/state/change.ts";
import { survivorsOf } from "../change/state/surviving-lines.ts";
import { definitionOf } from "../intelligence/edges/related-types.ts";
import { languageById } from "../languages/registry.ts";
import type { Place } from "../linking/resolution.ts";
import { CALLABLE_KINDS, TYPE_KINDS } from "../vocabulary/chunk.ts";
import { splitLines } from "../vocabulary/text.ts";

/** Lines above a declaration that belong to it. */
const ON_TYPE = /^(?!\s*$).*[^;{}\s]\s*$/;
const ON_FIELD = /^\s*(?:[@#]|\[\w)/;

/** What the change writes on the type, or on what it contains, from which members are made: `#[derive(…)]`, `@Data`; null where it is not. */
export function newGenerator({ now, pairs }: Change, type: Place): string | null {
  const pair = pairs.find(({ after }) => after?.path === type.path);
  const { makesMembers } = languageById(now.lookup.language(type.path) ?? "") ?? {};
  if (pair === undefined || makesMembers === undefined) {
    return null;
  }
  const survivors = survivorsOf(pair);
  const kept = new Set(survivors.values());
  const lines = splitLines(pair.after?.text ?? "");
  const lost = splitLines(pair.before?.text ?? "").filter((_, at) => !survivors.has(at + 1));
  const own = definitionOf(now, type);
  const fields = (now.lookup.facts(type.path)?.definitions ?? []).filter(
    ({ kind, parent }) => parent === type.at && !CALLABLE_KINDS.has(kind) && !TYPE_KINDS.has(kind),
  );
  const heads = [
    ...(own === undefined ? [] : [{ ...own, above: ON_TYPE }]),
    ...fields.map((one) => ({ ...one, above: ON_FIELD })),
  ];
  for (const { startLine, nameLine, above } of heads) {
    // In some grammars what stands above a declaration is no part of it.
    let from = startLine;
    while (from > 1 && above.test(lines[from - 2] ?? "")) {
      from -= 1;
    }
    for (let line = from; line <= nameLine; line += 1) {
      const made = kept.has(line) ? null : makesMembers.exec(lines[line - 1] ?? "");
      // A line whose fields alone differ has it as before.
      if (made !== null && !lost.some((old) => old.includes(made[0].trim()))) {
        return made[0].trim();
      }
    }
  }
  return null;
}
