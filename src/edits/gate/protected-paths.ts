// Files that no edit may touch: git's own, secret, lock, generated, vendored and ignored ones, and those that the setting
// `protected_paths` names.
import { classOfText } from "../../project/content.ts";
import { compileGlob } from "../../system/glob.ts";
import type { Exclusion } from "../../vocabulary/exclusion.ts";
import type { EditScene, Refusal, RefusalRule } from "../change-set.ts";
import { neverEdited, noise } from "../store/never-edited.ts";
import type { PlannedFile } from "../store/plan-changes.ts";

/** What a class of files is called, and what to do instead of an edit. */
const CLASSES: Readonly<
  Record<Exclusion, { readonly rule: RefusalRule; readonly why: string; readonly remedy: string }>
> = {
  ignored: { rule: "ignored", why: "the project ignores it", remedy: "edit a file that the project tracks" },
  vendored: {
    rule: "vendored",
    why: "it is in a folder of dependencies",
    remedy: "change the dependency where it comes from",
  },
  worktree: {
    rule: "ignored",
    why: "it is in another working tree of the repository",
    remedy: "name that working tree in `worktree`",
  },
  tooling: { rule: "protected", why: "it configures an assistant or an editor", remedy: "edit it by hand" },
  generated: { rule: "generated", why: "it is generated", remedy: "change what it is generated from" },
  minified: { rule: "generated", why: "it is minified", remedy: "change what it is made from" },
  lock: { rule: "protected", why: "it is a lock file", remedy: "have the package manager write it" },
  secret: { rule: "protected", why: "it may hold secrets", remedy: "edit it by hand" },
  binary: { rule: "not-text", why: "it is binary", remedy: "choose a text file" },
  oversized: {
    rule: "not-text",
    why: "it is larger than max_file_bytes",
    remedy: "raise max_file_bytes, or edit it by hand",
  },
  link: { rule: "through-link", why: "it is a symbolic link", remedy: "edit the file that it leads to" },
  unreadable: { rule: "unsupported", why: "it cannot be read", remedy: "check its permissions" },
};

export function refusePaths(scene: EditScene, files: readonly PlannedFile[], globs: readonly string[]): Refusal[] {
  const own = globs.map((glob) => ({ glob, matches: compileGlob(glob).matches }));
  return files.flatMap(({ path, to, before }) => {
    const glob = own.find(({ matches }) => matches(path) || (to !== null && matches(to)))?.glob;
    const refusals = [path, ...(to === null ? [] : [to])].flatMap((one) => {
      const exclusion = classOf(scene, one, one === path ? (before?.text ?? null) : null);
      return exclusion === null ? [] : [refusal(one, exclusion)];
    });
    const protectedBy = glob === undefined ? [] : [byGlob(path, glob)];
    return [...refusals, ...protectedBy];
  });
}

function refusal(path: string, exclusion: Exclusion | "metadata"): Refusal {
  if (exclusion === "metadata") {
    const remedy = "use the program that it belongs to";
    return { rule: "protected", path, line: null, message: "it belongs to version control or to this program", remedy };
  }
  const { rule, why, remedy } = CLASSES[exclusion];
  return { rule, path, line: null, message: why, remedy };
}

const byGlob = (path: string, glob: string): Refusal => ({
  rule: "protected",
  path,
  line: null,
  message: `the setting protected_paths protects it by ${JSON.stringify(glob)}`,
  remedy: "edit it by hand, or change the setting",
});

/**
 * `text`: null for a file that does not exist yet. Settings that have an excluded file searched do not count here: what may be read may
 * still not be edited.
 */
function classOf({ root, corpus }: EditScene, path: string, text: string | null): Exclusion | "metadata" | null {
  const never = neverEdited(root, path);
  if (never !== null) {
    return never;
  }
  if (text !== null && classOfText(noise.isCode(path), text, (one) => one !== "generated") === "generated") {
    return "generated";
  }
  if (corpus.current().files.has(path)) {
    return null;
  }
  if (text === null) {
    return corpus.rulingOfNew(path);
  }
  const ruling = corpus.rulingOf(path);
  return "excluded" in ruling ? ruling.excluded : "ignored";
}
