// What TypeScript's module resolution makes of every import, export, require and dynamic import of a project's files.
// stdin: {root, admitted, tools}; stdout: {files: {path: [path]}, unresolved: {path: [specifier]}}. Each file is resolved with the
// options of the nearest tsconfig.json or jsconfig.json above it; modules of packages that are not installed are not resolved.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";

const { root, admitted, tools } = JSON.parse(await textOf(process.stdin));
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");
const CODE = /\.[cm]?[jt]sx?$/;
const configs = admitted.filter((path) => /(^|\/)[tj]sconfig\.json$/.test(path));
const optionsOf = new Map();

function configAbove(path) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = ["tsconfig.json", "jsconfig.json"].find((name) =>
      configs.includes(folder === "." ? name : `${folder}/${name}`),
    );
    if (found !== undefined) {
      return folder === "." ? found : `${folder}/${found}`;
    }
    if (folder === ".") {
      return null;
    }
  }
}

function options(path) {
  const config = configAbove(path);
  if (!optionsOf.has(config)) {
    const file = config === null ? null : join(root, config);
    const read = file === null ? {} : (ts.readConfigFile(file, ts.sys.readFile).config ?? {});
    const parsed = ts.parseJsonConfigFileContent(
      read,
      ts.sys,
      file === null ? root : dirname(file),
      {},
      file ?? undefined,
    );
    const asked = { ...parsed.options, allowJs: true, resolveJsonModule: true };
    asked.moduleResolution ??= ts.ModuleResolutionKind.Bundler;
    optionsOf.set(config, asked);
  }
  return optionsOf.get(config);
}

const files = {};
const unresolved = {};
for (const path of admitted.filter((one) => CODE.test(one))) {
  const name = join(root, path);
  const text = readFileSync(name, "utf8");
  const found = new Set();
  const open = new Set();
  const { importedFiles, referencedFiles } = ts.preProcessFile(text, true, true);
  for (const { fileName } of referencedFiles) {
    const target = relative(root, join(dirname(name), fileName));
    if (admitted.includes(target)) {
      found.add(target);
    }
  }
  for (const { fileName } of importedFiles) {
    const resolved = ts.resolveModuleName(fileName, name, options(path), ts.sys).resolvedModule;
    const target = resolved === undefined ? null : relative(root, ts.sys.realpath(resolved.resolvedFileName));
    if (target === null || target.startsWith("..") || target.includes("node_modules")) {
      open.add(fileName);
    } else {
      found.add(target);
    }
  }
  found.delete(path);
  files[path] = [...found];
  unresolved[path] = [...open];
}
process.stdout.write(JSON.stringify({ files, unresolved, mains: null }));
