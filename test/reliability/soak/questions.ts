// Questions about a project, made of what its files say: words of a line, a line as it is, a name, each with filters now
// and then. Asks nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tellingLines } from "./editor.ts";

export interface Question {
  readonly query: string;
  readonly top_k?: number;
  readonly max_tokens?: number;
  readonly paths?: readonly string[];
  readonly languages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly changed_since?: string;
  readonly detail?: "snippets" | "files" | "locations";
}

const MEANINGS = [
  "what happens when the disk is full",
  "where are files ignored",
  "how is a result ranked",
  "retry when another process holds a lock",
  "parse command line arguments",
  "write a file so that a crash leaves the old or the new one",
  "measure how long something takes",
  "tests that start a real server",
];

const FILTERS: readonly Partial<Question>[] = [
  { paths: ["src/**"] },
  { paths: ["**", "!docs/**"] },
  { languages: ["typescript"] },
  { languages: ["markdown"] },
  { kinds: ["function", "method"] },
  { changed_since: "HEAD" },
  { detail: "locations", top_k: 30 },
  { detail: "files", top_k: 3 },
];

/** A question that no other has asked is rare, one that is asked again now and then: both are wanted, of the cache too. */
export function openQuestions(root: string, sources: () => readonly string[], random: () => number): () => Question {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

  function line(): string {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        const lines = tellingLines(readFileSync(join(root, pick(sources())), "utf8"));
        if (lines.length > 0) {
          return pick(lines).trim().slice(0, 200);
        }
      } catch (error) {
        // Removed since it was listed.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
          throw error;
        }
      }
    }
    return pick(MEANINGS);
  }

  const kinds: readonly (() => string)[] = [
    () => pick(MEANINGS),
    line,
    () => (line().match(/[a-zA-Z]{4,}/g) ?? ["words"]).slice(0, 4).join(" "),
    () => /\b[a-z]+[A-Z]\w+\b/.exec(line())?.[0] ?? pick(MEANINGS),
  ];
  return () => ({ query: pick(kinds)(), ...(random() < 0.4 ? pick(FILTERS) : {}) });
}
