// docs/use/errors.md explains every code that the program can say, and no other.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAILURE_CODES, PROBLEM_CODES } from "../../src/vocabulary/failure.ts";

const page = readFileSync(new URL("../../docs/use/errors.md", import.meta.url), "utf8");
const [, failures = "", problems = ""] = page.split(/^## (?:Failures|Problems)$/m);

function sectionsOf(part: string): Map<string, string> {
  const sections = part.split(/^### /m).slice(1);
  return new Map(sections.map((section) => [/^`([A-Z0-9_]+)`/.exec(section)?.[1] ?? section, section]));
}

describe.each([
  { part: "failures", sections: sectionsOf(failures), codes: FAILURE_CODES as readonly string[] },
  { part: "problems", sections: sectionsOf(problems), codes: PROBLEM_CODES as readonly string[] },
])("the $part of docs/use/errors.md", ({ sections, codes }) => {
  it("are those of the program", () => {
    expect([...sections.keys()]).toEqual(codes);
  });

  it.each([...codes])("say what %s means, why it happens and what to do", (code) => {
    expect(sections.get(code)).toMatch(/\n\n\S[^*]{10,} \*\*Cause:\*\*\s\S[^*]{5,} \*\*Remedy:\*\*\s\S[^*]{5,}\n/);
  });
});
