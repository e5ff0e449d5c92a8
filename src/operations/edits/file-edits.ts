// The tools that change a file of any kind as text, make one, or delete one.
import { z } from "zod";
import { createFile, deleteFile, replaceText } from "../../edits/files/edit-file.ts";
import { explained } from "../contract/fields.ts";
import { defineFileTool, hashField, limitFields } from "./edit-tool.ts";
import { checkLength, replacingFields, TEXT_LENGTH_MAX } from "./replacing-fields.ts";

const { allow_syntax_errors } = limitFields;

export const replaceTextTool = defineFileTool({
  name: "replace_text",
  title: "Replace in a file",
  summary: "Replace exact text in a file of any kind",
  description:
    "Replaces exact text or the matches of a regular expression in one file of any kind. `count` says how many there must be; another number is answered with their lines. Preview unless `apply`.",
  input: { hash: hashField, ...replacingFields },
  limits: { allow_syntax_errors },
  command: "edit replace-text",
  positionals: ["path", "find", "replacement"],
  examples: [
    "context-broker edit replace-text notes/guide.md 'port 8080' 'port 9090'",
    "context-broker edit replace-text config.yaml 'retries: \\d+' 'retries: 5' --regex --count 2 --apply",
  ],
  build(input, scene, staged) {
    checkLength(input);
    return replaceText(scene, input, staged);
  },
});

export const createFileTool = defineFileTool({
  name: "create_file",
  title: "Create a file",
  summary: "Create a file, with the folders above it",
  description: "Creates a file with its folders; refused where there is one. Preview unless `apply`.",
  input: {
    text: explained(
      z.string().max(TEXT_LENGTH_MAX),
      "The whole text",
      "The whole text, or - to read it from standard input",
    ),
  },
  limits: { allow_syntax_errors },
  command: "edit create",
  positionals: ["path", "text"],
  stdin: "text",
  examples: ["context-broker edit create lib/sums.ts - --apply < sums.ts"],
  build: ({ path, text }, scene) => createFile(scene, path, text),
});

export const deleteFileTool = defineFileTool({
  name: "delete_file",
  title: "Delete a file",
  summary: "Delete a file, and list what imports or uses it",
  description: "Deletes a file; `left` lists what imports or uses it. Preview unless `apply`.",
  input: { hash: hashField },
  limits: {},
  command: "edit delete-file",
  positionals: ["path"],
  examples: ["context-broker edit delete-file lib/old-store.ts"],
  build: (input, scene) => deleteFile(scene, input),
});
