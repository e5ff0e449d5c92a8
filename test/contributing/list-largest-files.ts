// The worked example of CONTRIBUTING.md: a tool that lists the files with the most lines, as candidates for splitting.
import { z } from "zod";
import { answerCode } from "../../src/operations/answer/answer-code.ts";
import { codeFields, codeOutput } from "../../src/operations/answer/code-fields.ts";
import { defineTable } from "../../src/operations/answer/table.ts";
import { defineOperation, type Operation } from "../../src/operations/contract/operation.ts";

const FILES = defineTable({
  doc: "most lines first",
  columns: { path: z.string(), lines: z.number() },
  line: ({ path = "", lines = 0 }) => `${lines} ${path}`,
});

export const listLargestFiles: Operation = defineOperation({
  name: "list_largest_files",
  title: "Largest files",
  summary: "List the files with the most lines",
  description: "Lists the project's files by number of lines, largest first: candidates for splitting.",
  input: z.strictObject({
    limit: z.int().min(1).max(100).default(10).describe("Files listed"),
    ...codeFields(600),
  }),
  output: z.object({ ...codeOutput, files: FILES.field.optional() }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "list-largest-files",
    positionals: [],
    examples: ["context-broker list-largest-files --limit 5"],
  },
  toolset: "code-more",
  run: (input, context) =>
    answerCode(input, { operation: "list_largest_files", asked: "" }, context, (scene) =>
      scene.withSnapshot((snapshot) => {
        const bySize = [...snapshot.documents()].sort((a, b) => b.lineCount - a.lineCount);
        const largest = bySize.slice(0, input.limit);
        return {
          outcome: largest.length === 0 ? "empty" : "found",
          authority: "index",
          documents: largest,
          files: bySize.length,
          filesLeft: 0,
          found: bySize.length,
          rows: largest.length,
          write(shown) {
            const rows = largest.slice(0, shown).map(({ path, lineCount }) => ({ path, lines: lineCount }));
            const { lines, field } = FILES.write(rows);
            return { headline: "files by lines", lines, fields: { files: field } };
          },
        };
      }),
    ),
});
