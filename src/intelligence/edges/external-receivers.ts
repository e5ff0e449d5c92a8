// Members of the project that a reference may mean although its receiver is external: extensions, which library types have,
// too, and members of what library code returns, which may be the project's (a mock of its class, the element of a list).

import { semanticsOf } from "../../languages/semantics.ts";
import { type Chain, dottedNames, firstCalled, isFunctionName } from "../../vocabulary/chain.ts";
import { EXTENSION, FILE, GLOBAL, OPENS_MODULE } from "../../vocabulary/facts.ts";
import type { EdgeScene, Target } from "./edge-scene.ts";

/**
 * Whether it is a member that is declared outside of its type: `fun List<Int>.total()`, `extension Array { func total() }`,
 * `extension (all: List[Int]) def total`, `declare global { interface Array<T> { total(): number } }`.
 */
export const isExtension = ({ lookup }: EdgeScene, { places }: Target): boolean =>
  places.some(({ path, at }) => {
    const { definitions = [] } = lookup.facts(path) ?? {};
    const member = definitions[at];
    const owner = definitions[member?.parent ?? FILE];
    const opened = definitions[owner?.parent ?? FILE];
    const isExtended =
      (((owner?.flags ?? 0) & (EXTENSION | GLOBAL)) | ((member?.flags ?? 0) & EXTENSION)) !== 0 ||
      ((opened?.flags ?? 0) & OPENS_MODULE) !== 0;
    return isExtended || semanticsOf(lookup.language(path) ?? "")?.isExtensionMember(definitions, at) === true;
  });

/** Whether an external chain goes through a call before its last name; calling a class of the library makes an instance of that class. */
export function isReturnedByLibrary(of: Chain | null, language: string | null): boolean {
  const name = of === null ? null : firstCalled(of);
  return name !== null && semanticsOf(language ?? "")?.isConstructed(name) !== true;
}

/** A function's name alone, also inside a class: `commit/`, `in@3.commit/`. */
function isBareCall(chain: Chain): boolean {
  const [name = "", ...others] = dottedNames(chain) ?? [];
  return others.length === 0 && isFunctionName(name) && !/[@%]/.test(name);
}

/** Whether an external call may be of a member of the object on which an enclosing lambda runs. */
export const isOnLambdasReceiver = (of: Chain | null, language: string | null): boolean =>
  semanticsOf(language ?? "")?.lambdasHaveReceivers === true && isBareCall(of ?? "");
