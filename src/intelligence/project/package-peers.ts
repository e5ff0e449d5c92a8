// Files of the same package, which can use a file without an import: in Go, Java, Kotlin and Scala.
import type { Snapshot } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { folderOf } from "../../linking/lookup.ts";
import { FILE, LOCAL } from "../../vocabulary/facts.ts";
import { lookupOf } from "../edges/edge-scene.ts";
import type { GraphFile, ImportGraph } from "./import-graph.ts";

/**
 * Paths of the other files of its package that have the name of one of its outermost definitions as a word, in order. Which of them
 * really mean it, `usesOf` says. Empty in languages without packages.
 */
export function packagePeers(snapshot: Snapshot, graph: ImportGraph, file: GraphFile | undefined): string[] {
  const semantics = semanticsOf(file?.language ?? "");
  if (file === undefined || file.package === null || semantics === undefined) {
    return [];
  }
  const isByName = semantics.packages !== null;
  const isPeer = (other: GraphFile): boolean =>
    other.id !== file.id &&
    other.package === file.package &&
    (isByName
      ? (semanticsOf(other.language ?? "")?.packages ?? null) !== null
      : folderOf(other.path) === folderOf(file.path));
  const peers = new Set(graph.files.filter(isPeer).map(({ path }) => path));
  if (peers.size === 0) {
    return [];
  }
  const lookup = lookupOf(snapshot);
  const outermost = (lookup.facts(file.path)?.definitions ?? []).filter(
    ({ parent, flags }) => parent === FILE && (flags & LOCAL) === 0,
  );
  const naming = new Set(outermost.flatMap(({ name }) => lookup.containing(name)));
  return [...peers].filter((path) => naming.has(path)).sort();
}
