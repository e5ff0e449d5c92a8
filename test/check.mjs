// `npm run check`: types, lint and build side by side, since each uses little more than one core; then both tiers of tests on
// what was built. CONTEXT_BROKER_BUILT=1 says that dist/ is built already, as it is after `npm ci`. Exit code 1 where one fails.
import { spawn } from "node:child_process";

const BUILT = "CONTEXT_BROKER_BUILT";

/** Runs one of this package's scripts and prints its name and output in one piece; answers whether it passed. */
function runScript(name) {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      process.stdout.write(`${code === 0 ? "passed" : "FAILED"}: npm run ${name}\n${Buffer.concat(chunks)}`);
      resolve(code === 0);
    });
  });
}

const before = ["types", "lint", ...(process.env[BUILT] === "1" ? [] : ["build"])];
const passed = await Promise.all(before.map(runScript));
if (passed.includes(false)) {
  process.exitCode = 1;
} else {
  const env = { ...process.env, [BUILT]: "1" };
  const tests = spawn("npm", ["run", "--silent", "test:all"], { stdio: "inherit", env });
  tests.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
