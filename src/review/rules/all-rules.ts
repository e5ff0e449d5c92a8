// Every rule, in the order in which they run and are documented.
import type { Rule } from "../contract.ts";
import { changedSignature } from "./changed-signature.ts";
import { complexityJump } from "./complexity-jump.ts";
import { conflictMarker } from "./conflict-marker.ts";
import { dangerousCall } from "./dangerous-call.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { duplicateLogic } from "./duplicate-logic.ts";
import { editedGeneratedFile } from "./edited-generated-file.ts";
import { editedMigration } from "./edited-migration.ts";
import { forbiddenImport } from "./forbidden-import.ts";
import { lockFile } from "./lock-file.ts";
import { missingCoChange } from "./missing-co-change.ts";
import { removedExport } from "./removed-export.ts";
import { reviewControls } from "./review-controls.ts";
import { secret } from "./secret.ts";
import { swallowedError } from "./swallowed-error.ts";
import { untestedChange } from "./untested-change.ts";

export const ALL_RULES: readonly Rule[] = [
  removedExport,
  swallowedError,
  changedSignature,
  dependencyCycle,
  forbiddenImport,
  complexityJump,
  duplicateLogic,
  missingCoChange,
  secret,
  conflictMarker,
  reviewControls,
  lockFile,
  editedMigration,
  editedGeneratedFile,
  untestedChange,
  dangerousCall,
];
