// The modules of a project, with their size and how many modules each uses and is used by.
import { z } from "zod";
import { modulesOf } from "../../../intelligence/project/modules.ts";
import { withGraph } from "../../../intelligence/project/with-graph.ts";
import { renderCount } from "../../../vocabulary/amounts.ts";
import { answerCode } from "../../answer/answer-code.ts";
import { codeFields, codeOutput } from "../../answer/code-fields.ts";
import { section, writeSections } from "../../answer/sections.ts";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { MODULE_COLUMNS, MODULES, moduleRow } from "./project-rows.ts";

const TOKENS = 600;

export const listModulesOperation: Operation = defineOperation({
  name: "list_modules",
  title: "Modules of a project",
  summary: "List the modules of a project, with sizes and how they use each other",
  description:
    "Lists the project's modules, largest first: packages, else folders of the second level, with files, tests, symbols, and how many modules each uses and is used by.",
  input: z.strictObject(codeFields(TOKENS)),
  output: z.object({
    ...codeOutput,
    modules: MODULES.field.optional(),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "list-modules",
    positionals: [],
    examples: ["context-broker list-modules", "context-broker list-modules --max-tokens 4000 --json"],
  },
  toolset: "code-more",
  run: (input, context) =>
    answerCode(input, { operation: "list_modules", asked: "" }, context, (scene) =>
      withGraph(scene, {
        prepare: [modulesOf],
        use: (snapshot, graph) => {
          const modules = modulesOf(graph).all;
          const sections = [
            section({ field: "modules", title: MODULE_COLUMNS, table: MODULES, values: modules, row: moduleRow }),
          ];
          return {
            outcome: modules.length === 0 ? "empty" : "found",
            authority: "index",
            documents: [],
            files: snapshot.documentCount,
            filesLeft: graph.left,
            found: modules.length,
            rows: modules.length,
            write: (shown) => ({
              headline: renderCount(modules.length, "module"),
              ...writeSections(sections, shown),
            }),
          };
        },
      }),
    ),
});
