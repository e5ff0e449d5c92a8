// Says which code was measured, so that another can measure the same: the commit where there is one, and a hash of what a
// search reads either way.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";

/** The checked-out commit, and whether files below these paths differ from it; null where the folder is in no repository. */
export function commitOf(folder: string, paths: readonly string[] = ["."]): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", ...paths) === "" ? "" : " with changes";
    return `${git("rev-parse", "--short=9", "HEAD")}${changed}`;
  } catch {
    return null;
  }
}

/** Files that a search admits, and the first digits of SHA-256 over their paths and contents in order. */
export async function contentOf(folder: string): Promise<{ readonly files: number; readonly hash: string }> {
  const corpus = openCorpus({ root: folder, rules: DEFAULT_RULES });
  const hash = createHash("sha256");
  let files = 0;
  for (const path of [...(await corpus.refresh()).files.keys()].sort()) {
    const read = await corpus.read(path);
    if ("text" in read) {
      hash.update(`${path}\0${read.contentHash}\n`);
      files += 1;
    }
  }
  return { files, hash: hash.digest("hex").slice(0, 12) };
}

/** `name: 702 files, content 0123456789ab, commit e2bede961` */
export async function identify(name: string, folder: string): Promise<string> {
  const { files, hash } = await contentOf(folder);
  const commit = commitOf(folder);
  return `${name}: ${files} files, content ${hash}${commit === null ? "" : `, commit ${commit}`}`;
}
