// The places of a symbol's name in a project of a few files, each with what it is.
import { lookupOf, openEdges } from "../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../src/intelligence/edges/references.ts";
import { resolveTarget } from "../../src/intelligence/edges/target.ts";
import { accountFor } from "../../src/intelligence/occurrences/account.ts";
import { surveyFiles } from "../../src/intelligence/occurrences/survey-files.ts";
import { atOnce } from "../../src/system/slices.ts";
import { type Files, memoryProject } from "./memory-project.ts";

/** `a.ts:4 unread`, in order of path and place. */
export async function placesOf(files: Files, address: string): Promise<readonly string[]> {
  const project = await memoryProject(files, { withVectors: false });
  const lookup = lookupOf(project.snapshot);
  const edges = openEdges(project.snapshot, lookup, new AbortController().signal);
  const targeted = resolveTarget(project.snapshot, lookup, address);
  if (targeted.kind !== "found") {
    throw new Error(`${address} is ${targeted.kind}`);
  }
  const { symbol } = targeted;
  const surveyed = atOnce(surveyFiles(project.snapshot, edges, symbol, atOnce(findReferences(edges, symbol))));
  const read = async ({ path }: { readonly path: string }): Promise<{ text: string }> => ({
    text: project.files.get(path) ?? "",
  });
  const { occurrences } = await accountFor(symbol.name, surveyed, read);
  return occurrences.map(({ path, line, class: of }) => `${path}:${line} ${of}`);
}
