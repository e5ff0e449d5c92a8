import { expect, it } from "vitest";
import { headlineOf, residentSentence } from "../../src/statistics/headline.ts";
import { anEntry, reportOf } from "./entries.ts";

const session = { id: "00000001", tokens: 3_600 };
const at = (second: string) => `2026-11-20T10:00:${second}Z`;

it("says what was saved, and what that is made of", async () => {
  const other = anEntry(at("02"), { session, operation: "health" }, { contextTokens: 178 });
  const { totals, headline } = await reportOf([anEntry(at("01"), { session }), anEntry(at("03"), { session }), other]);
  expect(headlineOf(totals)).toEqual(headline);
  expect(headline).toEqual({
    number: "10,222 tokens saved",
    sentence:
      "2 answers took 2,000 tokens; reading the files of their first three hits or grepping, whichever is cheaper, would have taken 16,000. Also subtracted: 178 of all other answers and 3,600 of the tool lists of 1 session.",
  });
  expect(residentSentence(totals)).toMatch(
    /^A model reads its conversation again at each turn: at least [\d,]+ tokens/,
  );
});

it("says what was spent where nothing was saved", async () => {
  const { headline } = await reportOf([anEntry(at("01"), { session, outcome: "weak", envelopeTokens: 200 })]);
  expect(headline).toEqual({
    number: "no tokens saved, 4,800 spent",
    sentence:
      "No answer took the place of reading files or grepping. Spent: 1,200 of all other answers and 3,600 of the tool lists of 1 session.",
  });
});

it("says nothing of costs that there are not", async () => {
  const { headline, totals } = await reportOf([]);
  expect(headline).toEqual({
    number: "no tokens saved",
    sentence: "No answer took the place of reading files or grepping.",
  });
  expect(residentSentence(totals)).toBeNull();
});
