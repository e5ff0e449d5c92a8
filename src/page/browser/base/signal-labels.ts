// The ranking's signals in words (docs/inside/ranking.md explains them).

const LABELS: Readonly<Record<string, string>> = {
  chunk_words: "words of these lines",
  spread: "words in several places of the file",
  file_words: "words of the whole file",
  defined_names: "names that the file defines",
  name_in_query: "the file's name",
  named_by_query: "the path makes up most of the question",
  holds_name: "contains the name",
  definition: "defines the name",
  named_path: "the path asked for",
  named_line: "the line asked for",
  phrase: "the message word for word",
  beside: "test, example, prose or generated",
  asked_kind: "the kind asked for",
  other_platform: "for another platform",
  header: "a header of an implementation",
  meaning: "meaning of these lines",
  about: "meaning of the whole file",
  behind: "not the first place of the file",
  repeat: "another hit of the file comes before",
};

/** `name`: as an answer has it. */
export const labelOfSignal = (name: string): string => LABELS[name] ?? name.replaceAll("_", " ");
