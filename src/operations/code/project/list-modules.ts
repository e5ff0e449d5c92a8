// The modules of a project, with their size and how many modules each uses and is used by.
import { modulesOf } from "../../../intelligence/project/modules.ts";
import { projectHints } from "../../../intelligence/project/project-hints.ts";
import { graphMsOf, withGraph } from "../../../intelligence/project/with-graph.ts";
import { renderCount } from "../../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../../answer/code-tool.ts";
import { section, writeSections } from "../../answer/sections.ts";
import type { Operation } from "../../contract/operation.ts";
import { knownSoFar, renderKnown } from "./known-so-far.ts";
import { MODULE_COLUMNS, MODULES, moduleRow } from "./project-rows.ts";

export const listModulesOperation: Operation = defineCodeTool({
  name: "list_modules",
  title: "Modules of a project",
  summary: "List the modules of a project, with sizes and how they use each other",
  description:
    "Lists the project's modules, largest first: packages, else folders of the second level, with files, tests, symbols, and how many modules each uses and is used by.",
  tokens: 600,
  input: {},
  output: {
    modules: MODULES.field.optional(),
  },
  examples: ["context-broker list-modules", "context-broker list-modules --max-tokens 4000 --json"],
  toolset: "code-more",
  question: () => ({ asked: "", first: { hints: projectHints, overTexts: true } }),
  find: (scene) =>
    withGraph(scene, {
      prepare: [modulesOf],
      limitMs: graphMsOf(scene.freshness),
      use: (snapshot, graph) => {
        const modules = modulesOf(graph).all;
        const known = knownSoFar(scene.freshness, snapshot.documentCount);
        const sections = [
          section({ field: "modules", title: MODULE_COLUMNS, table: MODULES, values: modules, row: moduleRow }),
        ];
        return {
          files: snapshot.documentCount,
          filesLeft: known === null ? graph.left : 0,
          found: modules.length,
          write: (shown) => ({
            headline: `${known === null ? "" : "at least "}${renderCount(modules.length, "module")}`,
            ...(known === null ? {} : { about: `, ${renderKnown(known)}` }),
            ...writeSections(sections, shown),
          }),
        };
      },
    }),
});
