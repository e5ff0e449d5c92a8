// Which answers may be given before the files are compared with the index.
import { expect, it } from "vitest";
import { isClear } from "../../../src/operations/search/clear-answer.ts";

type Answer = Parameters<typeof isClear>[0];

it.each<{ of: string; answer: Answer; clear: boolean }>([
  { of: "what was found", answer: { outcome: "found" }, clear: true },
  { of: "several definitions", answer: { outcome: "ambiguous" }, clear: true },
  { of: "nothing", answer: { outcome: "empty" }, clear: false },
  { of: "nothing sure", answer: { outcome: "weak" }, clear: false },
  { of: "what does not answer", answer: { outcome: "none" }, clear: false },
  { of: "less than was asked", answer: { outcome: "found", missingWords: ["renewSession"] }, clear: false },
  {
    of: "another name than was asked",
    answer: { outcome: "found", corrections: [{ written: "renwSession", searched: ["renewSession"] }] },
    clear: false,
  },
])("an answer of $of: $clear", ({ answer, clear }) => {
  expect(isClear(answer)).toBe(clear);
});
