// Which files of a project that was never indexed say most about it as a whole: manifests and those in which programs begin.
import type { FileHints } from "../../index/project-index.ts";
import { isPackageManifest } from "../../languages/read-manifests.ts";
import { ENTRY_FILES } from "../../languages/registry.ts";
import { nameOfPath } from "../../linking/lookup.ts";
import { besideSource } from "../../search/query/file-hints.ts";
import { comparePaths } from "../symbols/candidate-files.ts";

const FILES_MAX = 24;

const depthOf = (path: string): number => path.split("/").length;

/** All texts are read, and nothing is looked for in them: they are counted. */
export const projectHints = (): FileHints => ({
  terms: [],
  needles: [],
  names: [],
  nameTerms: [],
  places: [],
  sideDistance: besideSource,
  rank: (snapshot) =>
    [...snapshot.documents()]
      .map(({ path }) => path)
      .filter((path) => ENTRY_FILES.has(nameOfPath(path)) || isPackageManifest(nameOfPath(path)))
      .sort((a, b) => depthOf(a) + besideSource(a) - depthOf(b) - besideSource(b) || comparePaths(a, b))
      .slice(0, FILES_MAX),
});
