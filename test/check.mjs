// `npm run check`: types, lint and build side by side, since each uses little more than one core; then both tiers of tests on
// what was built. With `--install` (`npm run verify`) after `npm ci`. Exit code 1 where one fails.
import { install } from "./install.mjs";
import { runNpm } from "./npm.mjs";

const BUILT = "CONTEXT_BROKER_BUILT";

/** Runs one of this package's scripts and prints its name and output in one piece; answers whether it passed. */
async function runScript(name) {
  const chunks = [];
  const code = await runNpm(["run", "--silent", name], { onOutput: (chunk) => chunks.push(chunk) });
  process.stdout.write(`${code === 0 ? "passed" : "FAILED"}: npm run ${name}\n${Buffer.concat(chunks)}`);
  return code === 0;
}

async function check() {
  const before = ["types", "lint", ...(process.env[BUILT] === "1" ? [] : ["build"])];
  const passed = await Promise.all(before.map(runScript));
  return passed.includes(false)
    ? 1
    : runNpm(["run", "--silent", "test:all"], { env: { ...process.env, [BUILT]: "1" } });
}

const installed = process.argv.includes("--install") ? await install() : 0;
process.exitCode = installed === 0 ? await check() : installed;
