// What `cargo metadata` says of a workspace: which of its crates depends on which, and where its programs and libraries begin.
// stdin: {root, admitted}; stdout: {packages: {folder: [folder]}, unnamed: the same, mains: [path]}. `unnamed`: declared, but no code
// of the crate names the other one, so that no use can be seen. Nothing is downloaded.
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

/** Comments and strings, in which a name is no use: documentation's examples, generated code. */
const NOT_CODE = /\/\*.*?\*\/|\/\/[^\n]*|r(#*)".*?"\1|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'/gs;

/** Whether Rust code of the crate in this folder names another one, by the name that `dependency` has there. */
function isNamed(folder, { name, rename }) {
  const word = new RegExp(`\\b${(rename ?? name).replaceAll("-", "_")}\\b`);
  return admitted
    .filter((path) => path.endsWith(".rs") && (folder === "." || path.startsWith(`${folder}/`)))
    .some((path) => word.test(readFileSync(join(root, path), "utf8").replace(NOT_CODE, " ")));
}

const packages = {};
const unnamed = {};
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
    const own = dependencies
      .map((one) => ({ one, path: one.path ?? patched.get(one.name) }))
      .filter(({ path }) => path != null)
      .map(({ one, path }) => ({ one, target: relative(root, path) || "." }))
      .filter(({ target }) => target !== folder);
    const used = own.filter(({ one }) => isNamed(folder, one)).map(({ target }) => target);
    packages[folder] = [...new Set(used)];
    unnamed[folder] = [...new Set(own.map(({ target }) => target))].filter((one) => !used.includes(one));
    for (const { kind, src_path } of targets) {
      if (kind.some((one) => ["lib", "bin", "proc-macro", "rlib", "cdylib"].includes(one))) {
        mains.add(relative(root, src_path));
      }
    }
  }
}
process.stdout.write(JSON.stringify({ packages, unnamed, mains: [...mains] }));
