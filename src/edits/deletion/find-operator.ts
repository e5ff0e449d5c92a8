// A deleted operator: what calls it writes a sign, or is a library that was given a value of its type. No such place has its name.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { languageById } from "../../languages/registry.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { type Deleted, type FoundLeft, lineBeside, NOTHING_LEFT } from "./deleted.ts";

export function* findOperator({ lookup }: EdgeScene, { path, facts, outermost, isInside }: Deleted): Steps<FoundLeft> {
  const rule = languageById(lookup.language(path))?.deletion?.operator;
  const definition = facts.definitions[outermost[0] ?? FILE];
  yield;
  if (definition === undefined || rule?.test(definition.name) !== true) {
    return NOTHING_LEFT;
  }
  const line = facts.definitions[definition.parent]?.nameLine ?? lineBeside(isInside, definition);
  const why = `${definition.path}, which is deleted, may be called without being named, also by libraries`;
  return { places: [{ path, line, why }], isWhole: true };
}
