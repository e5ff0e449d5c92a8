// What a project is asked: questions in words and names of its own, drawn from its definitions by a hash, so that every run
// asks the same and no two are equal. Knows nothing of answers.
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { hashOf, shuffled } from "../scale/hash.ts";

/** Files read for names. */
const FILES_READ = 400;
const DEFINITION = /\b(?:function|class|interface|struct|trait|def|fn|func|type|enum|module)\s+([A-Za-z_]\w{5,40})/g;
const GENERAL = [
  "where are errors turned into responses",
  "parse command line options",
  "read configuration from a file",
  "open a network connection",
  "cache the result of an expensive computation",
  "validate user input",
  "convert a value to a string",
  "run a task in the background",
  "register a callback for an event",
  "tests for edge cases of empty input",
  "merge two lists of settings",
  "escape special characters in output",
  "close and release resources",
  "compare versions",
  "log a warning message",
];
const FORMS: readonly ((words: string, name: string) => string)[] = [
  (words) => `how does ${words} work`,
  (words) => `where is ${words} handled`,
  (_, name) => name,
  (words) => `tests for ${words}`,
  (words) => `what calls ${words} and when`,
];

/** `parseOptions` and `parse_options` as `parse options`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/_+/g, " ")
    .trim()
    .toLowerCase();

/** Distinct questions, the general ones first; fewer than `count` where the project defines too little. */
export async function questionsFor(root: string, count: number): Promise<readonly string[]> {
  const corpus = openCorpus({ root, rules: DEFAULT_RULES });
  const { files } = await corpus.refresh();
  const names = new Set<string>();
  for (const path of shuffled([...files.keys()], "questions", (one) => one).slice(0, FILES_READ)) {
    const read = await corpus.read(path);
    for (const [, name = ""] of "text" in read ? read.text.matchAll(DEFINITION) : []) {
      names.add(name);
    }
  }
  const own = shuffled([...names], "names", (name) => name).map((name) => {
    const form = FORMS[hashOf(name) % FORMS.length];
    return form?.(wordsOf(name), name) ?? name;
  });
  return [...new Set([...GENERAL, ...own])].slice(0, count);
}
