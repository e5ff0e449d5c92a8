// A manifest and its lock file of which only one is changed.
import type { DependencyFiles } from "../../languages/contract/dependency-files.ts";
import { dependencyFilesOf, manifestsOfLock } from "../../languages/file-kinds.ts";
import { roleOf } from "../../languages/file-role.ts";
import { folderOf, isBelow, nameOfPath } from "../../linking/lookup.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { isBesideProject } from "../changed-code.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";

/** Dependencies that are named. */
const NAMED_MAX = 3;

export const lockFile: Rule = {
  id: "lock-file",
  title: "Lock file and manifest out of step",
  type: "files",
  severity: "medium",
  needs: [],
  doc: `- **medium**: the change adds a dependency to a manifest, and the lock file beside it, or the nearest one in a folder above, does not name it.
- **low**: the change alters the versions that a manifest allows, while that lock file is left as it is; or it is in an example or a tutorial.
- **info**: a lock file that the change touches although the manifest beside it stays as it is. Tools do that when they update within the
  allowed versions; a hand should not.

Other changes of a manifest are not reported, nor requirements that a version in the lock file meets already (where the lock file does not repeat them), removed dependencies, dependencies in folders of the same repository, manifests without a
lock file in git, those of tests and fixtures, and those of examples without a lock file of their own.

**Remedy**: run the package manager and commit its lock file.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: (RuleFinding | null)[] = [];
  for (const file of scene.files.filter(({ path }) => isExample(path) || !isBesideProject(inFolderOf(path)))) {
    await scene.pause();
    const files = dependencyFilesOf(nameOfPath(file.path));
    findings.push(files === undefined ? await lockAlone(scene, file) : await manifestAlone(scene, file, files));
  }
  return { kind: "checked", findings: findings.filter((one) => one !== null), notChecked: [] };
}

const inFolderOf = (path: string): string => `${folderOf(path)}/x`;
const isExample = (path: string): boolean => roleOf(inFolderOf(path))?.role === "example";

async function manifestAlone(
  scene: ReviewScene,
  { path, before, after }: ReviewedFile,
  files: DependencyFiles,
): Promise<RuleFinding | null> {
  const [old, now] = [before === null ? null : files.read(before), after === null ? null : files.read(after)];
  if (old === null || now === null || after === null) {
    return null;
  }
  const names = [...now].flatMap(([name, wanted]) => (old.get(name) === wanted ? [] : [name]));
  const lock = names.length === 0 ? null : await nearestLock(scene, folderOf(path), files);
  // Where a workspace has one lock file for all, it is in a folder above.
  const isLocked = scene.files.some(
    (file) => files.locks.includes(nameOfPath(file.path)) && isBelow(path, folderOf(file.path)),
  );
  const isOwn = lock !== null && folderOf(lock) === folderOf(path);
  if (lock === null || isLocked || (isExample(path) && !isOwn)) {
    return null;
  }
  const lockText = await scene.text(lock, "after");
  const isMet = (name: string): boolean =>
    old.has(name) && lockText !== null && files.isMet?.(lockText, name, now.get(name) ?? "") === true;
  const open = names.filter((name) => !isMet(name));
  if (open.length === 0) {
    return null;
  }
  // A package of the same repository may be in no lock file.
  const folders = scene.project.now.lookup.named(nameOfPath(path)).map((one) => nameOfPath(folderOf(one)));
  const isMissing = (name: string): boolean =>
    !old.has(name) && lockText?.includes(name) === false && !folders.includes(nameOfPath(name));
  const severity = !isExample(path) && open.some(isMissing) ? "medium" : "low";
  const shown = open.toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a))).slice(0, NAMED_MAX);
  const lines = shown.map((name) => lineNaming(after, name, now.get(name) ?? ""));
  const evidence = await evidenceOf(scene, path, lines);
  const more = open.length > NAMED_MAX ? ` and ${open.length - NAMED_MAX} more` : "";
  const message = `${path} changes the versions of ${shown.join(", ")}${more}, but ${lock} stays as it is`;
  return found({ severity, message, path, line: lines[0] ?? 1, symbol: null, evidence });
}

async function nearestLock(scene: ReviewScene, folder: string, { locks }: DependencyFiles): Promise<string | null> {
  for (let at: string | null = folder; at !== null; at = at === "" ? null : folderOf(at)) {
    for (const name of locks) {
      const path = at === "" ? name : `${at}/${name}`;
      if (await scene.isStored(path)) {
        return path;
      }
    }
  }
  return null;
}

async function lockAlone(scene: ReviewScene, { path, status }: ReviewedFile): Promise<RuleFinding | null> {
  const inFolder = (name: string): string => (folderOf(path) === "" ? name : `${folderOf(path)}/${name}`);
  const manifests =
    status === "changed" ? manifestsOfLock(nameOfPath(path)).map(({ manifest }) => inFolder(manifest)) : [];
  const changed = scene.files.some((file) =>
    manifestsOfLock(nameOfPath(path)).some(({ manifest }) => nameOfPath(file.path) === manifest),
  );
  for (const manifest of changed ? [] : manifests) {
    if (await scene.isStored(manifest)) {
      const line = await firstDifference(scene, path);
      const evidence = await evidenceOf(scene, path, [line]);
      const message = `${path} is changed, but ${manifest} stays as it is`;
      return found({ severity: "info", message, path, line, symbol: null, evidence });
    }
  }
  return null;
}

async function firstDifference(scene: ReviewScene, path: string): Promise<number> {
  const [before, after] = [await scene.text(path, "before"), await scene.text(path, "after")];
  const [old, now] = [splitLines(before ?? ""), splitLines(after ?? "")];
  const at = now.findIndex((line, index) => line !== old[index]);
  return at < 0 ? now.length : at + 1;
}

/** The line (1-based) that names the dependency with what it allows; else the first that names it. */
function lineNaming(text: string, name: string, wanted: string): number {
  const lines = splitLines(text);
  const both = lines.findIndex((line) => line.includes(name) && line.includes(wanted));
  return 1 + Math.max(0, both < 0 ? lines.findIndex((line) => line.includes(name)) : both);
}

async function evidenceOf(scene: ReviewScene, path: string, lines: readonly number[]): Promise<EvidenceLine[]> {
  const all = await Promise.all([...new Set(lines)].map((line) => scene.evidence(path, line, "after")));
  return all.filter((line) => line !== null);
}

const found = (finding: RuleFinding): RuleFinding | null => (finding.evidence.length === 0 ? null : finding);
