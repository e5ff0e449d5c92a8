// The only code of these tests that touches the room's API: samples in, readable text out.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Analysis } from "../../src/languages/analysis.ts";
import { type AnalyzerOptions, openAnalyzer } from "../../src/languages/analyze.ts";
import { splitLines } from "../../src/vocabulary/text.ts";

export const FIXTURES: string = fileURLToPath(new URL("../../fixtures/languages/", import.meta.url));

/** Sizes at which samples of 30 to 80 lines show where they are cut. */
export const GOLDEN_OPTIONS: AnalyzerOptions = { sizes: { target: 500, whole: 500, standalone: 250, crumb: 60 } };

export interface Sample {
  readonly language: string;
  /** Relative to fixtures/languages. */
  readonly path: string;
  readonly text: string;
}

/** One sample a language: `<language>/sample.<ext>`, or the one file that has a name of its own. */
export function samples(): Sample[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) =>
      readdirSync(`${FIXTURES}${folder.name}`)
        .filter((name) => !/\.(?:chunks|symbols|facts)\.txt$/.test(name))
        .map((name) => {
          const path = `${folder.name}/${name}`;
          return { language: folder.name, path, text: readFileSync(FIXTURES + path, "utf8") };
        }),
    );
}

export async function analyze(path: string, text: string, options: AnalyzerOptions = {}): Promise<Analysis> {
  return (await openAnalyzer(options)).analyze({ path, text });
}

/** The source with a rule before each chunk: lines, kind, symbol, names defined, context. */
export function renderChunks(text: string, analysis: Analysis): string {
  const lines = splitLines(text);
  const out = [`language ${analysis.language}, parse ${analysis.parse}, ${analysis.lineCount} lines`];
  for (const chunk of analysis.chunks) {
    out.push("", `=== ${chunk.startLine}-${chunk.endLine} ${chunk.kind} ${chunk.symbol ?? "(no symbol)"}`);
    if (chunk.defines.length > 0) {
      out.push(`=== defines ${chunk.defines.join(", ")}`);
    }
    for (const line of chunk.context === "" ? [] : chunk.context.split("\n")) {
      out.push(`context | ${line}`);
    }
    for (let line = chunk.startLine; line <= chunk.endLine; line += 1) {
      out.push(`${String(line).padStart(7)} | ${lines[line - 1]}`.trimEnd());
    }
  }
  return `${out.join("\n")}\n`;
}

/** The source with a line of carets under each name that a symbol gives it. */
export function renderSymbols(text: string, analysis: Analysis): string {
  const out: string[] = [];
  splitLines(text).forEach((line, index) => {
    out.push(line);
    let from = 0;
    for (const symbol of analysis.symbols.filter((other) => other.nameLine === index + 1)) {
      const found = line.indexOf(symbol.name, from);
      const column = found === -1 ? line.length - line.trimStart().length : found;
      const carets = "^".repeat(found === -1 ? 1 : symbol.name.length);
      const range = `${symbol.startLine}-${symbol.endLine}`;
      out.push(`${" ".repeat(column)}${carets} definition ${symbol.kind} ${symbol.path} ${range}`);
      from = found === -1 ? from : found + symbol.name.length;
    }
  });
  return `${out.join("\n")}\n`;
}
