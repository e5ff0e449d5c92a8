import { describe, expect, it } from "vitest";
import { parseQuery, withoutQuestionWords } from "../../../src/search/query/parse-query.ts";

describe("a question's terms", () => {
  it.each<[question: string, terms: string]>([
    ["where is the function that retries a payment?", "retri payment"],
    ["which class is responsible for session renewal", "session renew"],
    ["how is authentication implemented in this project?", "authent"],
    ["how does libuv implement timers", "libuv timer"],
    ["show me the code that parses dates", "pars date"],
    ["can you find where tokens are counted", "token count"],
    ["please explain the implementation of the scheduler", "schedul"],
    ["where are sessions located", "session"],
    // Words of the subject, not of the question.
    ["wrapping handlers with async functions", "wrap handler async function"],
    ["help text generation", "help text generat"],
    ["list of implemented interfaces", "implement interfac"],
    ["show command", "command"],
    ["project-level configuration", "project level configur"],
    ["find_by_email", "findbyemail find email"],
    // Nothing else to go by.
    ["show me the code", "code"],
    ["function", "function"],
    ["where is it implemented?", "implement"],
    ["find", "find"],
    ["🙂", ""],
  ])("%s", (question, terms) => {
    expect(parseQuery(question).terms.join(" ")).toBe(terms);
  });

  it("leave at least a word of any text that has one", () => {
    for (const text of ["tell me", "please", "find find find", "in this project"]) {
      expect(withoutQuestionWords(text)).toMatch(/\p{L}/u);
    }
  });
});
