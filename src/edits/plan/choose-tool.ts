// Which edit tool a planned action is made with.
import { languageById } from "../../languages/registry.ts";
import type { Action } from "./intent.ts";

const TOOLS = {
  rename: "rename_symbol",
  move: "move_symbol",
  delete: "delete_symbol",
  "insert before": "insert_before_symbol",
  "insert after": "insert_after_symbol",
  replace: "replace_symbol",
  "replace in": "replace_in_symbol",
} as const satisfies Record<Action, string>;

export type EditTool = (typeof TOOLS)[Action];

/** Without a verb, the whole text of the symbol is replaced. In a language whose symbols cannot be renamed, name by name. */
export function toolFor(action: Action | null, language: string | null): EditTool {
  const canRename = languageById(language)?.rename !== undefined;
  return action === "rename" && !canRename ? TOOLS["replace in"] : TOOLS[action ?? "replace"];
}

/** Whether the tool itself edits the places that refer to the symbol. */
export const editsReferences = (tool: EditTool): boolean => tool === "rename_symbol" || tool === "move_symbol";
