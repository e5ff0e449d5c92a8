// Symbols that are referred to by another name than their own.
import { expect, test } from "vitest";
import { type EdgeScene, findReferences } from "../../../src/intelligence/edges/references.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { rulesOf } from "../../../src/linking/rules-of.ts";
import { atOnce } from "../../../src/system/steps.ts";
import { miniProject } from "../../linking/mini-project.ts";

test("finds an attribute of C# by its name without the ending, too", async () => {
  const { lookup, facts } = await miniProject({
    "Slow.cs": "using System;\nnamespace Shop;\npublic class SlowAttribute : Attribute { }\n",
    "Tests.cs":
      "using Xunit;\nnamespace Shop;\npublic class Tests {\n  [Slow] void A() { }\n  [SlowAttribute] void B() { }\n}\n",
    "Other.cs": "namespace Other;\npublic class Slow {\n  void A() { new Slow(); }\n}\n",
  });
  const paths = [...facts.keys()];
  const scene: EdgeScene = {
    lookup,
    linker: openLinker(lookup, rulesOf),
    *candidates(_, name) {
      yield;
      return paths.filter((path) => lookup.facts(path)?.mentions.some((mention) => mention.name === name) === true);
    },
    stems: () => [],
    isOver: () => false,
  };
  const at = lookup.facts("Slow.cs")?.definitions.findIndex(({ name }) => name === "SlowAttribute") ?? -1;
  const { references } = atOnce(findReferences(scene, { name: "SlowAttribute", places: [{ path: "Slow.cs", at }] }));
  expect(references.map(({ path, line, role }) => `${path}:${line} ${role}`)).toEqual([
    "Tests.cs:4 decorate",
    "Tests.cs:5 decorate",
  ]);
});
