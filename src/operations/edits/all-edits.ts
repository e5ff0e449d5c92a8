// The tools of the toolset edit, in the order of help and of the tool list.
import type { Operation } from "../contract/operation.ts";
import { editStatus } from "./edit-status.ts";
import type { EditTool } from "./edit-tool.ts";
import { createFileTool, deleteFileTool, replaceTextTool } from "./file-edits.ts";
import { commitEdits, previewEdits, rollbackEdits, undoEdits } from "./session-edits.ts";
import { stageEdit } from "./stage-edit.ts";
import {
  deleteSymbolTool,
  insertAfterSymbolTool,
  insertBeforeSymbolTool,
  moveSymbolTool,
  renameSymbolTool,
  replaceInSymbolTool,
  replaceSymbolTool,
} from "./symbol-edits.ts";

/** Each makes one edit; stage_edit makes the same in a session. */
const EDIT_TOOLS: readonly EditTool[] = [
  replaceSymbolTool,
  insertBeforeSymbolTool,
  insertAfterSymbolTool,
  deleteSymbolTool,
  replaceInSymbolTool,
  renameSymbolTool,
  moveSymbolTool,
  replaceTextTool,
  createFileTool,
  deleteFileTool,
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
