// Names of languages whose files declare their packages: `a.b.Store.load` is found by who defines `Store` in package `a.b`,
// wherever that stands, and then by its members.
import { dottedNames, importIn, TYPE_MARK, unmarked } from "../vocabulary/chain.ts";
import { definitionAt, type LinkContext } from "./context.ts";
import { memberOf } from "./members.ts";
import { definedIn, namespacesOf, packageOf, usedBy } from "./namespaces.ts";
import { EXTERNAL, isKnown, type Resolution } from "./resolution.ts";

/** Names with more parts are generated; skip them. */
const PARTS_MAX = 20;

/** What a whole name leads to, as seen from a file; its last part may be marked as a function's. */
export function qualified(context: LinkContext, from: string, name: string): Resolution {
  if (context.semantics(from)?.rooted === true) {
    return fromRoot(context, from, name);
  }
  const parts = name.split(/[.\\]/);
  for (const at of parts.length > PARTS_MAX ? [] : order(parts)) {
    const found = definedIn(context, from, parts.slice(0, at).join("."), parts[at] ?? "");
    if (isKnown(found)) {
      return parts.slice(at + 1).reduce((owner, member) => memberOfThat(context, owner, member), found);
    }
  }
  return EXTERNAL;
}

/** What all but the last part of a name are a namespace of. */
function fromRoot(context: LinkContext, from: string, name: string): Resolution {
  const parts = name.replace(/^\\/, "").split("\\");
  return definedIn(context, from, parts.slice(0, -1).join("."), parts.at(-1) ?? "");
}

/** What a bare name of the file means in its package. */
export function inPackageOf(context: LinkContext, path: string, name: string): Resolution {
  const rules = context.semantics(path);
  if (rules?.namespaces !== true) {
    const own = definedIn(context, path, packageOf(context, path), name);
    return rules?.rooted === true && !isKnown(own) ? inRoot(context, path, name) : own;
  }
  for (const space of namespacesOf(context, path)) {
    const found = definedIn(context, path, space, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return EXTERNAL;
}

/** Functions and constants of no package are everyone's; a type of none is named from the root. */
function inRoot(context: LinkContext, path: string, name: string): Resolution {
  const found = definedIn(context, path, "", name);
  const [place] = found.value.is === "definition" ? found.value.places : [];
  const kind = place === undefined ? undefined : definitionAt(context, place)?.kind;
  return kind === "function" || kind === "variable" ? found : EXTERNAL;
}

/** `A.B.Store`, where `A.B` names nothing but a namespace: the whole of one, or what is left of it inside of another. */
export function inNamespace(context: LinkContext, path: string, chain: string): Resolution {
  const names = dottedNames(chain)?.map((name) => name.replaceAll(TYPE_MARK, "")) ?? [];
  const isPlain = names.length > 1 && names.every((name) => !/[@%!]/.test(name));
  const [space, name] = [names.slice(0, -1).join("."), names.at(-1) ?? ""];
  for (const enclosing of isPlain ? ["", ...namespacesOf(context, path)] : []) {
    const found = definedIn(context, path, enclosing === "" ? space : `${enclosing}.${space}`, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return EXTERNAL;
}

/** `kernel.Outcome`, where `kernel` is a package: by an import, or what is left of it inside of a package whose names are seen. */
export function inPackagePath(context: LinkContext, path: string, chain: string): Resolution {
  const [first = "", ...others] = dottedNames(unmarked(chain)) ?? [];
  const at = importIn(first);
  const isPlain = (at !== null || /^\p{Ll}[^@%!/']*$/u.test(first)) && others.every((name) => !/[@%!/']/.test(name));
  if (!isPlain || others.length === 0) {
    return EXTERNAL;
  }
  const imports = context.lookup.facts(path)?.imports ?? [];
  const brought = at === null ? imports.find(({ local }) => local === first) : imports[at];
  const enclosing = ["", packageOf(context, path), ...usedBy(context, path)];
  const starts =
    at !== null || brought !== undefined
      ? [brought?.specifier ?? ""]
      : enclosing.map((space) => (space === "" ? first : `${space}.${first}`));
  for (const start of starts) {
    const found = qualified(context, path, [start, ...others].join("."));
    if (isKnown(found)) {
      return found;
    }
  }
  return EXTERNAL;
}

const HOLDERS: ReadonlySet<string> = new Set(["variable", "field", "type"]);

/** A member of it, or of what it only gives another name: `val Store = shop.Store`. */
function memberOfThat(context: LinkContext, { value }: Resolution, member: string): Resolution {
  if (value.is !== "definition") {
    return EXTERNAL;
  }
  const own = memberOf(context, value.places, member);
  for (const place of isKnown(own) ? [] : value.places) {
    const definition = definitionAt(context, place);
    const isHolder = definition !== undefined && definition.type !== null && HOLDERS.has(definition.kind);
    const held = isHolder ? context.resolve(place.path, definition.type).value : value;
    const found =
      held !== value && (held.is === "definition" || held.is === "instance")
        ? memberOf(context, held.places, member)
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
