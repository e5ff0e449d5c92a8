// What `go list -json` says of every package of a project's modules: which packages of the project it imports, and which are
// programs. stdin: {root, admitted}; stdout: {packages: {folder: [folder]}, unresolved: {folder: [specifier]}, mains: [folder]}. Nothing is downloaded.
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";

const { root, admitted } = JSON.parse(await textOf(process.stdin));
const env = { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" };
const byPath = new Map();
const said = [];
for (const manifest of admitted.filter((path) => /(^|\/)go\.mod$/.test(path))) {
  const out = execFileSync(
    "go",
    ["list", "-e", "-json=Dir,ImportPath,Name,Imports,TestImports,XTestImports,GoFiles", "./..."],
    {
      cwd: join(root, dirname(manifest)),
      env,
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  for (const text of out.split(/^(?=\{$)/m).filter((one) => one.trim() !== "")) {
    const one = JSON.parse(text);
    if (one.Dir === undefined) {
      continue;
    }
    const folder = relative(root, one.Dir) || ".";
    byPath.set(one.ImportPath, folder);
    said.push({ ...one, folder });
  }
}
const packages = {};
const unresolved = {};
const mains = [];
for (const { folder, Name, Imports = [], TestImports = [], XTestImports = [], GoFiles = [] } of said) {
  const all = [...Imports, ...TestImports, ...XTestImports];
  packages[folder] = [...new Set(all.flatMap((path) => byPath.get(path) ?? []))].filter((one) => one !== folder);
  unresolved[folder] = all.filter((path) => !byPath.has(path));
  if (Name === "main" && GoFiles.length > 0) {
    mains.push(folder);
  }
}
process.stdout.write(JSON.stringify({ packages, unresolved, mains }));
