// Makes a copy of real source differ from the original as another project's would: a share of the words in its
// identifiers, comments and paths is replaced by other real words, the same word always by the same. Words of the
// languages themselves stay, so the copy parses as the original does. Knows no file.
import { hashOf, shareOf } from "./hash.ts";

/** Of all words of five letters and more; hardly a chunk of a copy then has the text of another. */
const RENAMED_SHARE = 0.25;
/** A word, or a word within a compound name: `parse` and `Options` of `parseOptions`. */
const WORD = /[A-Z][a-z]{4,}|[a-z]{5,}/g;
/** Replacements are the words most files use, as names in real projects are. */
const REPLACEMENTS = 6_000;

/** Words of five letters and more that languages, markup and tools read. */
const KEPT = new Set(
  `abstract alias alignas array async await become begin boolean break bytes catch chain chars class clone compl concept
  const consteval constexpr constinit constructor continue declare decltype default defer defined delegate delete deinit
  derive double elseif elsif ensure enumerate error event except explicit export exports extends extension extern
  fallthrough false fileprivate final finally fixed float foreach friend function future generic global guard html
  implements implicit import include indirect infer infix inline inout instanceof interface internal isset keyof lambda
  lateinit macro match message module mutable mutating namespace native never nonlocal nullptr object opaque operator
  optional oneof override package pragma print private process property protected protocol public raise range readonly
  receiver record redefine register reified repeated required require rescue retry return returns sealed select
  self short signed sizeof source stackalloc static strictfp string struct subscript super suspend switch synchronized
  tailrec template tests throw throws trait transient typealias typedef typename typeof unchecked undef undefined
  union unique unless unsafe unset unsigned until using value virtual volatile where while within yield
  button script style table tbody textarea thead title index readme makefile dockerfile gemfile rakefile license
  changelog config tsconfig android gradle cmake settings`.split(/\s+/),
);

/** Counts in how many texts each word occurs. */
export interface WordCount {
  add(text: string): void;
  /** The words that most texts use, lower-case. */
  top(): readonly string[];
}

export function countWords(): WordCount {
  const texts = new Map<string, number>();
  return {
    add: (text) => {
      for (const word of new Set(text.match(WORD)?.map((one) => one.toLowerCase()))) {
        texts.set(word, (texts.get(word) ?? 0) + 1);
      }
    },
    top: () =>
      [...texts]
        .filter(([word]) => word.length <= 14 && !KEPT.has(word))
        .sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1))
        .slice(0, REPLACEMENTS)
        .map(([word]) => word),
  };
}

/** Answers texts and paths with the words renamed that the seed picks. */
export function renamer(seed: string, words: readonly string[]): (text: string) => string {
  const known = new Map<string, string>();
  const renamed = (word: string): string => {
    const lower = word.toLowerCase();
    if (KEPT.has(lower) || words.length === 0 || shareOf(`${seed}:share:${lower}`) >= RENAMED_SHARE) {
      return word;
    }
    const other = words[hashOf(`${seed}:word:${lower}`) % words.length] ?? lower;
    return word === lower ? other : other.charAt(0).toUpperCase() + other.slice(1);
  };
  return (text) =>
    text.replace(WORD, (word) => {
      let other = known.get(word);
      if (other === undefined) {
        other = renamed(word);
        known.set(word, other);
      }
      return other;
    });
}
