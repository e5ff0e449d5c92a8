// Names of languages whose files declare their packages: `a.b.Store.load` is found by who defines `Store` in package `a.b`,
// wherever that stands, and then by its members.
import { memberOf } from "./members.ts";
import { definedIn, namespacesOf, packageOf, usedBy } from "./namespaces.ts";
import { FOREIGN, isKnown, type Reached } from "./value.ts";
import { definitionAt, type World } from "./world.ts";

/** Names with more parts are generated; skip them. */
const PARTS_MAX = 20;

/** What a whole name leads to, as seen from a file; its last part may be marked as a function's. */
export function qualified(world: World, from: string, name: string): Reached {
  if (world.rules(from)?.rooted === true) {
    return fromRoot(world, from, name);
  }
  const parts = name.split(/[.\\]/);
  for (const at of parts.length > PARTS_MAX ? [] : order(parts)) {
    const found = definedIn(world, from, parts.slice(0, at).join("."), parts[at] ?? "");
    if (isKnown(found)) {
      return parts.slice(at + 1).reduce((owner, member) => memberOfThat(world, owner, member), found);
    }
  }
  return FOREIGN;
}

/** What all but the last part of a name are a namespace of. */
function fromRoot(world: World, from: string, name: string): Reached {
  const parts = name.replace(/^\\/, "").split("\\");
  return definedIn(world, from, parts.slice(0, -1).join("."), parts.at(-1) ?? "");
}

/** What a bare name of the file means in its package. */
export function inPackageOf(world: World, path: string, name: string): Reached {
  const rules = world.rules(path);
  if (rules?.namespaces !== true) {
    const own = definedIn(world, path, packageOf(world, path), name);
    return rules?.rooted === true && !isKnown(own) ? inRoot(world, path, name) : own;
  }
  for (const space of namespacesOf(world, path)) {
    const found = definedIn(world, path, space, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return FOREIGN;
}

/** Functions and constants of no package are everyone's; a type of none is named from the root. */
function inRoot(world: World, path: string, name: string): Reached {
  const found = definedIn(world, path, "", name);
  const [place] = found.value.is === "definition" ? found.value.places : [];
  const kind = place === undefined ? undefined : definitionAt(world, place)?.kind;
  return kind === "function" || kind === "variable" ? found : FOREIGN;
}

const DOTTED = /^(?:in@\d+\.)?([^.()^*[\]@%!]+(?:\.[^.()^*[\]@%!]+)*)\.([^.()^*[\]@%!]+)$/u;

/** `A.B.Store`, where `A.B` names nothing but a namespace: the whole of one, or what is left of it inside of another. */
export function inNamespace(world: World, path: string, chain: string): Reached {
  const [, space = "", name = ""] = DOTTED.exec(chain.replaceAll("'", "")) ?? [];
  for (const around of name === "" ? [] : ["", ...namespacesOf(world, path)]) {
    const found = definedIn(world, path, around === "" ? space : `${around}.${space}`, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return FOREIGN;
}

const PATH = /^(?:in@\d+\.)?(?:%(\d+)|(\p{Ll}[^.()^*[\]@%!/']*))((?:\.[^.()^*[\]@%!/']+)+)['/]?$/u;

/** `kernel.Outcome`, where `kernel` is a package: by an import, or what is left of it inside of a package whose names are seen. */
export function inPackagePath(world: World, path: string, chain: string): Reached {
  const [, at = "", first = "", others = ""] = PATH.exec(chain) ?? [];
  const imports = world.lookup.facts(path)?.imports ?? [];
  const brought = at === "" ? imports.find(({ local }) => local === first) : imports[Number(at)];
  const around = ["", packageOf(world, path), ...usedBy(world, path)];
  const starts =
    others === "" || brought !== undefined
      ? [brought?.specifier ?? ""]
      : around.map((space) => (space === "" ? first : `${space}.${first}`));
  for (const start of others === "" ? [] : starts) {
    const found = qualified(world, path, `${start}${others}`);
    if (isKnown(found)) {
      return found;
    }
  }
  return FOREIGN;
}

const HOLDERS: ReadonlySet<string> = new Set(["variable", "field", "type"]);

/** A member of it, or of what it only gives another name: `val Store = shop.Store`. */
function memberOfThat(world: World, { value }: Reached, member: string): Reached {
  if (value.is !== "definition") {
    return FOREIGN;
  }
  const own = memberOf(world, value.places, member);
  for (const place of isKnown(own) ? [] : value.places) {
    const definition = definitionAt(world, place);
    const isHolder = definition !== undefined && definition.type !== null && HOLDERS.has(definition.kind);
    const held = isHolder ? world.reach(place.path, definition.type).value : value;
    const found =
      held !== value && (held.is === "definition" || held.is === "instance")
        ? memberOf(world, held.places, member)
        : own;
    if (isKnown(found)) {
      return found;
    }
  }
  return own;
}

/** Where the outermost name may stand, the likely ones first: types begin with a capital, and packages do not. */
function order(parts: readonly string[]): number[] {
  const all = parts.map((_, at) => at);
  const isCapital = (at: number): boolean => /^\p{Lu}/u.test(parts[at] ?? "");
  return [...all.filter(isCapital), ...all.filter((at) => !isCapital(at)).reverse()];
}
