// `npm ci` as the README's two commands begin: needs nothing but the package registry. SQLite's binding is compiled for Node 20, for which
// node-gyp would fetch Node's headers from nodejs.org, although most installations have them.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { runNpm } from "./npm.mjs";

/** The folder whose `include/node` has the headers of this very Node; null where it has none. */
function headersOfThisNode() {
  const folder = dirname(dirname(process.execPath));
  const file = join(folder, "include", "node", "node_version.h");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  const version = ["MAJOR", "MINOR", "PATCH"].map(part).join(".");
  return version === process.versions.node ? folder : null;
}

/** Exit code of npm with these words, on Node's headers from this machine if it has them. `options`: as of runNpm. */
function runInstaller(words, options = {}) {
  const folder = headersOfThisNode();
  const { npm_config_nodedir: given } = process.env;
  const env = folder === null || given !== undefined ? process.env : { ...process.env, npm_config_nodedir: folder };
  return runNpm(words, { env, ...options });
}

/** Exit code of `npm ci`. */
function install() {
  process.stdout.write(
    "Installing the packages from the registry; SQLite is downloaded ready for this machine or compiled, which takes a minute.\n",
  );
  return runInstaller(["ci"]);
}

/** The same in two steps, since SQLite is one large file, which is compiled by one core: what needs no package's script can run beside the second. */
export const unpackPackages = () => runInstaller(["ci", "--ignore-scripts"]);
export const compilePackages = (onOutput) => runInstaller(["rebuild"], { onOutput });

if (process.argv[1] === import.meta.filename) {
  process.exitCode = await install();
}
