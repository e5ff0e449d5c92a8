import { expect, it } from "vitest";
import { intoPage } from "./page.ts";

it("puts the tables into a page, between the command's marks, again and again", () => {
  const marks = ["<!-- measured by `npm run bench`: begin -->", "<!-- measured by `npm run bench`: end -->"] as const;
  const page = intoPage(`# Page\n\n${marks[0]}\n${marks[1]}\n\nProse\n`, "one\n", "bench");
  expect(page).toBe(`# Page\n\n${marks[0]}\n\none\n\n${marks[1]}\n\nProse\n`);
  expect(intoPage(page, "two\n", "bench")).toBe(page.replace("one", "two"));
  for (const wrong of ["# Page\n", marks[0], `${marks[1]}${marks[0]}`, `${page}${page}`]) {
    expect(() => intoPage(wrong, "one", "bench")).toThrow("no place for the tables");
  }
  expect(() => intoPage(page, "one", "bench:edges")).toThrow("no place for the tables");
});
