// The classes and modules that include a module: searched for in the files that contain its name as a word.

import { definitionAt, filesReferringTo, openMemo } from "../../linking/context.ts";
import type { Place } from "../../linking/resolution.ts";
import type { LinkContext } from "../../linking/semantics.ts";
import { supersOf } from "../../linking/supertypes.ts";
import { definitionIn } from "../../vocabulary/chain.ts";
import { isNamed, STATIC } from "../../vocabulary/facts.ts";

export interface Includer {
  readonly place: Place;
  /** Whether the module's methods become the class's own instead of its instances' (`extend`). */
  readonly isExtended: boolean;
}

/** If more files contain the module's name, it is a common word, or included everywhere; no includers are searched for. */
const FILES_MAX = 150;

/** By the module's path; empty on a re-entrant search. */
const includers = openMemo<readonly Includer[]>([]);

export function includersOf(context: LinkContext, module: Place): readonly Includer[] {
  const definition = definitionAt(context, module);
  if (definition === undefined || !isNamed(definition)) {
    return [];
  }
  const { path, name } = definition;
  return includers(context, path, () =>
    filesReferringTo(context, module.path, name, FILES_MAX).flatMap((file) => includersIn(context, file, name, path)),
  );
}

function includersIn(context: LinkContext, file: string, name: string, path: string): Includer[] {
  const definitions = context.lookup.facts(file)?.definitions ?? [];
  return definitions.flatMap((definition, at): Includer[] => {
    const isNear = definition.supers.some(
      (chain) => chain === name || chain.endsWith(`.${name}`) || definitionIn(chain) !== null,
    );
    const place = { path: file, at };
    const isMixed = isNear && supersOf(context, place).some((one) => definitionAt(context, one)?.path === path);
    if (!isMixed) {
      return [];
    }
    const isExtended = !isNamed(definition) && (definition.flags & STATIC) !== 0;
    return [{ place: isExtended ? { path: file, at: definition.parent } : place, isExtended }];
  });
}
