// What `cargo metadata` says of a workspace: which of its crates depends on which, and where its programs and libraries begin.
// stdin: {root, admitted}; stdout: {packages: {folder: [folder]}, mains: [path]}. Nothing is downloaded.
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";

const { root, admitted } = JSON.parse(await textOf(process.stdin));
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
    packages[folder] = [
      ...new Set(dependencies.filter(({ path }) => path != null).map(({ path }) => relative(root, path) || ".")),
    ].filter((one) => one !== folder);
    for (const { kind, src_path } of targets) {
      if (kind.some((one) => ["lib", "bin", "proc-macro", "rlib", "cdylib"].includes(one))) {
        mains.add(relative(root, src_path));
      }
    }
  }
}
process.stdout.write(JSON.stringify({ packages, mains: [...mains] }));
