// The tools of the toolset edit, in the order of help and of the tool list.
import type { Operation } from "../contract/operation.ts";
import { commitEdits } from "./commit-edits.ts";
import { editStatus } from "./edit-status.ts";
import type { EditTool } from "./edit-tool.ts";
import { moveSymbolTool } from "./move-symbol.ts";
import { previewEdits } from "./preview-edits.ts";
import { renameSymbolTool } from "./rename-symbol.ts";
import { rollbackEdits } from "./rollback-edits.ts";
import { stageEdit } from "./stage-edit.ts";
import {
  deleteSymbolTool,
  insertAfterSymbolTool,
  insertBeforeSymbolTool,
  replaceInSymbolTool,
  replaceSymbolTool,
} from "./symbol-edits.ts";
import { undoEdits } from "./undo-edits.ts";

/** Each makes one edit; stage_edit makes the same in a session. */
const EDIT_TOOLS: readonly EditTool[] = [
  replaceSymbolTool,
  insertBeforeSymbolTool,
  insertAfterSymbolTool,
  deleteSymbolTool,
  replaceInSymbolTool,
  renameSymbolTool,
  moveSymbolTool,
];

export const EDIT_OPERATIONS: readonly Operation[] = [
  ...EDIT_TOOLS.map(({ operation }) => operation),
  stageEdit(EDIT_TOOLS),
  previewEdits,
  commitEdits,
  rollbackEdits,
  editStatus,
  undoEdits,
];
