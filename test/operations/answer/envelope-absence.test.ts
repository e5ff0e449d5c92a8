import { describe, expect, it } from "vitest";
import { absenceOf, type Emptiness, explainAbsence } from "../../../src/operations/answer/envelope.ts";

const roles = { by: ["roles"], hidden: 14, files: null };
const nowhere = { by: ["paths"], hidden: 0, files: { admitted: 0, of: 289 } };

describe("an empty answer", () => {
  it.each<[Partial<Emptiness>, string, string | null]>([
    [{}, "absent", null],
    [{ filtered: { by: ["paths"], hidden: 0, files: { admitted: 3, of: 289 } } }, "absent", null],
    [{ filtered: roles }, "filtered", "references to X: 14 found, all left out by the filter roles"],
    [
      { filtered: { by: ["roles", "certainty_min"], hidden: 14, files: null }, filesLeft: 2 },
      "filtered",
      "references to X: 14 found, all left out by the filters roles and certainty_min",
    ],
    [{ filtered: nowhere, files: 0 }, "filtered", "references to X: none of 289 files matches the filter paths"],
    [{ filesLeft: 277 }, "not_searched", "references to X: none in 12 files; 277 files not searched"],
    [{ filesLeft: 289, files: 0 }, "not_searched", "references to X: unknown, 289 files not searched"],
  ])("of %j is %s", (told, absence, words) => {
    const emptiness: Emptiness = { files: 12, filesLeft: 0, filtered: null, ...told };
    expect(absenceOf(emptiness)).toBe(absence);
    expect(explainAbsence("references to X", emptiness)).toBe(words);
  });
});
