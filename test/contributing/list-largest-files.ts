// The worked example of CONTRIBUTING.md: a tool that lists the files with the most lines, as candidates for splitting.
import { z } from "zod";
import { defineCodeTool } from "../../src/operations/answer/code-tool.ts";
import { defineTable } from "../../src/operations/answer/table.ts";
import type { Operation } from "../../src/operations/contract/operation.ts";

const FILES = defineTable({
  doc: "most lines first",
  columns: { path: z.string(), lines: z.number() },
  line: ({ path = "", lines = 0 }) => `${lines} ${path}`,
});

export const listLargestFiles: Operation = defineCodeTool({
  name: "list_largest_files",
  title: "Largest files",
  summary: "List the files with the most lines",
  description: "Lists the project's files by number of lines, largest first: candidates for splitting.",
  tokens: 600,
  input: { limit: z.int().min(1).max(100).default(10).describe("Files listed") },
  output: { files: FILES.field.optional() },
  examples: ["context-broker list-largest-files --limit 5"],
  toolset: "code-more",
  find: (scene, { limit }) =>
    scene.withSnapshot((snapshot) => {
      const bySize = [...snapshot.documents()].sort((a, b) => b.lineCount - a.lineCount);
      const largest = bySize.slice(0, limit);
      return {
        documents: largest,
        files: bySize.length,
        found: bySize.length,
        rows: largest.length,
        write(shown) {
          const rows = largest.slice(0, shown).map(({ path, lineCount }) => ({ path, lines: lineCount }));
          const { lines, field } = FILES.write(rows);
          return { headline: "files by lines", lines, fields: { files: field } };
        },
      };
    }),
});
