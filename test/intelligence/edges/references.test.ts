// Symbols that are referred to by another name than their own.
import { describe, expect, test } from "vitest";
import type { EdgeScene } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import type { Lookup } from "../../../src/linking/lookup.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { miniProject } from "../../linking/mini-project.ts";

function sceneOf(lookup: Lookup, paths: readonly string[]): EdgeScene {
  return {
    lookup,
    linker: openLinker(lookup, semanticsOf),
    *candidates(_, name) {
      yield;
      return paths.filter((path) => lookup.facts(path)?.references.some((mention) => mention.name === name) === true);
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

describe("where the receiver is a library's", () => {
  const asked = async (files: Readonly<Record<string, string>>, path: string, name: string) => {
    const { lookup, facts } = await miniProject(files);
    const at = lookup.facts(path)?.definitions.findIndex((one) => one.name === name) ?? -1;
    const target = { name, places: [{ path, at }] };
    const { references, unknown } = atOnce(findReferences(sceneOf(lookup, [...facts.keys()]), target));
    return { places: references.map((one) => `${one.path}:${one.line} ${one.certainty}`), unknown };
  };

  test("an extension of the library's type is meant by its name", async () => {
    const kotlin = {
      "Ranges.kt": "package shop\n\nfun List<Int>.toLongRanges(length: Long) = map { it + length }\n",
      "Use.kt": "package shop\n\nfun use() {\n  val ranges: List<Int> = listOf(1)\n  ranges.toLongRanges(15)\n}\n",
    };
    expect(await asked(kotlin, "Ranges.kt", "toLongRanges")).toEqual({ places: ["Use.kt:5 heuristic"], unknown: 0 });
    const csharp = {
      "Text.cs":
        "using System.Text;\nnamespace Shop;\nstatic class Text {\n  internal static string ToRecycled(this StringBuilder text) => text.ToString();\n}\n",
      "Use.cs":
        "using System.Text;\nnamespace Shop;\nclass Use {\n  string A() { var text = new StringBuilder(); return text.Append('}').ToRecycled(); }\n}\n",
    };
    const { places } = await asked(csharp, "Text.cs", "ToRecycled");
    expect(places.map((place) => place.replace(/ .*/, ""))).toEqual(["Use.cs:4"]);
  });

  test("a call by name alone in a lambda of Kotlin may be of the lambda's receiver, and is counted", async () => {
    const files = {
      "Scope.kt":
        "package shop\n\ninterface Scope {\n  fun autoClose(count: Int): Int\n}\n\nfun scoped(block: Scope.() -> Unit) {}\n",
      "Use.kt":
        "package shop\n\nfun use() {\n  scoped { autoClose(1) }\n}\nclass Using {\n  fun use() = scoped { autoClose(2) }\n}\n",
    };
    expect(await asked(files, "Scope.kt", "autoClose")).toEqual({ places: [], unknown: 2 });
  });

  test("what the library gave may be the project's: a mention is counted, and no reference by its name alone", async () => {
    const files = {
      "Handler.php": "<?php\nnamespace Shop;\nclass Handler {\n  function setLevelOf($level) {}\n}\n",
      "HandlerTest.php":
        "<?php\nnamespace Shop;\nclass HandlerTest extends \\PHPUnit\\Framework\\TestCase {\n  function testLevel() {\n    $handler = $this->getMockBuilder(Handler::class)->getMock();\n    $handler->setLevelOf(1);\n    $other = new \\PHPUnit\\Thing();\n    $other->setLevelOf(1);\n  }\n}\n",
    };
    expect(await asked(files, "Handler.php", "setLevelOf")).toEqual({ places: [], unknown: 1 });
  });
});

test("finds what Scala exports under another name", async () => {
  const { lookup, facts } = await miniProject({
    "Day.scala": "class Day:\n  def name = 1\nclass Other:\n  def called = 2\n",
    "Week.scala": "class Week(day: Day):\n  export day.{name as called}\n  def first = called\n",
    "Main.scala": "object Main:\n  val a = new Week(new Day).called\n  val b = new Other().called\n",
  });
  const at = lookup.facts("Day.scala")?.definitions.findIndex(({ name }) => name === "name") ?? -1;
  const { references } = atOnce(
    findReferences(sceneOf(lookup, [...facts.keys()]), { name: "name", places: [{ path: "Day.scala", at }] }),
  );
  expect(references.map(({ path, line }) => `${path}:${line}`)).toEqual([
    "Week.scala:2",
    "Week.scala:3",
    "Main.scala:2",
  ]);
});
