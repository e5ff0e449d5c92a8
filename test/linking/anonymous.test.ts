// Classes without a name that stand beside each other are different classes.
import { expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { miniProject } from "./mini-project.ts";

const FILES = {
  "A.java": [
    "class A {",
    "  void run() {",
    "    use(new Base() { void f() { save(); } });",
    "    use(new Other() { void f() { save(); load(); } });",
    "  }",
    "}",
    "class Base { void save() {} }",
    "class Other { void load() {} }",
    "",
  ].join("\n"),
};

test("what one of two nameless classes extends is nothing of the other's", async () => {
  const { lookup, facts } = await miniProject(FILES);
  const linker = openLinker(lookup, semanticsOf);
  const told = (facts.get("A.java")?.references ?? []).flatMap((group) => {
    const { value } = linker.target("A.java", group);
    return group.name === "save" || group.name === "load"
      ? group.lines.map((line) => `${line} ${group.name} ${value.is}`)
      : [];
  });
  expect(told.sort()).toEqual(["3 save definition", "4 load definition", "4 save external"]);
});
