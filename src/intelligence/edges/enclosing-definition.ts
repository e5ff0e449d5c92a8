// Finds the definition that encloses a line.
import { type DefinitionAt, type Facts, isNamed } from "../../vocabulary/facts.ts";
import { openInnermostRange } from "./innermost-range.ts";

const enclosing = new WeakMap<Facts["definitions"], (line: number) => DefinitionAt>();

/** The innermost definition whose lines contain this one; -1 at the top of the file. */
export function enclosingAt({ definitions }: Facts, line: number): DefinitionAt {
  let find = enclosing.get(definitions);
  if (find === undefined) {
    const around = [...definitions.entries()].filter(([, one]) => !DATA.has(one.kind) && isNamed(one));
    const innermost = openInnermostRange(around.map(([, one]) => one));
    find = (wanted) => around[innermost(wanted)]?.[0] ?? -1;
    enclosing.set(definitions, find);
  }
  return find(line);
}

const DATA: ReadonlySet<string> = new Set(["field", "member"]);
