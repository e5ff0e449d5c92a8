// The text of a chain's steps is read in one place, so that it can change there: languages append steps with `stepped`, and ask about
// them by the functions of chain-drafts.ts.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownerOf, rooted, stepped, typeOfInstance, withoutLast } from "../../src/facts/chain-drafts.ts";
import { packagePath } from "../../src/system/package-root.ts";

const languages = packagePath("src", "languages");
const files = readdirSync(languages, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

test("no language reads the steps of a draft", () => {
  expect(files.filter((file) => /[.?]steps\b/.test(readFileSync(`${languages}/${file}`, "utf8")))).toEqual([]);
});

test("takes the last step off, if it is that one", () => {
  const called = stepped(rooted("%0"), ".items()");
  expect(withoutLast(called, "()")).toEqual(stepped(rooted("%0"), ".items"));
  expect(withoutLast(called, "^")).toBeNull();
  expect(typeOfInstance(stepped(rooted("%0"), "^"))).toEqual(rooted("%0"));
  expect(ownerOf(stepped(rooted("%0"), ".items"))).toEqual(rooted("%0"));
});
