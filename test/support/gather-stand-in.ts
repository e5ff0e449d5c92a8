// Stands in for gather_context until that operation is there: the files and symbols that a task or `focus` names, as they are on disk. To swap:
// delete this file, and take `ALL_OPERATIONS` where tests use `withGather`.
import { z } from "zod";
import { withSnapshot } from "../../src/index/with-snapshot.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { defineOperation, type Operation } from "../../src/operations/contract/operation.ts";
import { CONTEXT_OPERATION } from "../../src/operations/reason/prepare-context.ts";
import { splitLines } from "../../src/vocabulary/text.ts";

const INTENT_OF: readonly (readonly [RegExp, string])[] = [
  [/^(?:please )?fix\b/i, "fix"],
  [/^(?:please )?add a test\b/i, "test"],
  [/^(?:please )?add\b/i, "add"],
  [/^(?:please )?refactor\b/i, "refactor"],
  [/^review\b/i, "review"],
];
const intentOf = (text: string): string => INTENT_OF.find(([form]) => form.test(text))?.[1] ?? "explain";

const gatherStandIn: Operation = defineOperation({
  name: CONTEXT_OPERATION,
  title: "Context for a task",
  summary: "Gather what a task needs",
  description: "Stands in for the operation of that name.",
  input: z.strictObject({
    task: z.string(),
    project: z.string(),
    max_tokens: z.int(),
    focus: z.array(z.string()).default([]),
  }),
  output: z.looseObject({ outcome: z.literal("found") }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: null,
  toolset: null,
  run: ({ task, project, focus }, { services }) =>
    services.withProject(project, async (session) => {
      const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
      await index.freshen({ waitMs: 60_000, embedUpTo: null });
      const documents = withSnapshot(index, (snapshot) =>
        [...snapshot.documents()].map(({ id, path }) => ({
          path,
          symbols: snapshot.symbols(id).map((one) => ({ ...one })),
        })),
      );
      const rows: Record<string, unknown[]> = {};
      for (const { path, symbols } of documents) {
        const read = await corpus.read(path);
        const lines = "text" in read ? splitLines(read.text) : [];
        const row = (symbol: string | null, start: number, end: number) => [
          symbol,
          "critical",
          "named",
          0,
          null,
          [[start, end, lines.slice(start - 1, end).join("\n")]],
        ];
        const named = symbols.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(task));
        if (task.includes(path) || focus.some((one) => one === path || path.startsWith(`${one}/`))) {
          rows[path] = [
            row(null, 1, lines.length),
            ...named.map((one) => [one.path, "critical", "named", 0, null, []]),
          ];
        } else if (named.length > 0) {
          rows[path] = named.map((one) => row(one.path, one.startLine, one.endLine));
        }
      }
      const parts = task.split(/; then /);
      const structured = {
        outcome: "found" as const,
        intent: intentOf(task),
        parts: parts.map((text) => [intentOf(text), text]),
        items: { rows },
      };
      return { structured, text: "found" };
    }),
});

export const withGather: readonly Operation[] = ALL_OPERATIONS.some(({ name }) => name === CONTEXT_OPERATION)
  ? ALL_OPERATIONS
  : [...ALL_OPERATIONS, gatherStandIn];
