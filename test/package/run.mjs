// `npm run test:package [-- --node 22 --node 24]`: packs this package as `npm pack` does, installs it into an empty folder as
// a stranger would, and asks the installed program questions over MCP, on this Node and on the named release lines (their
// binaries come from npm). Then it runs the steps of the Dockerfile. Prints megabytes and seconds; exit code 1 where one check failed.
import { execFile } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openChecks, pack, timed } from "./checks.mjs";
import { checkImage } from "./image.mjs";
import { checkNewcomer, placeHere } from "./newcomer.mjs";

const INSTALLED_MB_MAX = 150;
const INSTALL_S_MAX = 40;
const VECTORS_WAIT_MS = 120_000;

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({ options: { node: { type: "string", multiple: true, default: [] } } });
const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "context-broker package é "));
const { check, counts } = openChecks();

function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true }).reduce((sum, name) => {
    const entry = lstatSync(join(folder, name));
    return sum + (entry.isFile() ? entry.size : 0);
  }, 0);
}

/** Without what this repository's own npm run hands on, so that a stranger's defaults hold. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_userconfig)|ONNX|INIT_CWD)/i.test(name)),
);
const npm = (args, cwd) => run("npm", args, { cwd, env: environment, maxBuffer: 2 ** 26 });

function emptyFolder(name) {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  return folder;
}

/** The binaries to test with, this one first, by version. */
async function findNodes() {
  const nodes = [process.execPath];
  for (const line of values.node) {
    const folder = emptyFolder(`node ${line}`);
    const name = `node-${process.platform}-${process.arch}`;
    await npm(["install", `${name}@${line}`], folder);
    nodes.push(join(folder, "node_modules", name, "bin", "node"));
  }
  return nodes;
}

/** The environment of a run that keeps everything it makes in `folder`. */
const isolated = (folder) => ({
  ...getDefaultEnvironment(),
  CONTEXT_BROKER_DAEMON: "off",
  CONTEXT_BROKER_CACHE_FOLDER: join(folder, "cache"),
  CONTEXT_BROKER_DATA_FOLDER: join(folder, "data"),
});

/** Runs the program; answers its exit code and output whatever it was. */
async function runProgram(node, main, args, options) {
  try {
    return { code: 0, ...(await run(node, [main, ...args], options)) };
  } catch (error) {
    return error;
  }
}

async function askOverMcp(node, main, project, folder) {
  const client = new Client({ name: "package-test", version: "1" });
  const transport = new StdioClientTransport({
    command: node,
    args: [main, "serve", "--project", project],
    env: isolated(folder),
  });
  const call = async (name, input) => {
    const { structuredContent, _meta } = await client.callTool({ name, arguments: input });
    return { ...structuredContent, details: _meta?.["context-broker/details"] };
  };
  await client.connect(transport);
  try {
    // A name that one file has: on a busy machine the first answer is from a part of the files.
    const byWords = await call("search_codebase", { query: "tryAcquireLease" });
    const until = performance.now() + VECTORS_WAIT_MS;
    let coverage;
    do {
      await new Promise((resume) => setTimeout(resume, 300));
      ({ coverage } = await call("index_status", {}));
    } while (coverage.chunks_embedded < coverage.chunks && performance.now() < until);
    const byMeaning = await call("search_codebase", { query: "stop two processes from writing at once" });
    return { byWords, coverage, byMeaning };
  } finally {
    await client.close();
  }
}

async function checkOn(node, main, project) {
  const { stdout: version } = await run(node, ["--version"]);
  const on = `Node ${version.trim()}`;
  const folder = emptyFolder(`home ${version.trim()}`);
  const { byWords, coverage, byMeaning } = await askOverMcp(node, main, project, folder);
  check(`${on}: a question by words is answered`, byWords.hits[0]?.path === "writer-lease.ts", byWords.hits[0]?.path);
  check(
    `${on}: every chunk has its vector`,
    coverage.chunks > 0 && coverage.chunks_embedded === coverage.chunks,
    `${coverage.chunks_embedded} of ${coverage.chunks}`,
  );
  check(
    `${on}: a question by meaning is answered`,
    byMeaning.details.completeness.chunks_by_meaning === coverage.chunks && byMeaning.hits.length > 0,
  );
  const { stdout } = await runProgram(node, main, ["doctor", "--json"], { env: isolated(folder) });
  const native = JSON.parse(stdout).checks.filter(({ check: name }) => /sqlite|onnx|hnsw/.test(name));
  check(
    `${on}: doctor finds every native library`,
    native.length === 3 && native.every(({ state }) => state === "ok"),
    native.map(({ state }) => state).join(),
  );
  return folder;
}

/** Packing with a Node that cannot make the library of Node 20 must not make a package that fails there. */
async function checkRefusal(node) {
  const env = { ...environment, npm_command: "pack" };
  const { code, stderr } = await runProgram(node, join(root, "build.config.mjs"), [], { cwd: root, env });
  const refusal = stderr.match(/no SQLite for Node 20 on .*npm pack/)?.[0];
  check("packing with another release line than Node 20 is refused", code === 1 && refusal !== undefined, refusal);
}

/** A native library that does not load is named, by the command that needs it and by doctor, with what to do. */
async function checkBroken(node, installed, project) {
  const broken = join(emptyFolder("broken"), "context-broker");
  cpSync(installed, broken, { recursive: true });
  const sqlite = join(broken, "dist", "native", "better-sqlite3");
  for (const name of readdirSync(sqlite)) {
    writeFileSync(join(sqlite, name), "no library");
  }
  const options = { env: isolated(join(broken, "home")) };
  const main = join(broken, "dist", "main.js");
  const search = await runProgram(node, main, ["search", "lease", "--project", project], options);
  const isNamed =
    /better-sqlite3 cannot be loaded/.test(search.stderr) && /npm install better-sqlite3@/.test(search.stderr);
  check(
    "a broken SQLite is named by a search, with the cure",
    search.code === 2 && isNamed && !/delete/.test(search.stderr),
    search.stderr.trim().split("\n").join(" | "),
  );
  const doctor = await runProgram(node, main, ["doctor", "--json"], options);
  const finding = JSON.parse(doctor.stdout).checks.find(({ check: name }) => name === "better-sqlite3");
  check(
    "doctor says the same",
    doctor.code === 2 && finding?.state === "failed" && /npm install better-sqlite3@/.test(finding.cure),
    `${finding?.detail} | ${finding?.cure}`,
  );
}

try {
  const { result: packed, seconds: packSeconds } = await timed(() => pack(root, home, environment));
  const { filename, size, unpackedSize } = packed;
  const tarball = join(home, filename);
  process.stdout.write(
    `packed in ${packSeconds.toFixed(0)} s: ${(size / 1e6).toFixed(1)} MB, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked\n`,
  );

  const folder = emptyFolder("installed");
  const { seconds } = await timed(() => npm(["install", "--engine-strict", tarball], folder));
  const modules = join(folder, "node_modules");
  const megabytes = bytesBelow(modules) / 1e6;
  check(`installed size at most ${INSTALLED_MB_MAX} MB`, megabytes <= INSTALLED_MB_MAX, `${megabytes.toFixed(1)} MB`);
  check(`installed within ${INSTALL_S_MAX} s`, seconds <= INSTALL_S_MAX, `${seconds.toFixed(1)} s`);
  const names = readdirSync(modules).filter((name) => !name.startsWith("."));
  check("one package, no dependency", names.join() === "context-broker", names.join());
  const installed = join(modules, "context-broker");
  const { scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  check("no install script", !["preinstall", "install", "postinstall", "prepare"].some((name) => name in scripts));
  const once = await npm(
    ["exec", "--yes", `--package=${tarball}`, "--", "context-broker", "--version"],
    emptyFolder("once"),
  );
  check("npx -y runs it", once.stdout.trim() !== "", once.stdout.trim());

  await checkNewcomer({ place: placeHere({ root, parent: home, environment }), tarball, check, timed });

  const nodes = await findNodes();
  for (const node of nodes.slice(1)) {
    await checkRefusal(node);
  }
  const project = join(home, "project");
  cpSync(join(root, "src", "index", "database"), project, { recursive: true });
  writeFileSync(join(project, "package.json"), "{}");
  const main = join(installed, "dist", "main.js");
  for (const node of nodes) {
    await checkOn(node, main, project);
  }
  await checkBroken(process.execPath, installed, project);
  await checkImage({ root, tarball, environment, check });
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;
