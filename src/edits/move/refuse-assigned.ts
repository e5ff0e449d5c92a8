// Refuses a move that parts a variable from what gives it another value: no file can assign what it imports.
import { definitionChain } from "../../vocabulary/chain.ts";
import type { DefinitionAt, Facts } from "../../vocabulary/facts.ts";
import type { InPiece } from "./find-needs.ts";
import { inPieces, type MoveScene } from "./move-scene.ts";

/** A file cannot give a variable of another file another value: what assigns it has to stay beside it. */
export function refuseAssigned(scene: MoveScene, siblings: ReadonlySet<DefinitionAt>): void {
  const { draft, facts, source, definition, own } = scene;
  const inside = inPieces(scene);
  const refuse = (at: DefinitionAt, line: number | null, message: (name: string) => string): void => {
    if (line !== null) {
      const name = facts.definitions[at]?.name ?? "";
      draft.refuse(
        "unsupported",
        source.path,
        line,
        message(name),
        "assign it in a function of its own file, and call that",
      );
    }
  };
  for (const at of siblings) {
    refuse(
      at,
      lineAssigned(facts, inside, at),
      (name) => `${definition.name} assigns ${name}, which stays in ${source.path}`,
    );
  }
  for (const at of own) {
    refuse(
      at,
      lineAssigned(facts, (line) => !inside(line), at),
      (name) => `${source.path} assigns ${name}, which moves`,
    );
  }
}

/** The first admitted line on which the definition itself is given another value; null where there is none. */
function lineAssigned(facts: Facts, admits: InPiece, at: DefinitionAt): number | null {
  const writing = facts.references.filter(({ of }) => of === definitionChain(at));
  const lines = writing.flatMap((one) =>
    one.lines.filter((line, index) => admits(line) && one.roles[index] === "write"),
  );
  return lines.sort((a, b) => a - b)[0] ?? null;
}
