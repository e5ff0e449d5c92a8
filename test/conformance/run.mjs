// Runs the protocol's conformance suite against `serve --http`, for each revision that is served. The suite is fetched when it runs:
// `npm run conformance`. It writes docs/records/benchmarks/conformance.json, and ends with 1 where a check fails that is meant for any server.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openProxy } from "./proxy.mjs";
import { startServer } from "./serve.mjs";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const RESULT = fileURLToPath(new URL("../../docs/records/benchmarks/conformance.json", import.meta.url));

/** Scenarios that call tools, prompts and resources of the suite's own example server (`test_simple_text` and so on). */
const OF_THE_EXAMPLE_SERVER = [
  /^completion-complete$/,
  /^tools-call-/,
  /^json-schema-2020-12$/,
  /^resources-(read-text|read-binary|templates-read|subscribe|unsubscribe)$/,
  /^prompts-get-/,
  /^elicitation-sep/,
  /^input-required-result-/,
];
/** Features that this server does not have: logging to clients, which 2026-07-28 deprecates. */
const OF_OTHER_FEATURES = [/^logging-set-level$/];

const reasonNotMeant = (scenario, check) => {
  if (check.details?.untestable === true) {
    return "needs a tool of the suite's example server";
  }
  if (OF_THE_EXAMPLE_SERVER.some((pattern) => pattern.test(scenario))) {
    return "uses a tool, prompt or resource of the suite's example server";
  }
  return OF_OTHER_FEATURES.some((pattern) => pattern.test(scenario))
    ? "a feature that this server does not have"
    : null;
};

/** Installs the suite beside its results. It asks for Node 22 for one function, which server scenarios do not call. */
function installSuite(folder) {
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder, SUITE], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const dist = join(folder, "node_modules/@modelcontextprotocol/conformance/dist");
  const text = readFileSync(join(dist, "index.js"), "utf8");
  const [found = "", name = ""] = /globSync as (\w+),/.exec(text) ?? [];
  const main = join(dist, "without-glob.js");
  writeFileSync(
    main,
    name === "" ? text : text.replace(found, "").replace(/^(#!.*\n)?/, `$1const ${name} = () => [];\n`),
  );
  return main;
}

function runSuite(main, url, revision, output) {
  return new Promise((resolve) => {
    const args = [main, "server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", output];
    spawn(process.execPath, args, { stdio: "ignore" }).once("exit", resolve);
  });
}

function judge(output) {
  const scenarios = readdirSync(output).map((folder) => {
    const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
    const checks = JSON.parse(readFileSync(join(output, folder, "checks.json"), "utf8"));
    const judged = checks.map((check) => ({ ...check, notMeant: reasonNotMeant(scenario, check) }));
    const failed = judged.filter(({ status }) => status === "FAILURE");
    return {
      scenario,
      passed: judged.filter(({ status }) => status === "SUCCESS").length,
      failed: failed.filter(({ notMeant }) => notMeant === null).map(({ id, errorMessage }) => ({ id, errorMessage })),
      notMeant: failed
        .filter(({ notMeant }) => notMeant !== null)
        .map(({ id, notMeant, errorMessage }) => ({ id, why: notMeant, errorMessage })),
    };
  });
  return scenarios.sort((a, b) => a.scenario.localeCompare(b.scenario));
}

const folder = mkdtempSync(join(tmpdir(), "context-broker-conformance-"));
const main = installSuite(folder);
const target = {};
const proxy = await openProxy(target);
const names = ["localhost", "127.0.0.1"].flatMap((name) => ["--host-names", `${name}:${proxy.port}`]);
const server = await startServer(names);
Object.assign(target, { port: server.port, token: server.token });
const revisions = {};
for (const revision of REVISIONS) {
  const output = join(folder, revision);
  mkdirSync(output);
  await runSuite(main, `http://localhost:${proxy.port}/mcp`, revision, output);
  revisions[revision] = existsSync(output) ? judge(output) : [];
}
await server.stop();
proxy.server.closeAllConnections();
proxy.server.close();
rmSync(folder, { recursive: true, force: true });

const totals = Object.fromEntries(
  Object.entries(revisions).map(([revision, scenarios]) => [
    revision,
    {
      scenarios: scenarios.length,
      passed: scenarios.reduce((sum, { passed }) => sum + passed, 0),
      failed: scenarios.reduce((sum, { failed }) => sum + failed.length, 0),
      notMeant: scenarios.reduce((sum, { notMeant }) => sum + notMeant.length, 0),
    },
  ]),
);
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const run = {
  suite: SUITE,
  date: new Date().toISOString().slice(0, 10),
  commit,
  node: process.version,
  cores: cpus().length,
};
writeFileSync(RESULT, `${JSON.stringify({ run, totals, revisions }, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(totals, null, 2)}\n`);
const isComplete = Object.values(totals).every(({ passed, failed }) => passed > 0 && failed === 0);
process.exit(isComplete ? 0 : 1);
