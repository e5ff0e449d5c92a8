// Code in cells between prose: what it defines, by the look of its lines.
import { type Marks, outlineMarks } from "../../syntax/marks.ts";
import type { Outline } from "../../syntax/outline.ts";
import { openSource, type Source } from "../../syntax/source.ts";

/** By the name that a cell or a kernel gives its language. */
const MARKS: Readonly<Record<string, Marks>> = {
  python: {
    lines: { class: /^\s*class\s+(\w+)/, function: /^\s*(?:async\s+)?def\s+(\w+)/ },
    end: "indentation",
  },
  r: { lines: { function: /^\s*([\w.]+)\s*(?:<-|=)\s*function\s*\(/ }, end: "indentation" },
  julia: {
    lines: { type: /^\s*(?:mutable\s+)?struct\s+(\w+)/, function: /^\s*(?:function|macro)\s+([\w.!]+)/ },
    end: "indentation",
  },
  bash: { lines: { function: /^\s*(?:function\s+)?([\w-]+)\s*\(\)/ }, end: "indentation" },
  elisp: {
    lines: { variable: /^\((?:defvar|defconst|defcustom)\s+([^\s()]+)/, function: /^\((?:cl-)?def\w*\s+([^\s()]+)/ },
    end: "indentation",
  },
};
const OTHER_NAMES: Readonly<Record<string, string>> = { sh: "bash", shell: "bash", "emacs-lisp": "elisp", ir: "r" };

/** `lines`: those of a file, blank where they are no code of the language. */
export function outlineCode(lines: readonly string[], language: string): Outline {
  const marks = MARKS[OTHER_NAMES[language] ?? language];
  return marks === undefined ? { parts: [], symbols: [] } : outlineMarks(openSource(lines.join("\n")), marks);
}

/** What runs in a document is written in blocks: `opens` has its language as a group, and `closes` follows. */
export const outlineBlocks =
  (opens: RegExp, closes: RegExp) =>
  (source: Source): Outline => {
    const byLanguage = new Map<string, string[]>();
    let language: string | null = null;
    for (const [index, line] of source.lines.entries()) {
      if (language === null) {
        language = opens.exec(line)?.[1]?.toLowerCase() ?? null;
      } else if (closes.test(line)) {
        language = null;
      } else {
        const lines = byLanguage.get(language) ?? source.lines.map(() => "");
        lines[index] = line;
        byLanguage.set(language, lines);
      }
    }
    const all = [...byLanguage].map(([name, lines]) => outlineCode(lines, name));
    const parts = all.flatMap((one) => one.parts).sort((a, b) => a.startLine - b.startLine);
    return { parts, symbols: all.flatMap(({ symbols }) => symbols) };
  };
