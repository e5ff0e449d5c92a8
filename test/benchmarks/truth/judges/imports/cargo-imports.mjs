// What `cargo metadata` says of a workspace: which of its crates depends on which, and where its programs and libraries begin.
// stdin: {root, admitted}; stdout: {packages: {folder: [folder]}, mains: [path]}. Nothing is downloaded.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";

const { root, admitted } = JSON.parse(await textOf(process.stdin));

/** Absolute folders by the name of the crate. */
function patchesOf(workspace) {
  const [, section = ""] =
    /^\[patch\.crates-io\]\n((?:(?!\[).*\n?)*)/m.exec(readFileSync(join(workspace, "Cargo.toml"), "utf8")) ?? [];
  const lines = section.matchAll(/^([\w-]+)\s*=\s*\{[^}\n]*\bpath\s*=\s*"([^"]+)"/gm);
  return new Map([...lines].map(([, name, path]) => [name, join(workspace, path)]));
}

const packages = {};
const mains = new Set();
for (const manifest of admitted.filter((path) => /(^|\/)Cargo\.toml$/.test(path))) {
  let said;
  try {
    said = JSON.parse(
      execFileSync(
        "cargo",
        ["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", join(root, manifest)],
        {
          encoding: "utf8",
          maxBuffer: 1 << 30,
          stdio: ["ignore", "pipe", "ignore"],
        },
      ),
    );
  } catch {
    // A manifest among fixtures, or one that needs what is not downloaded.
    continue;
  }
  for (const { manifest_path, dependencies, targets } of said.packages) {
    const folder = relative(root, dirname(manifest_path)) || ".";
    // A `[patch]` of the workspace puts a folder in the place of a crate that is asked for by version: `--no-deps` does not say so.
    const patched = patchesOf(said.workspace_root);
    const folders = dependencies.map(({ name, path }) => path ?? patched.get(name)).filter((path) => path != null);
    packages[folder] = [...new Set(folders.map((path) => relative(root, path) || "."))].filter((one) => one !== folder);
    for (const { kind, src_path } of targets) {
      if (kind.some((one) => ["lib", "bin", "proc-macro", "rlib", "cdylib"].includes(one))) {
        mains.add(relative(root, src_path));
      }
    }
  }
}
process.stdout.write(JSON.stringify({ packages, mains: [...mains] }));
