// The language of most of a project's code, which is assumed for code in a question.
import type { Snapshot } from "../../index/snapshot.ts";
import { languagesMeant } from "../../languages/pattern-language.ts";

/** Null where there is no code that a grammar reads. Of two with as many files the first by name. */
export function mainLanguage(snapshot: Snapshot): string | null {
  const files = new Map<string, number>();
  for (const { language } of snapshot.documents()) {
    if (language !== null) {
      files.set(language, (files.get(language) ?? 0) + 1);
    }
  }
  const counts = new Map<string, number>();
  for (const [language, count] of files) {
    const [meant] = languagesMeant([language]);
    if (meant !== undefined) {
      counts.set(meant, (counts.get(meant) ?? 0) + count);
    }
  }
  const [main] = [...counts].sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1));
  return main?.[0] ?? null;
}
