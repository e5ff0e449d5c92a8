// Puts beside the bundle what cannot be bundled: native libraries, the model runtime, grammars, lists of names. All but the lists comes out of npm
// packages that are development dependencies, so that an installed package has no dependency, compiles nothing and runs no
// install script (docs/inside/decisions/0007-one-package.md).
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compress } from "./src/syntax/grammars/compress.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const packages = `${root}node_modules/`;

/** The machine that the package is for: `linux-x64`. */
export const HOST = `${process.platform}-${process.arch}`;

/** `from` → `to`, both absolute. A file of the same size and not older than its source is kept. */
function copy(from, to) {
  const source = statSync(from);
  const there = statSync(to, { throwIfNoEntry: false });
  if (there?.size === source.size && there.mtimeMs >= source.mtimeMs) {
    return;
  }
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** better-sqlite3 13 asks for Node-API 10, so for Node 22 and newer: one prebuilt file a platform, all of them small. */
function copySqliteForAll() {
  const folder = `${packages}better-sqlite3-napi/prebuilds`;
  for (const name of readdirSync(folder)) {
    copy(join(folder, name), `${root}dist/native/better-sqlite3/${name}`);
  }
}

/** Below node_modules/. */
const COMPILED_SQLITE = "better-sqlite3/build/Release/better_sqlite3.node";

/**
 * What `npm ci` compiled for this machine: better-sqlite3 12, which Node 20 needs and whose file fits one Node release
 * line, and hnswlib-node, whose file fits them all. Without a compiler neither is there, and neither is needed to build.
 */
function copyCompiled() {
  const compiled = [
    [COMPILED_SQLITE, `better-sqlite3/${HOST}-abi${process.versions.modules}.node`],
    ["hnswlib-node/build/Release/addon.node", `hnswlib-node/${HOST}.node`],
  ];
  for (const [from, to] of compiled) {
    if (existsSync(`${packages}${from}`)) {
      copy(`${packages}${from}`, `${root}dist/native/${to}`);
    }
  }
}

/** What ONNX Runtime loads on Windows for a graphics processor only, 38 MB; and on macOS the second copy of the library, by its long name. */
const NOT_LOADED = /^(?:DirectML|dxcompiler|dxil)\.dll$|\d\.\d+\.\d+\.dylib$/;

/** ONNX Runtime for one platform: 26 to 47 MB each, so a package carries one. Throws where there is none for it. */
function copyOnnxRuntime(platform) {
  const folder = `${packages}onnxruntime-node/bin/napi-v6/${platform.replace("-", "/")}`;
  if (!existsSync(folder)) {
    throw new Error(`onnxruntime-node has no library for ${platform}`);
  }
  for (const name of readdirSync(folder)) {
    if (!NOT_LOADED.test(name)) {
      copy(join(folder, name), `${root}dist/native/onnxruntime-node/${platform}/${name}`);
    }
  }
}

/** Where a grammar comes from: `carried`, compressed already, or a package of node_modules/. Null for none of its name. */
export function grammarSource(name) {
  const carried = `${root}src/syntax/grammars/${name}.wasm.br`;
  const packaged = [
    ["@vscode/tree-sitter-wasm/wasm", NEWER],
    ["@cursorless/tree-sitter-wasms/out", null],
  ].flatMap(([folder, names]) => (names?.has(name) === false ? [] : [`${packages}${folder}/${name}.wasm`]));
  return [carried, ...packaged].find((path) => existsSync(path)) ?? null;
}

/** Of these the package of VS Code has newer ones than the one that has nearly all. */
const NEWER = new Set(["cpp", "javascript", "php", "python"].map((name) => `tree-sitter-${name}`));

function copyGrammars(grammars) {
  for (const name of grammars) {
    const from = grammarSource(name);
    if (from === null) {
      throw new Error(`there is no grammar ${name}`);
    }
    const to = `${root}dist/grammars/${name}.wasm.br`;
    if (from.endsWith(".br")) {
      copy(from, to);
    } else if (!(statSync(to, { throwIfNoEntry: false })?.mtimeMs >= statSync(from).mtimeMs)) {
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, compress(readFileSync(from)));
    }
  }
  copy(`${packages}web-tree-sitter/web-tree-sitter.wasm`, `${root}dist/grammars/web-tree-sitter.wasm`);
}

/** Names of the members of languages' libraries (src/languages/library-members.ts). */
function copyLibraryMembers() {
  for (const folder of readdirSync(`${root}src/languages`)) {
    const list = `${root}src/languages/${folder}/library-members.txt`;
    if (existsSync(list)) {
      copy(list, `${root}dist/library-members/${folder}.txt`);
    }
  }
}

/** Of Node 20, the only supported release line that needs a library of its own (better-sqlite3 12). */
const NODE_20_ABI = "115";

/**
 * Throws unless a package built here for `platform` would hold the SQLite of Node 20, as every package must. npm may have
 * compiled `library` (absolute path) with another release line, so it is loaded, which only Node 20 on that platform can do.
 */
export function requireNode20Sqlite(platform, library = `${packages}${COMPILED_SQLITE}`) {
  const refuse = (reason, cause) => {
    const remedy = `On ${platform}, with Node 20: npm ci, then npm pack. A package for Node 22 and newer: npm run package -- --without-node-20`;
    throw new Error(`the package would have no SQLite for Node 20 on ${platform}: ${reason}. ${remedy}`, { cause });
  };
  if (platform !== HOST || process.versions.modules !== NODE_20_ABI) {
    refuse(`this is Node ${process.versions.node} on ${HOST}`);
  }
  try {
    createRequire(import.meta.url)(library);
  } catch (error) {
    refuse(error.message.split("\n", 1)[0], error);
  }
}

/** Copies everything that is missing or older than its source. `platform` as HOST; `grammars`: names without `.wasm`. */
export function copyNative({ platform, grammars }) {
  copySqliteForAll();
  if (platform === HOST) {
    copyCompiled();
  }
  copyOnnxRuntime(platform);
  copyGrammars(grammars);
  copyLibraryMembers();
}
