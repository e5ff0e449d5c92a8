// Uses of what a chain starts from: an import or a definition of the file. Pure over facts.
import { lastStep, parseRoot } from "../../vocabulary/chain.ts";
import type { Facts, ReferenceGroup, Role } from "../../vocabulary/facts.ts";

/** The import or definition that a chain starts from. */
export interface ChainRoot {
  readonly is: string;
  readonly at: number;
}

const STATEMENTS: ReadonlySet<Role> = new Set(["import", "export"]);

/** Whether lines that are admitted use one of these imports or definitions; statements that import and export aside. */
export const isUsedOn = (
  facts: Facts,
  admits: (line: number) => boolean,
  isMeant: (root: ChainRoot) => boolean,
): Role[] =>
  facts.references.flatMap((group) => {
    const root = rootOfWhole(group);
    return root === null || !isMeant(root)
      ? []
      : group.lines.flatMap((line, at) => {
          const role = group.roles[at] ?? "read";
          return admits(line) && !STATEMENTS.has(role) ? [role] : [];
        });
  });

/** The import or definition that a chain starts from, whatever its steps. */
function rootOfWhole({ of }: ReferenceGroup): ChainRoot | null {
  if (of === null) {
    return null;
  }
  let chain = of;
  for (let last = lastStep(chain); last !== null; last = lastStep(chain)) {
    chain = last.before;
  }
  const root = parseRoot(chain);
  return "at" in root ? root : null;
}
