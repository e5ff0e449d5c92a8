// The outline of a file: what it defines, where, and what it imports, instead of its text.
import { z } from "zod";
import { type FileOutline, type OutlineSymbol, outlineFile } from "../../intelligence/outline-file.ts";
import { type ImportStatement, importStatements } from "../../search/answer/import-statements.ts";
import { sourceText } from "../../search/source/source-text.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { answerCode, codeFields, codeOutput } from "./answer-code.ts";

const TOKENS = 1_200;
const DEPTH_MAX = 10;

export const analyzeFile: Operation = defineOperation({
  name: "analyze_file",
  title: "Outline of a file",
  summary: "Show what a file defines and imports, without its text",
  description:
    "Outlines one file: its symbols with kind and lines, its imports, language and parse state. Use it before reading a file.",
  input: z.strictObject({
    path: z.string().min(1).max(4096).describe("Project-relative"),
    depth: z.int().min(1).max(DEPTH_MAX).default(DEPTH_MAX).describe("1: outermost symbols only"),
    ...codeFields(TOKENS),
  }),
  output: z.object({
    ...codeOutput,
    path: z.string(),
    language: z.string().nullable(),
    parse: z.string(),
    lines: z.number(),
    imports: z.array(z.string()).meta({ doc: "line and names" }),
    symbols: z.array(z.string()).describe("`<first>-<last> <kind> <symbol>`, in order"),
  }),
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "analyze-file",
    positionals: ["path"],
    examples: ["context-broker analyze-file src/main.ts", "context-broker analyze-file src/main.ts --depth 1 --json"],
  },
  toolset: "code",
  run: (input, context) =>
    answerCode(input, { operation: "analyze_file", asked: input.path }, context, async (scene) => {
      const { outline, generation } = scene.withSnapshot((snapshot) => ({
        outline: outlineFile(snapshot, input.path, input.depth),
        generation: snapshot.generation,
      }));
      const { document, symbols, count } = outline;
      const read = await scene.read(document);
      const imports =
        read === null ? [] : importStatements(sourceText(read.text, 1), document.language, document.lineCount + 1);
      return {
        outcome: "found",
        match: "exact path",
        authority: "index",
        generation,
        documents: [document],
        files: 1,
        filesLeft: 0,
        found: count,
        rows: symbols.length,
        write: (shown) => writeOutline(outline, imports.map(renderImport), symbols.slice(0, shown)),
      };
    }),
});

const renderImport = ({ lines, names }: ImportStatement): string => `${lines[0]?.line ?? 0} ${names.join(", ")}`;

function writeOutline({ document, count }: FileOutline, imports: readonly string[], shown: readonly OutlineSymbol[]) {
  const { path, language, parse, lineCount } = document;
  const spoken = language ?? "no known language";
  return {
    headline: `${path}: ${spoken}, ${lineCount.toLocaleString("en")} lines, parse ${parse}, ${count.toLocaleString("en")} symbols`,
    lines: [
      ...(imports.length === 0 ? [] : ["imports:", ...imports.map((one) => `  ${one}`)]),
      ...shown.map((one) => `${"  ".repeat(one.depth)}${one.startLine}-${one.endLine} ${one.kind} ${one.name}`),
    ],
    fields: {
      path,
      language,
      parse,
      lines: lineCount,
      imports: [...imports],
      symbols: shown.map((one) => `${one.startLine}-${one.endLine} ${one.kind} ${one.path}`),
    },
  };
}
