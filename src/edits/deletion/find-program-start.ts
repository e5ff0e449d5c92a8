// A deleted function at which a program begins: what runs it is no code of the project, such as Cargo for a build script.

import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { languageById } from "../../languages/registry.ts";
import type { Steps } from "../../system/slices.ts";
import { CALLABLE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE } from "../../vocabulary/facts.ts";
import { type Deleted, type FoundLeft, lineBeside, NOTHING_LEFT } from "./deleted.ts";

export function* findProgramStart(
  { lookup }: EdgeScene,
  { path, facts, outermost, isInside }: Deleted,
): Steps<FoundLeft> {
  const { main, mayBegin } = languageById(lookup.language(path))?.project ?? {};
  const definition = facts.definitions[outermost[0] ?? FILE];
  const isStart = definition !== undefined && definition.name === main && CALLABLE_KINDS.has(definition.kind);
  yield;
  if (!isStart || mayBegin?.({ path, package: facts.package }) === false) {
    return NOTHING_LEFT;
  }
  const line = lineBeside(isInside, definition);
  return { places: [{ path, line, why: `a program begins at ${definition.path}, which is deleted` }], isWhole: true };
}
