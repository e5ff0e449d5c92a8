// What a piece of a file refers to that stands outside of it: imports, definitions beside it, free names. Pure over facts.
import { lastStep, parseRoot } from "../../vocabulary/chain.ts";
import { type DefinitionAt, type Facts, FILE, type ReferenceGroup } from "../../vocabulary/facts.ts";

export interface Needs {
  /** Imports that it uses, by their ordinals in the facts. */
  readonly imports: ReadonlySet<number>;
  /** Outermost definitions beside it, by their ordinals. */
  readonly siblings: ReadonlySet<DefinitionAt>;
  /** Names that the file does not bind. */
  readonly freeNames: ReadonlySet<string>;
}

/** Whether a line belongs to the piece. */
export type InPiece = (line: number) => boolean;

export function findNeeds(facts: Facts, inPiece: InPiece, own: ReadonlySet<DefinitionAt>): Needs {
  const needs = { imports: new Set<number>(), siblings: new Set<DefinitionAt>(), freeNames: new Set<string>() };
  for (const group of facts.references) {
    if (!group.lines.some(inPiece)) {
      continue;
    }
    const root = rootOf(group);
    if (root === null) {
      continue;
    }
    if (root.is === "import") {
      needs.imports.add(root.at);
    } else if (root.is === "definition") {
      const outermost = outermostOf(facts, root.at);
      if (!own.has(outermost)) {
        needs.siblings.add(outermost);
      }
    } else if (root.is === "name" || root.is === "built-in") {
      needs.freeNames.add(group.name);
    }
  }
  return needs;
}

/** What the name itself means where it stands, without a member of it; null for members. */
const rootOf = ({ of }: ReferenceGroup): ReturnType<typeof parseRoot> | null =>
  of === null || lastStep(of) !== null ? null : parseRoot(of);

export function outermostOf({ definitions }: Facts, at: DefinitionAt): DefinitionAt {
  let outermost = at;
  for (let parent = at; parent !== FILE; parent = definitions[parent]?.parent ?? FILE) {
    outermost = parent;
  }
  return outermost;
}
