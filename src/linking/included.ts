// Names of languages whose files see all that they include, and all that is included there: C and C++. Things are known by
// their whole paths, whichever file opens a namespace again; what one file declares and another defines is one symbol.
import { append } from "../system/append.ts";
import { type DefinitionAt, type Facts, FILE, LOCAL, PRIVATE } from "../vocabulary/facts.ts";
import { folderOf, type Lookup, nameOfPath } from "./lookup.ts";
import type { LinkRules } from "./rules.ts";
import { FOREIGN, type Place, type Reached, UNKNOWN } from "./value.ts";

/** What of the world these questions need. */
interface Sight {
  readonly lookup: Lookup;
  rules(path: string): LinkRules | undefined;
}

/** A file sees no more: what includes more is an amalgamation. */
const SEEN_MAX = 200;

/** Files that define a name, beyond which only those are looked into that are called as the one which asks. */
const FILES_MAX = 40;

const sights = new WeakMap<Lookup, Map<string, ReadonlySet<string>>>();

/** The file itself first, then what it includes, level by level. */
function seenFrom({ lookup, rules }: Sight, path: string): ReadonlySet<string> {
  const known = sights.get(lookup) ?? new Map<string, ReadonlySet<string>>();
  sights.set(lookup, known);
  let seen = known.get(path);
  if (seen === undefined) {
    const files = new Set([path]);
    for (const file of files) {
      for (const { specifier } of files.size < SEEN_MAX ? (lookup.facts(file)?.imports ?? []) : []) {
        for (const found of rules(file)?.modules.resolve(specifier, file, lookup) ?? []) {
          files.add(found);
        }
      }
    }
    seen = files;
    known.set(path, seen);
  }
  return seen;
}

interface Index {
  readonly byPath: ReadonlyMap<string, readonly DefinitionAt[]>;
  /** Of what stands at the top or in namespaces alone, by its own name. */
  readonly open: ReadonlyMap<string, readonly DefinitionAt[]>;
}

const indexes = new WeakMap<Facts["definitions"], Index>();

function indexOf({ lookup }: Sight, path: string): Index | undefined {
  const definitions = lookup.facts(path)?.definitions;
  const known = definitions === undefined ? undefined : indexes.get(definitions);
  if (definitions === undefined || known !== undefined) {
    return known;
  }
  const byPath = new Map<string, DefinitionAt[]>();
  const open = new Map<string, DefinitionAt[]>();
  /** Whether what stands in it is reached without naming a class. */
  const isOpen: boolean[] = [];
  definitions.forEach(({ name, path: own, kind, parent, flags }, at) => {
    const owner = definitions[parent];
    const around = owner?.kind === "enum" ? owner.parent : parent;
    const outside = definitions[around];
    const prefix = owner === undefined ? "" : `${owner.path}.`;
    // Written under another name than that of what it stands in: a member of a class of another place.
    const isWithin = own === `${prefix}${name}`;
    isOpen.push(kind === "module" && (parent === FILE || isOpen[parent] === true));
    if ((flags & LOCAL) !== 0) {
      return;
    }
    append(byPath, own, at);
    // What an enum without a scope of its own has is reached as what stands beside it.
    if (owner?.kind === "enum") {
      append(byPath, outside === undefined ? name : `${outside.path}.${name}`, at);
    }
    if (isWithin && kind !== "module" && (around === FILE || isOpen[around] === true)) {
      append(open, name, at);
    }
  });
  const index = { byPath, open };
  indexes.set(definitions, index);
  return index;
}

/** What a file sees by a whole path: `net.Store.save`. */
export function seenAt(world: Sight, from: string, path: string): Place[] {
  return [...seenFrom(world, from)].flatMap((file) =>
    (indexOf(world, file)?.byPath.get(path) ?? []).map((at) => ({ path: file, at })),
  );
}

/** The same of a member of what `from` declares: what it only names (`struct Part;`), a file that sees it may define. */
export function memberSeenAt(world: Sight, from: string, path: string, name: string): Place[] {
  const seen = seenAt(world, from, path);
  const defining = seen.length > 0 ? [] : world.lookup.defining(name);
  return defining.length === 0 || defining.length > FILES_MAX
    ? seen
    : defining.flatMap((file) => {
        const found = indexOf(world, file)?.byPath.get(path) ?? [];
        return found.length > 0 && seenFrom(world, file).has(from) ? found.map((at) => ({ path: file, at })) : [];
      });
}

/** What a bare name outside of all classes means: of no namespace, or of the only one that has it. */
export function seenName(world: Sight, from: string, name: string): Reached {
  const own = seenAt(world, from, name);
  if (own.length > 0) {
    return { value: { is: "definition", places: own }, certainty: "exact" };
  }
  const paths = new Set<string>();
  const places: Place[] = [];
  for (const file of seenFrom(world, from)) {
    for (const at of indexOf(world, file)?.open.get(name) ?? []) {
      paths.add(world.lookup.facts(file)?.definitions[at]?.path ?? "");
      places.push({ path: file, at });
    }
  }
  if (paths.size > 1) {
    return UNKNOWN;
  }
  const found = places.length > 0 ? places : aroundHeader(world, from, name);
  return found.length === 0 ? FOREIGN : { value: { is: "definition", places: found }, certainty: "constrained" };
}

/** Headers of one folder are mostly included together, whichever of them says so. */
const isBeside = (header: string, other: string): boolean =>
  HEADER.test(header) && HEADER.test(other) && folderOf(header) === folderOf(other);
const HEADER = /\.(?:h|hh|hpp|hxx)$/;

/** What a header only names, or leaves to who includes it, that has: of one path alone. */
function aroundHeader(world: Sight, from: string, name: string): Place[] {
  const defining = world.lookup.defining(name);
  if (defining.length > FILES_MAX) {
    return [];
  }
  const paths = new Set<string>();
  const places = defining.flatMap((file) =>
    file !== from &&
    world.rules(file)?.modules === world.rules(from)?.modules &&
    (isBeside(from, file) || seenFrom(world, file).has(from))
      ? (indexOf(world, file)?.open.get(name) ?? []).flatMap((at) => {
          const { kind = "variable", path = "" } = world.lookup.facts(file)?.definitions[at] ?? {};
          paths.add(path);
          return kind === "variable" ? [] : [{ path: file, at }];
        })
      : [],
  );
  return paths.size > 1 ? [] : places;
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "test"]);
const APART: ReadonlySet<string> = new Set(["module", "member", "test"]);

/** Declarations and definitions of the same thing in other files: one of the two files sees the other. */
export function declaredElsewhere(world: Sight, { path, at }: Place): Place[] {
  const { lookup } = world;
  const definitions = lookup.facts(path)?.definitions ?? [];
  const own = definitions[at];
  if (own === undefined || own.name === "{}" || APART.has(own.kind) || isOwn(definitions, at)) {
    return [];
  }
  const modules = world.rules(path)?.modules;
  const defining = lookup
    .defining(own.name)
    .filter((other) => other !== path && world.rules(other)?.modules === modules);
  const stem = stemOf(path);
  const likely = defining.length <= FILES_MAX ? defining : defining.filter((other) => stemOf(other) === stem);
  return likely.flatMap((other) => {
    const all = lookup.facts(other)?.definitions ?? [];
    const same = (indexOf(world, other)?.byPath.get(own.path) ?? []).filter(
      (one) => FUNCTIONS.has(all[one]?.kind ?? "") === FUNCTIONS.has(own.kind) && !isOwn(all, one),
    );
    const isSeen = same.length > 0 && (seenFrom(world, other).has(path) || seenFrom(world, path).has(other));
    return isSeen ? same.map((one) => ({ path: other, at: one })) : [];
  });
}

const stemOf = (path: string): string => nameOfPath(path).replace(/\.[^.]*$/, "");

/** Whether no other file may mean it: local, or static at the top of its file. */
function isOwn(definitions: Facts["definitions"], at: DefinitionAt): boolean {
  const { flags = LOCAL, parent = FILE } = definitions[at] ?? {};
  return (flags & LOCAL) !== 0 || ((flags & PRIVATE) !== 0 && definitions[parent]?.kind !== "class");
}
