// Gives a symbol another name wherever code is proven to mean it.
import { z } from "zod";
import { renameSymbol } from "../../edits/rename/rename-symbol.ts";
import { explained } from "../contract/fields.ts";
import { defineEditTool } from "./edit-tool.ts";

const NAME_LENGTH_MAX = 200;

export const renameSymbolTool = defineEditTool({
  name: "rename_symbol",
  title: "Rename a symbol",
  summary: "Rename a symbol with all references, imports, re-exports and overrides",
  description:
    "Renames a symbol: definition, references, imports, re-exports, and the members that it overrides or that override it. Touches proven places alone and lists the rest; refuses a name that collides with another or hides one.",
  input: {
    new_name: z.string().min(1).max(NAME_LENGTH_MAX).describe("The new name, without a path"),
    include_heuristic: explained(
      z.boolean().default(false),
      "Rename places matched by the name alone, too",
      "Rename places that are matched by the name alone, too",
    ),
  },
  command: "edit rename",
  positionals: ["symbol", "new_name"],
  examples: [
    "context-broker edit rename lib/order-store.ts#OrderStore.save persist",
    "context-broker edit rename OrderStore.save persist --apply",
  ],
  followsUses: true,
  build: ({ symbol, hash, new_name: newName, include_heuristic: includeHeuristic }, scene) =>
    renameSymbol(scene, { symbol, hash, newName, includeHeuristic }),
});
