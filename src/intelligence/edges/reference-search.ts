// The state of one search for references: what is looked for, and what was found so far.
import { keyOf } from "../../linking/resolution.ts";
import type { Certainty, Role } from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";
import type { PlaceInFile } from "./enclosing-definition.ts";

export interface Reference extends PlaceInFile {
  readonly path: string;
  readonly role: Role;
  readonly certainty: Certainty;
}

export interface Search {
  readonly scene: EdgeScene;
  readonly target: Target;
  /** Definitions that are meant: the target's, and members of object literals that are nothing but it. */
  readonly keys: Set<string>;
  readonly aliases: Set<string>;
  readonly found: Map<string, Reference>;
  readonly unknowns: Reference[];
  /** References on values that library code returned: too little proof to count them by their name alone. */
  readonly doubtful: Reference[];
  readonly isExtension: boolean;
  /** Symbols of the target's name seen on the way, by file and path; the first two, since all that is asked is whether it is alone. */
  readonly namesakes: Set<string>;
  /** Names that the target goes by, in order of discovery. */
  readonly names: Set<string>;
  /** By both: files that export it as `default`, or as the whole module (`=`), which an import binds under any name. */
  readonly wholes: Map<string, { readonly path: string; readonly name: string }>;
  /** Of these and of the names, those that were looked for. */
  readonly asked: Set<string>;
  /** Without what is nothing but the target, and has a name of its own: members of object literals. */
  readonly isExact: boolean;
  readonly read: Set<string>;
}

export const leadsToTarget = ({ scene, keys }: Search, path: string, chain: string): boolean =>
  leads(scene, path, chain, keys);

export function leads({ linker }: EdgeScene, path: string, chain: string, keys: ReadonlySet<string>): boolean {
  const { value } = linker.declared(path, chain);
  return value.is === "definition" && value.places.some((place) => keys.has(keyOf(place)));
}

/** Adds a reference; of two for one place and role the more certain one stays. */
export function keep({ found }: Search, reference: Reference): void {
  const key = `${reference.path}:${reference.line} ${reference.role} ${reference.within ?? ""}`;
  const known = found.get(key);
  if (known === undefined || known.certainty === "heuristic") {
    found.set(key, reference);
  }
}
