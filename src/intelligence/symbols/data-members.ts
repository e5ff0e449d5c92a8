// Members that facts know and no outline lists: fields, an interface's properties, members of an enum, parameters that are properties.
// Whatever get_symbol lists of a type can be addressed and found by these.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { type DefinitionAt, type FactsShape, FILE, isNamed, LOCAL } from "../../vocabulary/facts.ts";
import { documentsWith } from "./candidate-files.ts";

/** Files whose facts are read for a name that no symbol has. */
const FILES_MAX = 200;

/** Those of this name in one file, as symbols; `owners`: only those directly in a definition of one of these paths. */
export function membersIn(
  snapshot: Snapshot,
  { id }: DocumentRecord,
  name: string,
  owners: ReadonlySet<string> | null = null,
): SymbolRecord[] {
  const shape = snapshot.mayName(id, name) ? snapshot.shape(id) : null;
  if (shape === null) {
    return [];
  }
  return shape.definitions.flatMap((one, at): SymbolRecord[] => {
    const { path, kind, startLine, endLine, nameLine } = one;
    const isMeant = one.name === name && isNamed(one) && (one.flags & LOCAL) === 0;
    const owner = isMeant ? ownerOf(shape, at) : null;
    return owner === null || owners?.has(owner) === false
      ? []
      : [
          {
            document: id,
            name,
            path,
            kind: kind === "field" || kind === "member" ? "variable" : kind,
            startLine,
            endLine,
            nameLine,
          },
        ];
  });
}

/** Of one owner, in whichever of its files. */
export const membersOf = (
  snapshot: Snapshot,
  owners: readonly { readonly document: DocumentRecord; readonly symbols: readonly SymbolRecord[] }[],
  name: string,
): SymbolRecord[] =>
  owners.flatMap(({ document, symbols }) =>
    membersIn(snapshot, document, name, new Set(symbols.map(({ path }) => path))),
  );

/** Those of this name in all files that have it as a word, but for what is beyond a bound. */
export function membersNamed(
  snapshot: Snapshot,
  name: string,
  admits: (document: DocumentRecord) => boolean,
): SymbolRecord[] {
  const found: SymbolRecord[] = [];
  let read = 0;
  for (const document of documentsWith(snapshot, name)) {
    if (read >= FILES_MAX) {
      break;
    }
    if (admits(document) && snapshot.mayName(document.id, name)) {
      read += 1;
      found.push(...membersIn(snapshot, document, name));
    }
  }
  return found;
}

/** Path of the nearest named definition around it; null for none: what is at the top of a file is no member. */
function ownerOf({ definitions }: FactsShape, at: DefinitionAt): string | null {
  let parent = definitions[at]?.parent ?? FILE;
  for (let one = definitions[parent]; one !== undefined; one = definitions[parent]) {
    if (isNamed(one)) {
      return one.path;
    }
    parent = one.parent;
  }
  return null;
}
