// Fixtures of pytest, which tests and other fixtures name as parameters and in strings: those of the file or its class, else of a
// conftest.py.

import { type ChainDraft, rooted } from "../../../facts/chain-drafts.ts";
import { NO_NODE, type NodeAt, ROOT } from "../../../syntax/syntax-tree.ts";
import { contentOf, nameIn } from "./names-in-strings.ts";
import { type BoundNames, frameAt, type Walk } from "./state.ts";

/** `@pytest.fixture`, `@pytest_asyncio.fixture(scope="module")` */
const IS_FIXTURE = /^@\s*(?:[\w.]+\.)?fixture\b/;

function boundNames(walk: Walk): BoundNames {
  const fixtures = new Set<string>();
  for (let node = 0; node < walk.count; node += 1) {
    const isOne =
      walk.type(node) === "decorated_definition" &&
      walk
        .children(node)
        .some((one) => walk.type(one) === "decorator" && IS_FIXTURE.test(walk.text(one).slice(0, 100)));
    if (isOne) {
      fixtures.add(walk.text(walk.field(walk.field(node, "definition"), "name")));
    }
  }
  const outermost = walk.children(ROOT).flatMap((statement) => {
    const inner =
      walk.type(statement) === "expression_statement" ? (walk.children(statement)[0] ?? NO_NODE) : statement;
    const definition = walk.type(inner) === "decorated_definition" ? walk.field(inner, "definition") : inner;
    const names = [...walk.fields(definition, "name"), walk.field(definition, "left")];
    return names.map((name) => walk.text(walk.field(name, "alias") === NO_NODE ? name : walk.field(name, "alias")));
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
  return frameAt(walk, true).kind === "function" ? rooted(name) : walk.name(name);
}

/** The value of a call with these arguments, which it visits; undefined where it names no fixture. */
type FixtureCall = (args: readonly NodeAt[], walk: Walk) => ChainDraft | undefined;

function referToFixture(node: NodeAt, walk: Walk): void {
  const name = nameIn(node, walk);
  if (name === NO_NODE) {
    walk.visit(node);
  } else {
    walk.reference(name, "read", fixtureNamed(walk.text(name), walk));
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
  const indirect = others.find((one) => walk.text(walk.field(one, "name")) === "indirect");
  const value = indirect === undefined ? NO_NODE : walk.field(indirect, "value");
  if (names === undefined || value === NO_NODE) {
    return undefined;
  }
  const isWhole = walk.text(value) === "True" && contentOf(names, walk) !== NO_NODE;
  for (const one of isWhole ? [names] : walk.children(value)) {
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
