import { describe, expect, it } from "vitest";
import { LANGUAGES, patternSettings } from "../../../src/languages/registry.ts";
import { stopClock } from "../../support/stop-clock.ts";
import { read } from "./find-pattern.ts";

const grammars = LANGUAGES.flatMap(({ id, reader }) =>
  reader.by === "grammar" ? [{ id, grammar: reader.grammar }] : [],
);

describe("the examples of a pattern", () => {
  it.each(grammars)("are patterns of $id", async ({ grammar }) => {
    stopClock();
    for (const example of patternSettings(grammar).examples) {
      expect(await read(grammar, example), example).toHaveProperty("programs");
    }
  });
});
