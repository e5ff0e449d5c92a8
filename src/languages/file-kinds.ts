// Files that a project's tools read, by the names and paths that each language gives: manifests with their lock files, migrations.
import { memoized } from "../system/memo.ts";
import type { DependencyFiles } from "./contract/dependency-files.ts";
import { LANGUAGES } from "./registry.ts";

const DEPENDENCIES = LANGUAGES.flatMap(({ dependencies = [] }) => dependencies);
const MIGRATIONS = LANGUAGES.flatMap(({ migrations }) => migrations ?? []);

/** Of the manifest with this file name. */
export const dependencyFilesOf = (fileName: string): DependencyFiles | undefined =>
  DEPENDENCIES.find(({ manifest }) => manifest === fileName);

/** Whose versions the lock file with this name records. */
export const manifestsOfLock = (fileName: string): readonly DependencyFiles[] =>
  DEPENDENCIES.filter(({ locks }) => locks.includes(fileName));

const PROJECT_FILES = LANGUAGES.flatMap(({ files }) => files?.rootMarkers?.split(" ") ?? []).map(
  (marker) =>
    new RegExp(
      `^${marker
        .replace(/\./g, "\\.")
        .replace("*", ".*")
        .replace(/\{,([^}]*)\}/, "(?:$1)?")}$`,
    ),
);

/** Whether the name is that of a manifest or another file that says what belongs to a project. */
export const isProjectFile = memoized((fileName): boolean => PROJECT_FILES.some((name) => name.test(fileName)));

/** Whether a file at this path changes a database, once. */
export const isMigration = memoized((path): boolean =>
  MIGRATIONS.some((pattern) => pattern.test(`/${path.toLowerCase()}`)),
);
