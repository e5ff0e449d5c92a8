// Names in languages where a file sees everything that it includes and that those files include: C and C++. Definitions are
// identified by their full paths, since any file may reopen a namespace. A declaration in one file and its definition in
// another are one symbol.
import { append } from "../system/append.ts";
import {
  type DefinitionAt,
  type DefinitionFact,
  type Facts,
  FILE,
  LOCAL,
  MACRO,
  PRIVATE,
} from "../vocabulary/facts.ts";
import { openIndexOf } from "./index-of.ts";
import { folderOf, type Lookup, nameOfPath } from "./lookup.ts";
import { EXTERNAL, type Place, type Resolution, UNKNOWN } from "./resolution.ts";
import type { LinkRules } from "./rules.ts";

/** The part of the world that these functions need. */
interface Sight {
  readonly lookup: Lookup;
  semantics(path: string): LinkRules | undefined;
}

/** Limit of files that one file sees; a file that includes more is an amalgamation. */
const SEEN_MAX = 200;

/** If more files define a name, only those with the same base name as the asking file are examined. */
const FILES_MAX = 40;

const sights = new WeakMap<Lookup, Map<string, ReadonlySet<string>>>();

/** The file itself first, then what it includes, level by level. */
function seenFrom({ lookup, semantics }: Sight, path: string): ReadonlySet<string> {
  const known = sights.get(lookup) ?? new Map<string, ReadonlySet<string>>();
  sights.set(lookup, known);
  let seen = known.get(path);
  if (seen === undefined) {
    const files = new Set([path]);
    for (const file of files) {
      for (const { specifier } of files.size < SEEN_MAX ? (lookup.facts(file)?.imports ?? []) : []) {
        for (const found of semantics(file)?.modules.resolve(specifier, file, lookup) ?? []) {
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
  /** Definitions at the top level or in namespaces only, by simple name. */
  readonly open: ReadonlyMap<string, readonly DefinitionAt[]>;
  /** Macros that open a namespace, by the namespace's name. */
  readonly opening: ReadonlyMap<string, readonly string[]>;
  /** Names of the macros that open a namespace around the file. */
  readonly around: ReadonlySet<string>;
}

const indexes = new WeakMap<Facts["definitions"], Index>();
const variablesOn = openIndexOf<DefinitionFact>(({ kind, nameLine }) => (kind === "variable" ? [`${nameLine}`] : []));

function indexOf({ lookup }: Sight, path: string): Index | undefined {
  const definitions = lookup.facts(path)?.definitions;
  const known = definitions === undefined ? undefined : indexes.get(definitions);
  if (definitions === undefined || known !== undefined) {
    return known;
  }
  const byPath = new Map<string, DefinitionAt[]>();
  const open = new Map<string, DefinitionAt[]>();
  const opening = new Map<string, string[]>();
  const aroundFile = new Set<string>();
  /** Whether its content can be named without a class. */
  const isOpen: boolean[] = [];
  definitions.forEach(({ name, path: own, kind, parent, flags, supers, nameLine }, at) => {
    const owner = definitions[parent];
    const around = owner?.kind === "enum" ? owner.parent : parent;
    const outside = definitions[around];
    const prefix = owner === undefined ? "" : `${owner.path}.`;
    // Its path differs from that of the enclosing definition plus its name: it is a member of a class declared elsewhere.
    const isWithin = own === `${prefix}${name}`;
    isOpen.push(kind === "module" && (parent === FILE || isOpen[parent] === true));
    if ((flags & LOCAL) !== 0) {
      return;
    }
    if (kind === "module" && name === "{}") {
      for (const macro of supers) {
        aroundFile.add(macro);
      }
    }
    if (kind === "module" && (flags & MACRO) !== 0) {
      const [macro] = variablesOn(definitions, `${nameLine}`);
      append(opening, name, definitions[macro ?? at]?.name ?? name);
    }
    append(byPath, own, at);
    // Members of an unscoped enum are reached like its siblings.
    if (owner?.kind === "enum") {
      append(byPath, outside === undefined ? name : `${outside.path}.${name}`, at);
    }
    if (isWithin && kind !== "module" && (around === FILE || isOpen[around] === true)) {
      append(open, name, at);
    }
  });
  const index = { byPath, open, opening, around: aroundFile };
  indexes.set(definitions, index);
  return index;
}

/** What a file sees under a full path: `net.Store.save`. */
export function seenAt(context: Sight, from: string, path: string): Place[] {
  const files = [...seenFrom(context, from)];
  const direct = files.flatMap((file) =>
    (indexOf(context, file)?.byPath.get(path) ?? []).map((at) => ({ path: file, at })),
  );
  const dot = path.indexOf(".");
  return dot < 0 ? direct : [...direct, ...behindMacros(context, files, path.slice(0, dot), path.slice(dot + 1))];
}

/** What is in a namespace that a macro opens: `LIB_BEGIN_NAMESPACE` on a line of its own puts all that follows into `lib`. */
function behindMacros(context: Sight, files: readonly string[], space: string, path: string): Place[] {
  const macros = new Set(files.flatMap((file) => indexOf(context, file)?.opening.get(space) ?? []));
  const name = path.slice(path.lastIndexOf(".") + 1);
  const defining = macros.size === 0 ? [] : context.lookup.defining(name);
  return (defining.length > FILES_MAX ? [] : defining).flatMap((file) => {
    const index = indexOf(context, file);
    const isInside = [...(index?.around ?? [])].some((macro) => macros.has(macro));
    return isInside ? (index?.byPath.get(path) ?? []).map((at) => ({ path: file, at })) : [];
  });
}

/**
 * The same for a member of a class that `from` declares: a class that is only forward-declared there (`struct Part;`) may be
 * defined in a file that sees it.
 */
export function memberSeenAt(context: Sight, from: string, path: string, name: string): Place[] {
  const seen = seenAt(context, from, path);
  const defining = seen.length > 0 ? [] : context.lookup.defining(name);
  return defining.length === 0 || defining.length > FILES_MAX
    ? seen
    : defining.flatMap((file) => {
        const found = indexOf(context, file)?.byPath.get(path) ?? [];
        return found.length > 0 && seenFrom(context, file).has(from) ? found.map((at) => ({ path: file, at })) : [];
      });
}

/**
 * What a bare name outside of all classes means: the definition without a namespace, or the one in the only namespace that has
 * it.
 */
export function seenName(context: Sight, from: string, name: string): Resolution {
  const own = seenAt(context, from, name);
  if (own.length > 0) {
    return { value: { is: "definition", places: own }, certainty: "exact" };
  }
  const paths = new Set<string>();
  const places: Place[] = [];
  for (const file of seenFrom(context, from)) {
    for (const at of indexOf(context, file)?.open.get(name) ?? []) {
      paths.add(context.lookup.facts(file)?.definitions[at]?.path ?? "");
      places.push({ path: file, at });
    }
  }
  if (paths.size > 1) {
    return UNKNOWN;
  }
  const found = places.length > 0 ? places : aroundHeader(context, from, name);
  return found.length === 0 ? EXTERNAL : { value: { is: "definition", places: found }, certainty: "constrained" };
}

/** Headers of one folder are usually included together, even if neither includes the other. */
const isBeside = (header: string, other: string): boolean =>
  HEADER.test(header) && HEADER.test(other) && folderOf(header) === folderOf(other);
const HEADER = /\.(?:h|hh|hpp|hxx)$/;

const includers = new WeakMap<Lookup, Map<string, readonly string[]>>();

/** Files that include this one, directly or not, and write its name; none where too many do. */
function includersOf(context: Sight, path: string): readonly string[] {
  const { lookup } = context;
  const known = includers.get(lookup) ?? new Map<string, readonly string[]>();
  includers.set(lookup, known);
  let found = known.get(path);
  if (found === undefined) {
    const naming = HEADER.test(path) ? lookup.mentioning(stemOf(path)) : [];
    found =
      naming.length > FILES_MAX ? [] : naming.filter((file) => file !== path && seenFrom(context, file).has(path));
    known.set(path, found);
  }
  return found;
}

/**
 * A name that a header only declares, or expects from its includers: what files around the header define, or files that are included
 * together with it, if all agree on one path.
 */
function aroundHeader(context: Sight, from: string, name: string): Place[] {
  const defining = context.lookup.defining(name);
  if (defining.length > FILES_MAX) {
    return [];
  }
  const others = defining.filter(
    (file) => file !== from && context.semantics(file)?.modules === context.semantics(from)?.modules,
  );
  const near = agreedOn(
    context,
    name,
    others.filter((file) => isBeside(from, file) || seenFrom(context, file).has(from)),
  );
  const isTogether = (file: string): boolean =>
    includersOf(context, from).some((includer) => seenFrom(context, includer).has(file));
  return near.length > 0 ? near : agreedOn(context, name, others.filter(isTogether));
}

/** What these files define by that name outside of classes; none where they mean several things. */
function agreedOn(context: Sight, name: string, files: readonly string[]): Place[] {
  const paths = new Set<string>();
  const places = files.flatMap((file) =>
    (indexOf(context, file)?.open.get(name) ?? []).flatMap((at) => {
      const { kind = "variable", path = "" } = context.lookup.facts(file)?.definitions[at] ?? {};
      paths.add(path);
      return kind === "variable" ? [] : [{ path: file, at }];
    }),
  );
  return paths.size > 1 ? [] : places;
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "test"]);
const APART: ReadonlySet<string> = new Set(["module", "member", "test"]);

/**
 * Declarations and definitions of the same symbol: in the same file those outside of its class, in other files if one of the two files sees
 * the other.
 */
export function declaredElsewhere(context: Sight, { path, at }: Place): Place[] {
  const { lookup } = context;
  const definitions = lookup.facts(path)?.definitions ?? [];
  const own = definitions[at];
  if (own === undefined || own.name === "{}" || APART.has(own.kind) || isOwn(definitions, at)) {
    return [];
  }
  const modules = context.semantics(path)?.modules;
  const defining = lookup
    .defining(own.name)
    .filter((other) => other !== path && context.semantics(other)?.modules === modules);
  const stem = stemOf(path);
  const likely = defining.length <= FILES_MAX ? defining : defining.filter((other) => stemOf(other) === stem);
  const sameIn = (other: string): DefinitionAt[] => {
    const all = lookup.facts(other)?.definitions ?? [];
    return (indexOf(context, other)?.byPath.get(own.path) ?? []).filter(
      (one) => FUNCTIONS.has(all[one]?.kind ?? "") === FUNCTIONS.has(own.kind) && !isOwn(all, one),
    );
  };
  const here = sameIn(path).filter((one) => definitions[one]?.parent !== own.parent);
  const elsewhere = likely.flatMap((other) => {
    const same = sameIn(other);
    const isSeen = same.length > 0 && (seenFrom(context, other).has(path) || seenFrom(context, path).has(other));
    return isSeen ? same.map((one) => ({ path: other, at: one })) : [];
  });
  return [...here.map((one) => ({ path, at: one })), ...elsewhere];
}

const stemOf = (path: string): string => nameOfPath(path).replace(/\.[^.]*$/, "");

/** Whether no other file can refer to it: it is local, or static at the top of its file. */
function isOwn(definitions: Facts["definitions"], at: DefinitionAt): boolean {
  const { flags = LOCAL, parent = FILE } = definitions[at] ?? {};
  return (flags & LOCAL) !== 0 || ((flags & PRIVATE) !== 0 && definitions[parent]?.kind !== "class");
}
