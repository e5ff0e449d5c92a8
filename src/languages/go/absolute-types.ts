// How types in Go signatures are compared across packages, and the methods of interfaces in Go's standard library.

import { folderOf, type Lookup } from "../../linking/lookup.ts";
import { BUILT_IN_ROOT, importIn, parseMember } from "../../vocabulary/chain.ts";
import { goModules } from "./modules.ts";
import { INTERFACES, TAKES } from "./standard-library.ts";

const BUILT_IN: ReadonlySet<string> = new Set(
  "bool string error int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 map chan func interface struct".split(
    " ",
  ),
);

const NAME = /(?:([\p{L}_][\p{L}\p{N}_]*)\.)?([\p{L}_][\p{L}\p{N}_]*)/gu;

/**
 * A signature in which each type is qualified by its package: by its folder in the project, otherwise by its import path. Where a file
 * imports all names of a package, a bare name may be of that, and is `?`.
 */
export function absoluteSignature(signature: string, path: string, lookup: Lookup): string {
  const mayBeImported =
    lookup.facts(path)?.imports.some(({ imported, local }) => imported === "*" && local === null) === true;
  return signature.replaceAll(NAME, (written: string, qualifier: string | undefined, name: string) => {
    if (qualifier === undefined) {
      return BUILT_IN.has(name) ? name : mayBeImported ? "?" : `${folderOf(path)}:${name}`;
    }
    const brought = lookup.facts(path)?.imports.find(({ local }) => local === qualifier);
    if (brought === undefined) {
      return written;
    }
    const [file] = goModules.resolve(brought.specifier, path, lookup);
    return `${file === undefined ? brought.specifier : folderOf(file)}:${name}`;
  });
}

/** Two signatures with absolute types; `?` represents any type. */
export function isSameSignature(one: string, other: string): boolean {
  if (one === other) {
    return true;
  }
  return (one.includes("?") && patternOf(one).test(other)) || (other.includes("?") && patternOf(other).test(one));
}

type Methods = Readonly<Record<string, string>>;

const patterns = new Map<string, RegExp>();
const PATTERNS_MAX = 1_000;

function patternOf(signature: string): RegExp {
  const known = patterns.get(signature);
  if (known !== undefined) {
    return known;
  }
  const parts = signature.split("?").map((part) => part.replaceAll(/[.*+^${}()|[\]\\]/g, String.raw`\$&`));
  const made = new RegExp(`^${parts.join("[^,()]*")}$`, "u");
  if (patterns.size >= PATTERNS_MAX) {
    patterns.clear();
  }
  patterns.set(signature, made);
  return made;
}

/** Not in the table of interfaces: the built-in one, and structs that are embedded for their methods. */
const OTHERS: Readonly<Record<string, Methods>> = {
  error: { Error: "()(string)" },
  "sync:Mutex": { Lock: "()()", Unlock: "()()", TryLock: "()(bool)" },
  "sync:RWMutex": {
    Lock: "()()",
    Unlock: "()()",
    TryLock: "()(bool)",
    RLock: "()()",
    RUnlock: "()()",
    TryRLock: "()(bool)",
    RLocker: "()(sync:Locker)",
  },
};

/** Interfaces that a package of the standard library re-exports under its own name. */
const ALIASES = [
  ["os:FileInfo", "io/fs:FileInfo"],
  ["os:DirEntry", "io/fs:DirEntry"],
] as const;

interface Library {
  /** By package's path and name: `io:Reader`. */
  readonly methods: ReadonlyMap<string, Methods>;
  /** What takes an interface, by its whole name: `net/http.Handle.1`. */
  readonly takes: ReadonlyMap<string, string>;
  /** The same by package and the end of that, of a member: `net/http Handle.1`; null where several differ. */
  readonly takesByEnd: ReadonlyMap<string, string | null>;
}

let library: Library | undefined;

/** Read when it is first asked for. */
function openLibrary(): Library {
  if (library !== undefined) {
    return library;
  }
  const methods = new Map(Object.entries(OTHERS));
  for (const line of INTERFACES.trim().split("\n")) {
    const [name = "", ...signatures] = line.split(" ");
    methods.set(name, Object.fromEntries(signatures.map(methodOf)));
  }
  for (const [alias, name] of ALIASES) {
    methods.set(alias, methods.get(name) ?? {});
  }
  const takes = new Map<string, string>();
  const takesByEnd = new Map<string, string | null>();
  for (const line of TAKES.trim().split("\n")) {
    const [name = "", ...places] = line.split(" ");
    for (const place of places) {
      takes.set(place, name);
      const [, module, end] = MEMBER_OF_TYPE.exec(place) ?? [];
      if (end !== undefined) {
        const key = `${module} ${end}`;
        const known = takesByEnd.get(key);
        takesByEnd.set(key, known === undefined || known === name ? name : null);
      }
    }
  }
  library = { methods, takes, takesByEnd };
  return library;
}

/** `net/http.ServeMux.Handle.1`, `net/http.Server.Handler`: a package, a type, a method with a place or a field. */
const MEMBER_OF_TYPE = /^([^.]+)\.\p{Lu}\w*\.(\p{Lu}\w*(?:\.\d+)?)$/u;

function methodOf(written: string): [string, string] {
  const at = written.indexOf("(");
  return [written.slice(0, at), written.slice(at).replaceAll("~", " ")];
}

/** Methods of a library type that a project's type embeds (`%2.Reader`, `!error`); null if unknown. */
export function libraryMethods(chain: string, path: string, lookup: Lookup): Methods | null {
  const member = parseMember(chain);
  const at = member === null ? null : importIn(member.owner);
  const specifier = at === null ? undefined : lookup.facts(path)?.imports[at]?.specifier;
  const own = chain.startsWith(BUILT_IN_ROOT) ? chain.slice(BUILT_IN_ROOT.length) : chain;
  const key = specifier === undefined ? own : `${specifier}:${member?.name}`;
  return openLibrary().methods.get(key === "" ? "error" : key) ?? null;
}

/**
 * The interface that the library expects at this place, and its methods: `net/http.Handle.1` (the second
 * parameter), `net/http.Server.Handler` (a field), `net/http.Handler` (the type itself), `net/http.NewServeMux().Handle.1` (of
 * what a call gives), `error`. Null where it is none, or not known.
 */
export function libraryInterface(expected: string): { readonly name: string; readonly methods: Methods } | null {
  const { methods, takes, takesByEnd } = openLibrary();
  const module = expected.slice(0, Math.max(0, expected.indexOf(".", expected.lastIndexOf("/") + 1)));
  const end = /\.(\p{Lu}\w*(?:\.\d+)?)$/u.exec(expected)?.[1] ?? "";
  const isMember = expected.includes("()");
  const name =
    takes.get(expected) ??
    (isMember ? takesByEnd.get(`${module} ${end}`) : undefined) ??
    (module === "" ? expected : `${module}:${expected.slice(module.length + 1)}`);
  const found = methods.get(name);
  return found === undefined ? null : { name: name.replace(":", "."), methods: found };
}

/** Whether an interface of the library has a method of this name. */
export const isLibraryMethod = (name: string): boolean =>
  [...openLibrary().methods.values()].some((methods) => Object.hasOwn(methods, name));

/** The standard library, whose packages have no domain in front: `net/http.Handle.1`. */
export const isWhollyKnown = (expected: string): boolean =>
  !(expected.split("/")[0] ?? "").includes(".") || !expected.includes("/");
