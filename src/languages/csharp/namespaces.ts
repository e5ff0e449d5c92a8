// Namespaces of C#: those that enclose the file's own are visible, a file may have several, and a name may start with any of them.

import { definitionAt, outermostNamed } from "../../linking/context.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { certaintyOfOverloads } from "../../linking/overloads.ts";
import { BASE_PACKAGES, declaredAtTop, definedIn } from "../../linking/packages.ts";
import { isKnown } from "../../linking/resolution.ts";
import type {
  DeclarationSemantics,
  LinkContext,
  MissingMemberLookup,
  PackageSemantics,
} from "../../linking/semantics.ts";
import {
  type Chain,
  definitionIn,
  dottedNames,
  INSTANCE,
  lastStep,
  parseMember,
  TYPE_MARK,
  withoutTypeMark,
} from "../../vocabulary/chain.ts";
import type { Facts } from "../../vocabulary/facts.ts";

/** Namespaces that a file sees without an import: its own and the enclosing ones, innermost first, then the global one. */
export function namespacesOf(context: LinkContext, path: string): readonly string[] {
  const facts = context.lookup.facts(path);
  return facts === null ? [] : namespacesIn(facts);
}

const namespacesIn = derivedFrom(({ package: own, definitions }: Facts): readonly string[] => {
  const blocks = definitions.flatMap(({ kind, path }) => (kind === "module" ? [path] : []));
  return [...new Set([...[own ?? "", ...blocks].flatMap(withOuter), ""])];
});

function withOuter(space: string): string[] {
  const parts = space === "" ? [] : space.split(".");
  return parts.map((_, up) => parts.slice(0, parts.length - up).join("."));
}

export const CSHARP_NAMESPACES: PackageSemantics = {
  ...BASE_PACKAGES,
  declaring(lookup, wanted, name) {
    const inBlocks = wanted === "" ? [] : lookup.declaring(`${wanted}.${name}`);
    return inBlocks.length === 0
      ? lookup.declaring(name)
      : [...new Set([...lookup.declaring(name), ...inBlocks])].sort();
  },
  declaredIn(context, path, from, wanted, name) {
    const inBlock = wanted === "" ? [] : outermostNamed(context, path, `${wanted}.${name}`);
    return [...declaredAtTop(context, path, from, wanted, name), ...inBlock];
  },
  visible: namespacesOf,
  areNested: true,
  importsForAll: ["GlobalUsings.cs", "Usings.cs", "GlobalUsing.cs", "Imports.cs"],
};

/** `A.B.Store`, where `A.B` names nothing but a namespace: the whole of one, or what is left of it inside of another. */
export const inNamespace: MissingMemberLookup = (context, { path, chain, on }) => {
  const names = (isKnown(on) ? null : dottedNames(chain))?.map((name) => name.replaceAll(TYPE_MARK, "")) ?? [];
  const isPlain = names.length > 1 && names.every((name) => !/[@%!]/.test(name));
  const [space, name] = [names.slice(0, -1).join("."), names.at(-1) ?? ""];
  for (const outer of isPlain ? ["", ...namespacesOf(context, path)] : []) {
    const found = definedIn(context, path, outer === "" ? space : `${outer}.${space}`, name);
    if (isKnown(found)) {
      return found;
    }
  }
  return null;
};

const certaintyOfMethods = certaintyOfOverloads(1);

/** `Color.Red` is not exact where `Color` may be a property of the type `Color`, or the type. */
export const certaintyOfNames: DeclarationSemantics["certaintyOf"] = (context, places) => {
  const [place] = places;
  const definition = place === undefined ? undefined : definitionAt(context, place);
  if (place === undefined || definition?.kind !== "field") {
    return certaintyOfMethods(context, places);
  }
  const type = nameOfType(context, place.path, definition.type);
  return type === definition.name ? "constrained" : certaintyOfMethods(context, places);
};

/** The simple name of the type of which a chain is an instance; undefined for other chains. */
function nameOfType(context: LinkContext, path: string, chain: Chain | null): string | undefined {
  const last = chain === null ? null : lastStep(chain);
  if (last?.step !== INSTANCE) {
    return undefined;
  }
  const at = definitionIn(last.before);
  const name = parseMember(last.before)?.name ?? last.before;
  return at !== null ? definitionAt(context, { path, at })?.name : withoutTypeMark(name);
}
