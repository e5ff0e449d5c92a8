// The kinds of faults, each with the rule that is to find it. Every second one is kept from those who write the rules.
import { plantComplexity, plantDuplicate } from "./faults/bodies.ts";
import { plantDangerousCall } from "./faults/dangerous.ts";
import { plantCycle, plantForbiddenImport } from "./faults/imports.ts";
import { plantMissingPartner } from "./faults/partner.ts";
import { plantRemovedExport } from "./faults/removed-export.ts";
import { plantGenerated, plantLockFile, plantMigration } from "./faults/repository-files.ts";
import { plantSecret } from "./faults/secret.ts";
import { plantSignature } from "./faults/signature.ts";
import { plantSwallowedError } from "./faults/swallowed.ts";
import { plantUntested } from "./faults/untested.ts";
import type { Fault, Scene } from "./scene.ts";

export type Half = "open" | "kept";

export interface Kind {
  readonly name: string;
  readonly rule: string;
  readonly half: Half;
  /** Null where the commit has no place for such a fault. */
  readonly plant: (scene: Scene) => Fault | null;
  /** Whether the rule compares by meaning: the reviews then need all vectors. */
  readonly needsVectors?: true;
}

const IN_ORDER: readonly Omit<Kind, "half">[] = [
  { name: "signature changed", rule: "changed-signature", plant: plantSignature },
  { name: "export removed", rule: "removed-export", plant: plantRemovedExport },
  { name: "error swallowed", rule: "swallowed-error", plant: plantSwallowedError },
  { name: "secret", rule: "secret", plant: plantSecret },
  { name: "partner left out", rule: "missing-co-change", plant: plantMissingPartner },
  { name: "cycle", rule: "dependency-cycle", plant: plantCycle },
  { name: "forbidden import", rule: "forbidden-import", plant: plantForbiddenImport },
  { name: "complexity", rule: "complexity-jump", plant: plantComplexity },
  { name: "duplicate", rule: "duplicate-logic", plant: plantDuplicate, needsVectors: true },
  { name: "untested", rule: "untested-change", plant: plantUntested },
  { name: "dangerous call", rule: "dangerous-call", plant: plantDangerousCall },
  { name: "migration edited", rule: "edited-migration", plant: plantMigration },
  { name: "lock file", rule: "lock-file", plant: plantLockFile },
  { name: "generated file edited", rule: "edited-generated-file", plant: plantGenerated },
];

export const KINDS: readonly Kind[] = IN_ORDER.map((kind, at) => ({ ...kind, half: at % 2 === 0 ? "open" : "kept" }));
