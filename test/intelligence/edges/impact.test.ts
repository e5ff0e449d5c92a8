// Where an impact starts: at the symbol that was asked about, and not at another one of its name.
import { expect, test } from "vitest";
import { impactOf, membersOf, startsOf } from "../../../src/intelligence/edges/impact.ts";
import type { EdgeScene } from "../../../src/intelligence/edges/references.ts";
import { symbolOf } from "../../../src/intelligence/edges/target.ts";
import { openLinker } from "../../../src/linking/linker.ts";
import { rulesOf } from "../../../src/linking/rules-of.ts";
import { atOnce } from "../../../src/system/steps.ts";
import { miniProject } from "../../linking/mini-project.ts";

function sceneOf({ lookup, facts }: Awaited<ReturnType<typeof miniProject>>): EdgeScene {
  return {
    lookup,
    linker: openLinker(lookup, rulesOf),
    *candidates() {
      yield;
      return [...facts.keys()];
    },
    stems: () => [],
    isOver: () => false,
  };
}

test("starts from a method or from a field of one name in Rust (issue 13)", async () => {
  const path = "src/lib.rs";
  const project = await miniProject({
    "Cargo.toml": '[package]\nname = "shop"\n',
    [path]:
      "mod reads;\nmod calls;\npub struct Arg {\n    pub long: u8,\n}\nimpl Arg {\n    pub fn long(&self) -> u8 { 1 }\n}\n",
    "src/reads.rs": "use crate::Arg;\nfn reads(arg: &Arg) -> u8 { arg.long }\n",
    "src/calls.rs": "use crate::Arg;\nfn calls(arg: &Arg) -> u8 { arg.long() }\n",
  });
  const own = project.lookup.facts(path);
  const dependentsOf = (kind: string): readonly (string | null)[] => {
    const at = own?.definitions.findIndex((one) => one.name === "long" && one.kind === kind) ?? -1;
    const symbol = own === null ? null : symbolOf({ path, language: "rust" }, own, [at]);
    if (own === null || symbol === null) {
      throw new Error(`no ${kind} is called long`);
    }
    const starts = startsOf({ path, language: "rust", facts: own }, membersOf(own, symbol.places));
    return atOnce(impactOf(sceneOf(project), starts, 1)).dependents.map((node) => node.symbol);
  };
  expect(dependentsOf("field")).toEqual(["reads"]);
  expect(dependentsOf("method")).toEqual(["calls"]);
});

test("counts what may depend on a symbol by its name alone, and does not follow it", async () => {
  const project = await miniProject({
    "base.rb": "module App\n  module Helpers\n    def redirect(uri)\n      uri\n    end\n  end\nend\n",
    "app.rb": "get '/' do\n  redirect '/home'\nend\npost('/') { redirect '/home' }\n",
  });
  const own = project.lookup.facts("base.rb");
  const at = own?.definitions.findIndex(({ name }) => name === "redirect") ?? -1;
  const starts = own === null ? [] : startsOf({ path: "base.rb", language: "ruby", facts: own }, (one) => one === at);
  const { dependents, graph } = atOnce(impactOf(sceneOf(project), starts, 2));
  expect({ dependents, unresolved: graph.unresolved }).toEqual({ dependents: [], unresolved: 2 });
});
