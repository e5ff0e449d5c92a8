// Fixtures of pytest, which tests and other fixtures name as parameters and in strings: those of the file or its class, else of a
// conftest.py.

import { type ChainDraft, rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt, ROOT } from "../../../syntax/syntax-tree.ts";
import { frameAt } from "./frames.ts";
import { contentOf, nameIn } from "./names-in-strings.ts";
import type { BoundNames, Walk } from "./state.ts";

/** `@pytest.fixture`, `@pytest_asyncio.fixture(scope="module")` */
const IS_FIXTURE = /^@\s*(?:[\w.]+\.)?fixture\b/;

function boundNames({ tree }: Walk): BoundNames {
  const fixtures = new Set<string>();
  for (let node = 0; node < tree.count; node += 1) {
    const isOne =
      tree.type(node) === "decorated_definition" &&
      tree
        .children(node)
        .some((one) => tree.type(one) === "decorator" && IS_FIXTURE.test(tree.text(one).slice(0, 100)));
    if (isOne) {
      fixtures.add(tree.text(tree.field(tree.field(node, "definition"), "name")));
    }
  }
  const outermost = tree.children(ROOT).flatMap((statement) => {
    const inner =
      tree.type(statement) === "expression_statement" ? (tree.children(statement)[0] ?? NO_NODE) : statement;
    const definition = tree.type(inner) === "decorated_definition" ? tree.field(inner, "definition") : inner;
    const names = [...tree.fields(definition, "name"), tree.field(definition, "left")];
    return names.map((name) => tree.text(tree.field(name, "alias") === NO_NODE ? name : tree.field(name, "alias")));
  });
  return { fixtures, outermost: new Set(outermost) };
}

/** Whether the text binds the name at its top. */
export function isOutermost(name: string, walk: Walk): boolean {
  walk.state.bound ??= boundNames(walk);
  return walk.state.bound.outermost.has(name);
}

/** What a name means where pytest looks for a fixture; null for what the file binds to something that may be none. */
export function fixtureNamed(name: string, walk: Walk): ChainDraft {
  walk.state.bound ??= boundNames(walk);
  const { fixtures, outermost } = walk.state.bound;
  if (!fixtures.has(name)) {
    return outermost.has(name) ? null : rooted(name);
  }
  // A function's own variables are none.
  return frameAt(walk, true).kind === "function" ? rooted(name) : walk.facts.name(name);
}

/** The value of a call with these arguments, which it visits; undefined where it names no fixture. */
type FixtureCall = (args: readonly NodeAt[], walk: Walk) => ChainDraft | undefined;

function referToFixture(node: NodeAt, walk: Walk): void {
  const name = nameIn(node, walk);
  if (name === NO_NODE) {
    walk.visit(node);
  } else {
    walk.reference(name, "read", fixtureNamed(walk.tree.text(name), walk));
  }
}

/** `usefixtures("store", "clock")`, `request.getfixturevalue("store")` */
const named: FixtureCall = (args, walk) => {
  for (const one of args) {
    referToFixture(one, walk);
  }
  return null;
};

/** `parametrize("store", […], indirect=True)`; otherwise what it names are parameters alone. */
const parametrized: FixtureCall = ([names, ...others], walk) => {
  const { tree } = walk;
  const indirect = others.find((one) => tree.text(tree.field(one, "name")) === "indirect");
  const value = indirect === undefined ? NO_NODE : tree.field(indirect, "value");
  if (names === undefined || value === NO_NODE) {
    return undefined;
  }
  const isWhole = tree.text(value) === "True" && contentOf(names, walk) !== NO_NODE;
  for (const one of isWhole ? [names] : tree.children(value)) {
    referToFixture(one, walk);
  }
  others.filter((one) => one !== indirect).forEach(walk.visit);
  return null;
};

export const fixtureCalls: Readonly<Record<string, FixtureCall>> = {
  usefixtures: named,
  getfixturevalue: named,
  parametrize: parametrized,
};
