// package.json and the lock files of its package managers.
import { asObject, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { DependencyFiles } from "../contract/dependency-files.ts";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const;
/** Folders and packages of the same repository, whose versions some lock files leave out. */
const IS_LOCAL = /^(?:workspace|file|link|portal):/;

export const packageJsonDependencies: DependencyFiles = {
  manifest: "package.json",
  locks: ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
  read(text) {
    const manifest = readObject(text, parseJsonWithComments);
    const entries = SECTIONS.flatMap((section) => Object.entries(asObject(manifest?.[section]) ?? {}));
    const named = entries.filter(([, wanted]) => typeof wanted === "string" && !IS_LOCAL.test(wanted));
    return manifest === null ? null : new Map(named.map(([name, wanted]) => [name, String(wanted)]));
  },
};
