// Symbols that are referred to by another name than their own.
import { expect, test } from "vitest";
import { type EdgeScene, findReferences } from "../../../src/intelligence/edges/references.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import type { Lookup } from "../../../src/linking/lookup.ts";
import { rulesOf } from "../../../src/linking/rules-of.ts";
import { atOnce } from "../../../src/system/steps.ts";
import { miniProject } from "../../linking/mini-project.ts";

function sceneOf(lookup: Lookup, paths: readonly string[]): EdgeScene {
  return {
    lookup,
    linker: openLinker(lookup, rulesOf),
    *candidates(_, name) {
      yield;
      return paths.filter((path) => lookup.facts(path)?.mentions.some((mention) => mention.name === name) === true);
    },
    stems: () => [],
    isOver: () => false,
  };
}

test("counts what is known of a file in part alone among what is left, and believes no name alone then", async () => {
  const { lookup, facts } = await miniProject({
    "store.ts": "export class Store {\n  persistAll() {}\n}\n",
    "a.ts": "import { Store } from './store';\nnew Store().persistAll();\n",
    "b.ts": "export function b(any) {\n  any.persistAll();\n}\n",
  });
  const ask = (left: number) => {
    const cut: Lookup = {
      ...lookup,
      facts(path) {
        const known = lookup.facts(path);
        return known === null || path !== "a.ts" ? known : { ...known, left };
      },
    };
    const at = cut.facts("store.ts")?.definitions.findIndex(({ name }) => name === "persistAll") ?? -1;
    const target = { name: "persistAll", places: [{ path: "store.ts", at }] };
    const { references, filesLeft } = atOnce(findReferences(sceneOf(cut, [...facts.keys()]), target));
    return { places: references.map(({ path, line, certainty }) => `${path}:${line} ${certainty}`), filesLeft };
  };
  expect(ask(0)).toEqual({ places: ["a.ts:2 constrained", "b.ts:2 heuristic"], filesLeft: [] });
  expect(ask(3)).toEqual({ places: ["a.ts:2 constrained"], filesLeft: ["a.ts"] });
});

test("finds an attribute of C# by its name without the ending, too", async () => {
  const { lookup, facts } = await miniProject({
    "Slow.cs": "using System;\nnamespace Shop;\npublic class SlowAttribute : Attribute { }\n",
    "Tests.cs":
      "using Xunit;\nnamespace Shop;\npublic class Tests {\n  [Slow] void A() { }\n  [SlowAttribute] void B() { }\n}\n",
    "Other.cs": "namespace Other;\npublic class Slow {\n  void A() { new Slow(); }\n}\n",
  });
  const paths = [...facts.keys()];
  const at = lookup.facts("Slow.cs")?.definitions.findIndex(({ name }) => name === "SlowAttribute") ?? -1;
  const { references } = atOnce(
    findReferences(sceneOf(lookup, paths), { name: "SlowAttribute", places: [{ path: "Slow.cs", at }] }),
  );
  expect(references.map(({ path, line, role }) => `${path}:${line} ${role}`)).toEqual([
    "Tests.cs:4 decorate",
    "Tests.cs:5 decorate",
  ]);
});

test("a call in a block of Ruby may be of the object that runs the block, so the only method of its name is meant by name", async () => {
  const { lookup, facts } = await miniProject({
    "base.rb": "module App\n  module Helpers\n    def redirect(uri)\n      uri\n    end\n  end\nend\n",
    "app.rb": "require 'app'\nget '/' do\n  redirect '/home'\nend\n",
    "helpers_test.rb":
      "class HelpersTest < Minitest::Test\n  describe 'redirect' do\n    it('goes') { mock_app { redirect '/foo' } }\n  end\nend\n",
  });
  const at = lookup.facts("base.rb")?.definitions.findIndex(({ name }) => name === "redirect") ?? -1;
  const { references } = atOnce(
    findReferences(sceneOf(lookup, [...facts.keys()]), { name: "redirect", places: [{ path: "base.rb", at }] }),
  );
  expect(references.map(({ path, line, certainty }) => `${path}:${line} ${certainty}`)).toEqual([
    "app.rb:3 heuristic",
    "helpers_test.rb:3 heuristic",
  ]);
});
