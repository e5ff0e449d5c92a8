// Names that stand where tools pass over them: in macros, templates and their arguments, patterns, attributes and other syntax that is
// not a plain call or read.
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

const BY_EXTENSION: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.(?:c|h)$/, /^\s*#|\\$|sizeof|offsetof|__attribute__|_Generic|typeof|^\s*\.\w+\s*=|\[\w+\]\s*=/],
  [
    /^\.(?:cc|cpp|cxx|hpp|hh|hxx)$/,
    /^\s*#|\\$|template|typename|sizeof|decltype|::\*|\[\[|static_assert|concept|requires|operator|friend|using /,
  ],
  [/^\.rs$/, /macro_rules!|\$\w+|^\s*#!?\[|\w!\s*[([{]|::<|=>|\blet \w+.*else|where |dyn |impl .* for |const /],
  [
    /^\.(?:ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte)$/,
    /<\w|\$\{|@\w|keyof|typeof|infer|satisfies|extends|=\{|\{\{|:\w+=|\{\s*\w+(?:,|\s*\})|accessor|using /,
  ],
  [/^\.py$/, /^\s*@|case |f["']|lambda|\w=\w|\[\w+\]|->|__\w+__|nonlocal|global /],
  [/^\.go$/, /\[\w+ |`|\.\(|func\(|<-|iota|switch|case |\{\w+:/],
  [
    /^\.(?:java|kt|kts|scala|cs)$/,
    /^\s*@|^\s*\[|<\w|::|->|=>|case |instanceof|is \w|when|super|this\(|\$\{?|\{@|operator|record |sealed |inline|by /,
  ],
  [/^\.(?:rb|php)$/, /:\w+|&\w*:|in |=>|::|#\[|#\{|\{\$|define_method|alias|send|->\(|fn ?\(|match/],
];

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

/** All words of such lines. `files`: relative to the root; those of other kinds have none. */
export function hardNames(root: string, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) {
    const lines = BY_EXTENSION.find(([extension]) => extension.test(extname(file)))?.[1];
    if (lines !== undefined) {
      for (const line of readFileSync(join(root, file), "utf8").split("\n")) {
        for (const [word] of lines.test(line) ? line.matchAll(WORD) : []) {
          found.add(word);
        }
      }
    }
  }
  return found;
}
