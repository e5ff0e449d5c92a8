// Finds the definition that encloses a line.
import { derivedFrom } from "../../linking/derived.ts";
import { type DefinitionAt, type Facts, isNamed } from "../../vocabulary/facts.ts";
import { openInnermostRange } from "./innermost-range.ts";

const finderOf = derivedFrom((definitions: Facts["definitions"]): ((line: number) => DefinitionAt) => {
  const named = [...definitions.entries()].filter(([, one]) => !DATA.has(one.kind) && isNamed(one));
  const innermost = openInnermostRange(named.map(([, one]) => one));
  return (line) => named[innermost(line)]?.[0] ?? -1;
});

/** The innermost definition whose lines contain this one; -1 at the top of the file. */
export const enclosingAt = ({ definitions }: Facts, line: number): DefinitionAt => finderOf(definitions)(line);

const DATA: ReadonlySet<string> = new Set(["field", "member"]);
