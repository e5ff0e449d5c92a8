// The tool that moves a definition to another file, with the imports of all files that use it.

import { z } from "zod";
import { moveSymbol } from "../../edits/move/move-symbol.ts";
import { explained, textField } from "../contract/fields.ts";
import { defineEditTool, type EditTool } from "./edit-tool.ts";

const PATH_LENGTH_MAX = 4_096;

export const moveSymbolTool: EditTool = defineEditTool({
  name: "move_symbol",
  title: "Move a symbol",
  summary: "Move a definition to another file; imports follow",
  description:
    "Moves an outermost definition with its comments to another file, existing or new. The imports that it needs are written there, and all files that use it import it from there. Refused where a use cannot follow.",
  command: "edit move",
  positionals: ["symbol", "to"],
  input: {
    to: textField(PATH_LENGTH_MAX, "File that it moves to, new or existing: lib/parse.ts"),
    export_needed: explained(
      z.boolean().default(false),
      "Export definitions that it needs and its file does not export",
      "Export definitions that it needs, where its file does not export them",
    ),
  },
  examples: [
    "context-broker edit move lib/order.ts#totalOf lib/sums.ts",
    "context-broker edit move parseLine lib/parse/line.ts --export-needed --apply",
  ],
  followsUses: true,
  build: ({ symbol, hash, to, export_needed: exportNeeded }, scene) =>
    moveSymbol({ symbol, hash, to, exportNeeded }, scene),
});
