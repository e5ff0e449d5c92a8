// Names of C and C++: a file sees everything that it includes, transitively. Definitions are identified by their full paths; a
// declaration in one file and its definition in another are one symbol.

import { definitionAt } from "../../linking/context.ts";
import { folderOf, stemOf } from "../../linking/lookup.ts";
import { memberStep } from "../../linking/member-step.ts";
import { inheritedMember, membersInType } from "../../linking/members.ts";
import { atMost, definitionOf, EXTERNAL, isKnown, type Place, UNKNOWN } from "../../linking/resolution.ts";
import type {
  DeclarationSemantics,
  LinkContext,
  MemberSemantics,
  NameLookup,
  ValueSemantics,
} from "../../linking/semantics.ts";
import { callStep } from "../../linking/steps.ts";
import { FUNCTION_KINDS } from "../../vocabulary/chunk.ts";
import { type DefinitionAt, type Facts, FILE, isNamed, LOCAL, PRIVATE } from "../../vocabulary/facts.ts";
import { indexOf } from "./definition-index.ts";
import { includersOf, isHeader, seenFrom } from "./seen-files.ts";

/** If more files define a name, only those with the same base name as the asking file are examined. */
const FILES_MAX = 40;

/** What a file sees under a full path: `net.Store.save`. */
function seenAt(context: LinkContext, from: string, path: string): Place[] {
  const files = [...seenFrom(context, from)];
  const direct = files.flatMap((file) =>
    (indexOf(context, file)?.byPath.get(path) ?? []).map((at) => ({ path: file, at })),
  );
  const dot = path.indexOf(".");
  return dot < 0 ? direct : [...direct, ...behindMacros(context, files, path.slice(0, dot), path.slice(dot + 1))];
}

/** What is in a namespace that a macro opens: `LIB_BEGIN_NAMESPACE` on a line of its own puts all that follows into `lib`. */
function behindMacros(context: LinkContext, files: readonly string[], space: string, path: string): Place[] {
  const macros = new Set(files.flatMap((file) => indexOf(context, file)?.opening.get(space) ?? []));
  const name = path.slice(path.lastIndexOf(".") + 1);
  const defining = macros.size === 0 ? [] : context.lookup.defining(name);
  return (defining.length > FILES_MAX ? [] : defining).flatMap((file) => {
    const index = indexOf(context, file);
    const isInside = [...(index?.enclosing ?? [])].some((macro) => macros.has(macro));
    return isInside ? (index?.byPath.get(path) ?? []).map((at) => ({ path: file, at })) : [];
  });
}

/**
 * The same for a member of a class that `from` declares: a class that is only forward-declared there (`struct Part;`) may be
 * defined in a file that sees it.
 */
function memberSeenAt(context: LinkContext, from: string, path: string, name: string): Place[] {
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
export const seenName: NameLookup = (context, from, name) => {
  const own = seenAt(context, from, name);
  if (own.length > 0) {
    return definitionOf(own);
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
  const found = places.length > 0 ? places : expectedByHeader(context, from, name);
  return found.length === 0 ? EXTERNAL : definitionOf(found, "constrained");
};

/** Headers of one folder are usually included together, even if neither includes the other. */
const isBeside = (header: string, other: string): boolean =>
  isHeader(header) && isHeader(other) && folderOf(header) === folderOf(other);

/**
 * A name that a header only declares, or expects from its includers: what nearby headers define, or files that are included
 * together with it, if all agree on one path.
 */
function expectedByHeader(context: LinkContext, from: string, name: string): Place[] {
  const defining = context.lookup.defining(name);
  if (defining.length > FILES_MAX) {
    return [];
  }
  const others = defining.filter(
    (file) => file !== from && context.semantics(file).modules === context.semantics(from).modules,
  );
  const near = agreedOn(
    context,
    name,
    others.filter((file) => isBeside(from, file) || seenFrom(context, file).has(from)),
  );
  return near.length > 0
    ? near
    : agreedOn(
        context,
        name,
        others.filter((file) => isTogether(context, from, file)),
      );
}

/** Whether a file includes both. */
const isTogether = (context: LinkContext, header: string, other: string): boolean =>
  includersOf(context, header).some((includer) => seenFrom(context, includer).has(other));

/** A name in a namespace, `detail::Node`, that a header only declares: what files define that are seen together with it. */
function expectedInNamespace(context: LinkContext, { path: from, at }: Place, name: string): Place[] {
  const owner = definitionAt(context, { path: from, at });
  const path = `${owner?.path}.${name}`;
  const defining = owner?.kind === "module" ? context.lookup.defining(name) : [];
  const found = defining.length > FILES_MAX ? [] : defining.filter((file) => indexOf(context, file)?.byPath.has(path));
  const near = found.filter(
    (file) => isBeside(from, file) || seenFrom(context, file).has(from) || isTogether(context, from, file),
  );
  return near.flatMap((file) => (indexOf(context, file)?.byPath.get(path) ?? []).map((at) => ({ path: file, at })));
}

/** What these files define by that name outside of classes; none where they mean several things. */
function agreedOn(context: LinkContext, name: string, files: readonly string[]): Place[] {
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

const APART: ReadonlySet<string> = new Set(["module", "member", "test"]);

/**
 * Declarations and definitions of the same symbol: in the same file those outside of its class, in other files if one of the two files sees
 * the other.
 */
function declaredElsewhere(context: LinkContext, { path, at }: Place): Place[] {
  const { lookup } = context;
  const definitions = lookup.facts(path)?.definitions ?? [];
  const own = definitions[at];
  if (own === undefined || own.name === "{}" || APART.has(own.kind) || isOwn(definitions, at)) {
    return [];
  }
  const modules = context.semantics(path).modules;
  const defining = lookup
    .defining(own.name)
    .filter((other) => other !== path && context.semantics(other).modules === modules);
  const stem = stemOf(path);
  const likely = defining.length <= FILES_MAX ? defining : defining.filter((other) => stemOf(other) === stem);
  const sameIn = (other: string): DefinitionAt[] => {
    const all = lookup.facts(other)?.definitions ?? [];
    return (indexOf(context, other)?.byPath.get(own.path) ?? []).filter(
      (one) => FUNCTION_KINDS.has(all[one]?.kind ?? "") === FUNCTION_KINDS.has(own.kind) && !isOwn(all, one),
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

/** Whether no other file can refer to it: it is local, or static at the top of its file. */
function isOwn(definitions: Facts["definitions"], at: DefinitionAt): boolean {
  const { flags = LOCAL, parent = FILE } = definitions[at] ?? {};
  return (flags & LOCAL) !== 0 || ((flags & PRIVATE) !== 0 && definitions[parent]?.kind !== "class");
}

/** A constructor written outside of its class has the class's name and the same parent. */
export const declarations: DeclarationSemantics["declarations"] = (context, place, { path }, sameName) => [
  ...sameName.filter((one) => definitionAt(context, one)?.path === path),
  ...declaredElsewhere(context, place),
];

/** A namespace consists of its parts in all files. */
export const ownMembers: MemberSemantics["ownMembers"] = (context, place, name) => {
  const owner = definitionAt(context, place);
  // A member with the name of its class is a constructor, which is reached through the class.
  if (owner === undefined || (owner.kind === "class" && owner.name === name)) {
    return [];
  }
  if (owner.kind === "module") {
    return seenAt(context, place.path, `${owner.path}.${name}`);
  }
  const inFile = membersInType(context, place, name);
  return inFile.length > 0 || !isNamed(owner) || (owner.flags & LOCAL) !== 0
    ? inFile
    : memberSeenAt(context, place.path, `${owner.path}.${name}`, name);
};

/** Which definition of a macro is compiled is not known: members of each may be meant. */
export const member: MemberSemantics["member"] = (context, places, name) => {
  const found = inheritedMember(context, places, name, (place) => definitionAt(context, place)?.kind === "variable");
  const expected = isKnown(found) ? [] : places.flatMap((place) => expectedInNamespace(context, place, name));
  return expected.length === 0 ? found : definitionOf(expected, "constrained");
};

/** A pointer may point to one of many, unless its class says otherwise. */
export const pointedTo: ValueSemantics["elementOf"] = (context, value) => {
  const operator = memberStep(context, value, "operator[]");
  return isKnown(operator) ? callStep(context, operator) : atMost("constrained", value);
};
