// The definitions of a symbol of a compared text, to ask for its edges.

import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";

export type SymbolTarget = NonNullable<ReturnType<typeof targetAt>>;

/** `path`: of the file in the state of the scene. Null where the file's facts do not have the symbol. */
export function targetAt(
  { lookup }: EdgeScene,
  path: string,
  { name, nameLine }: Pick<SymbolPrint, "name" | "nameLine">,
) {
  const facts = lookup.facts(path);
  const at = facts?.definitions.findIndex((one) => one.name === name && one.nameLine === nameLine) ?? -1;
  return facts === null || at < 0 ? null : symbolOf({ path, language: lookup.language(path) }, facts, [at]);
}
