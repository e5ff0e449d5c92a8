// `index import FILE`: takes the vectors of another copy of the project from a file, instead of embedding here. Only a command, since
// it reads a given path.
import { z } from "zod";
import type { ImportReport } from "../../index/project-index.ts";
import { escapeRoot, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { coverageField, coverageOf, problemsField, projectField, renderProblems } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { rememberProject } from "../contract/trusted-folders.ts";
import { fileField, filePath, originField, renderOrigin } from "./transfer-fields.ts";

const output = z.object({
  outcome: z.enum(["found", "empty"]).describe("empty: no chunk of the project has its vector in the file"),
  project_root: z.string(),
  file: z.string(),
  origin: originField.extend({ program: z.string(), made_at: z.string() }),
  vectors: z.number().describe("In the file"),
  chunks: z.number().describe("Of the project: imported, there before or missing"),
  imported: z.number(),
  present_before: z.number(),
  missing: z.number().describe("To be embedded here"),
  in_file: z.number().describe("Chunks whose vector is in the file, needed or not"),
  compared: z.number().describe("Vectors made again here and compared"),
  coverage: coverageField,
  problems: problemsField,
});

export const importIndex: Operation = defineOperation({
  name: "import_index",
  title: "Import an index",
  summary: "Import the vectors that this project lacks from a file of `index export`",
  description: "Indexes the project's words, and takes from a file the vectors that it lacks.",
  input: z.strictObject({ file: fileField("A file that `index export` wrote"), project: projectField }),
  output,
  annotations: { readOnly: false, destructive: false, idempotent: true },
  command: {
    command: "index import",
    positionals: ["file"],
    examples: [
      "context-broker index import shop.cbv",
      "context-broker index import ~/share/shop.cbv --project ~/src/shop --json",
    ],
  },
  toolset: null,
  run: async ({ file: named, project }, context) => {
    const { services, signal, onProgress } = context;
    const file = filePath(named, context);
    const root = await chooseProject(project, context);
    return services.withProject(root, async (session) => {
      const index = await session.index();
      const report = await index.importVectors({
        file,
        signal,
        onProgress: ({ phase, ...counts }) => onProgress({ message: phase, ...counts }),
      });
      await rememberProject(services.settings.dataFolder, root);
      const { project: name, commit, changed, model, program, madeAt } = report.origin;
      return {
        structured: {
          outcome: report.inFile === 0 ? "empty" : "found",
          project_root: root,
          file,
          origin: { project: name, commit, changed, model, program, made_at: madeAt },
          vectors: report.vectors,
          chunks: report.chunks,
          imported: report.imported,
          present_before: report.presentBefore,
          missing: report.missing,
          in_file: report.inFile,
          compared: report.compared,
          coverage: coverageOf(report.coverage),
          problems: [...report.problems],
        },
        text: `${renderText(root, report)}${renderProblems(report.problems)}`,
      };
    });
  },
});

function renderText(root: string, report: ImportReport): string {
  const { chunks, imported, presentBefore, missing, inFile, compared, vectors, origin } = report;
  const file = `file: ${renderCount(vectors, "vector")} from ${renderOrigin(origin)}, ${origin.madeAt.slice(0, 10)}`;
  if (chunks === 0) {
    return `empty: ${escapeRoot(root)} has nothing to embed, so nothing was imported`;
  }
  if (inFile === 0) {
    return [
      `empty: none of the ${renderCount(chunks, "chunk")} of ${escapeRoot(root)} has its vector in the file; nothing was imported`,
      file,
      "next: check that it is the same project, indexed from the same folder",
    ].join("\n");
  }
  if (imported === 0 && missing === 0) {
    return [
      `imported: nothing, since all ${renderCount(chunks, "chunk")} of ${escapeRoot(root)} had their vector before`,
      file,
    ].join("\n");
  }
  const checks = compared === 0 ? "" : `; ${renderCount(compared, "vector")} made again here and compared`;
  return [
    `imported: vectors of ${formatNumber(imported)} of ${renderCount(chunks, "chunk")} of ${escapeRoot(root)}`,
    `other chunks: ${formatNumber(presentBefore)} had their vector before, ${formatNumber(missing)} are to be embedded here`,
    file,
    `checked: SHA-256${checks}`,
    ...(missing === 0 ? [] : ["next: `context-broker index` embeds the rest now; searches embed what they need"]),
  ].join("\n");
}
