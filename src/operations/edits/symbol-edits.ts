// The tools that change one symbol: its whole text, text beside it, a text in it, or that it is there at all.
import { z } from "zod";
import { moveSymbol } from "../../edits/move/move-symbol.ts";
import { renameSymbol } from "../../edits/rename/rename-symbol.ts";
import { deleteSymbol } from "../../edits/symbols/delete-symbol.ts";
import { insertBesideSymbol } from "../../edits/symbols/insert-beside-symbol.ts";
import { replaceInSymbol } from "../../edits/symbols/replace-in-symbol.ts";
import { replaceSymbol } from "../../edits/symbols/replace-symbol.ts";
import { explained, textField } from "../contract/fields.ts";
import { defineEditTool, type EditTool } from "./edit-tool.ts";
import { checkLength, replacingFields, TEXT_LENGTH_MAX } from "./replacing-fields.ts";

// The tool that moves a definition to another file, with the imports of all files that use it.

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

// Gives a symbol another name wherever code is proven to mean it.

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

const newText = (what: string) => {
  const description = `${what}; indentation and line endings follow the place`;
  return explained(
    z.string().min(1).max(TEXT_LENGTH_MAX),
    description,
    `${what}, or - to read it from standard input; indentation and line endings follow the place`,
  );
};

export const replaceSymbolTool = defineEditTool({
  name: "replace_symbol",
  title: "Replace a symbol",
  summary: "Replace the whole definition of a function, class or other symbol",
  description:
    "Replaces a symbol's whole definition (with export and body) by new text. Its comments and decorators stay unless the text brings its own. Preview unless `apply`; the answer has the diff and, after writing, the impact.",
  input: { text: newText("The new definition") },
  command: "edit replace",
  positionals: ["symbol", "text"],
  stdin: "text",
  examples: [
    "context-broker edit replace lib/store.ts#Store.size 'size(): number { return 0; }'",
    "context-broker edit replace lib/store.ts#Store.size - --apply < new-size.ts",
  ],
  build: (input, scene) => replaceSymbol(scene, input),
});

export const insertBeforeSymbolTool = defineEditTool({
  name: "insert_before_symbol",
  title: "Insert before a symbol",
  summary: "Insert code before a symbol, above its comments",
  description:
    "Inserts new code before a symbol, above its comments, with the blank lines and indentation of its neighbours. Preview unless `apply`.",
  input: { text: newText("The code") },
  command: "edit insert-before",
  positionals: ["symbol", "text"],
  stdin: "text",
  examples: ["context-broker edit insert-before lib/store.ts#Store 'export const LIMIT = 10;'"],
  build: (input, scene) => insertBesideSymbol(scene, "before", input),
});

export const insertAfterSymbolTool = defineEditTool({
  name: "insert_after_symbol",
  title: "Insert after a symbol",
  summary: "Insert code after a symbol",
  description:
    "Inserts new code after a symbol, such as a method after a method, with the blank lines and indentation of its neighbours. Preview unless `apply`.",
  input: { text: newText("The code") },
  command: "edit insert-after",
  positionals: ["symbol", "text"],
  stdin: "text",
  examples: ["context-broker edit insert-after lib/store.ts#Store.get 'has(id: string): boolean { return true; }'"],
  build: (input, scene) => insertBesideSymbol(scene, "after", input),
});

export const deleteSymbolTool = defineEditTool({
  name: "delete_symbol",
  title: "Delete a symbol",
  summary: "Delete a symbol with its comments, and list what still refers to it",
  description:
    "Deletes a symbol's definition with the comments above it. What still refers to it is not changed: `left` lists each place. Preview unless `apply`.",
  input: {},
  command: "edit delete",
  examples: ["context-broker edit delete lib/store.ts#Store.size"],
  build: (input, scene) => deleteSymbol(scene, input),
});

export const replaceInSymbolTool = defineEditTool({
  name: "replace_in_symbol",
  title: "Replace in a symbol",
  summary: "Replace text within one symbol",
  description:
    "Replaces a literal text or the matches of a regular expression within one symbol and nowhere else. `count` says how many there must be; another number is answered with their lines. Preview unless `apply`.",
  input: replacingFields,
  command: "edit replace-in",
  positionals: ["symbol", "find", "replacement"],
  examples: ["context-broker edit replace-in lib/store.ts#Store.get this.items this.entries --count 2"],
  build(input, scene) {
    checkLength(input);
    return replaceInSymbol(scene, input);
  },
});
