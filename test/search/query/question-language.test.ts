import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { isNotEnglish, withoutOtherStopWords } from "../../../src/search/query/question-language.ts";
import { packagePath } from "../../../src/system/package-root.ts";

const linesOf = (path: string): string[] => readFileSync(packagePath("fixtures", path), "utf8").trim().split("\n");
const questionsOf = (file: string): string[] =>
  linesOf(`search/question-language/${file}`).map((line) => line.slice(line.indexOf("\t") + 1));

const JUDGED = ["queries", "queries-no-filename", "kept-aside/queries", "kept-aside/queries-no-filename"];

describe("a question's language", () => {
  it("is told from English in 28 languages, with names of code in between", () => {
    expect(questionsOf("other-languages.txt").filter((question) => !isNotEnglish(question))).toEqual([]);
  });

  it("is told for most questions that the word lists were not written for", () => {
    const questions = questionsOf("other-languages-kept-aside.txt");
    expect(questions.filter(isNotEnglish).length / questions.length).toBeGreaterThan(0.88);
  });

  it("is English for every judged query, and for English with other words in it", () => {
    const judged = JUDGED.flatMap((name) =>
      linesOf(`benchmarks/judged/${name}.jsonl`).map((line) => (JSON.parse(line) as { query: string }).query),
    );
    expect(judged.length).toBeGreaterThan(700);
    expect([...judged, ...questionsOf("english.txt")].filter(isNotEnglish)).toEqual([]);
  });

  it("does not depend on names and quotations", () => {
    expect(isNotEnglish("wo_ist_die_datei.öffnen(für)")).toBe(false);
    expect(isNotEnglish("where is „die Datei wurde nicht gefunden“ raised")).toBe(false);
    expect(isNotEnglish("wo wird `where is the file` ausgegeben")).toBe(true);
  });
});

describe("a query in another language", () => {
  it("is searched by its names and subjects, without its function words", () => {
    const query = parseQuery("Wo ruft die RetryPolicy den Timer für HTTP auf?");
    expect(query.isEnglish).toBe(false);
    expect(query.terms).toEqual(expect.arrayContaining(["retrypolicy", "timer", "http"]));
    expect(query.terms.filter((term) => ["wo", "die", "den", "für", "auf"].includes(term))).toEqual([]);
    expect(query.identifiers).toContain("RetryPolicy");
  });

  it("keeps its words where it has no others", () => {
    expect(parseQuery("wie wird was").terms).not.toEqual([]);
  });

  it("loses function words of other scripts, too", () => {
    expect(withoutOtherStopWords("где RetryPolicy вызывает функцию sleep").trim()).toBe(
      "RetryPolicy вызывает функцию sleep",
    );
  });

  it("is English where it is a name, a path or plain words", () => {
    for (const text of ["Où", "src/où.ts", "retry policy", "where is the session renewed"]) {
      expect(parseQuery(text).isEnglish, text).toBe(true);
    }
  });
});
