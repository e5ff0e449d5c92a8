// Why a definition of Go cannot be in another package.
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import type { BetweenMove, MoveEdits } from "../contract/move-between.ts";
import type { GoPackage } from "./packages.ts";

export interface GoMove {
  readonly move: BetweenMove;
  readonly edits: MoveEdits;
  readonly from: GoPackage;
  readonly to: GoPackage;
}

export const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

/** `func (o *Order) String()` stands beside its type, and cannot stand in another package. */
export const isMethodOf = ({ path }: DefinitionFact, type: DefinitionFact): boolean => path.startsWith(`${type.path}.`);

export function refuseMove({ move, edits, from, to }: GoMove): void {
  const { definition, source, destination, lookup, pieces } = move;
  const refuse = (message: string, remedy: string): void => edits.refuse(source, null, message, remedy);
  const { name } = definition;
  if (from.importPath === null || to.importPath === null) {
    refuse("no go.mod says by which path the packages are imported", "add one, or move it by hand");
  }
  if (/^(?:main|init)$|^(?:Test|Benchmark|Example|Fuzz)/.test(name) && definition.kind === "function") {
    refuse(`${name} has its meaning in its package`, "move what it calls instead");
  }
  const beside = (folder: string): readonly string[] => lookup.inFolder(folder).filter((path) => path.endsWith(".go"));
  const methods = beside(from.folder).filter(
    (path) =>
      path !== source.path &&
      lookup.facts(path)?.definitions.some((one) => one.kind === "method" && isMethodOf(one, definition)),
  );
  if (methods.length > 0) {
    refuse(`methods of ${name} are in ${methods.join(", ")} too`, `move them to ${source.path} first`);
  }
  const namesake = beside(to.folder).find((path) =>
    lookup.facts(path)?.definitions.some((one) => one.parent === FILE && one.path === name),
  );
  if (namesake !== undefined) {
    edits.refuse(destination, null, `${namesake} defines ${name} already`, "rename one of them first");
  }
  if (pieces.some(({ start, end }) => /^\/\/go:(?:embed|linkname)\b/m.test(source.text.slice(start, end)))) {
    refuse("a directive of Go belongs to its file", "move it by hand");
  }
  const hidden = hiddenMethods(move);
  for (const path of beside(from.folder)) {
    const other = lookup.facts(path)?.definitions ?? [];
    const needing = other.find(
      (one, at) =>
        hidden.has(one.name) &&
        one.kind === "method" &&
        one.parent !== FILE &&
        !(path === source.path && move.own.has(outermost(other, at))),
    );
    if (needing !== undefined) {
      refuse(
        `${needing.path} asks for ${needing.name}, which no type of another package can have`,
        "rename it to an exported name first",
      );
    }
  }
}

export function outermost(definitions: readonly DefinitionFact[], at: number): number {
  let found = at;
  for (let parent = at; parent !== FILE; parent = definitions[parent]?.parent ?? FILE) {
    found = parent;
  }
  return found;
}

function hiddenMethods({ source: { facts }, own }: BetweenMove): ReadonlySet<string> {
  const methods = facts.definitions.filter(
    ({ kind, name }, at) => kind === "method" && !isExported(name) && own.has(outermost(facts.definitions, at)),
  );
  return new Set(methods.map(({ name }) => name));
}
