// `npm run check`: types, lint and build side by side, since each uses little more than one core; then both tiers of tests on
// what was built. With `--install` (`npm run verify`) after `npm ci`, whose compiling is beside types and lint. Exit code 1 where one fails.
import { compilePackages, unpackPackages } from "./install.mjs";
import { runNpm } from "./npm.mjs";

const BUILT = "CONTEXT_BROKER_BUILT";

/** Prints the name and the output of what npm does in one piece; answers whether it passed. `run`: gets where the output goes, answers the exit code. */
async function report(name, run) {
  const chunks = [];
  const code = await run((chunk) => chunks.push(chunk));
  process.stdout.write(`${code === 0 ? "passed" : "FAILED"}: npm ${name}\n${Buffer.concat(chunks)}`);
  return code === 0;
}

const runScript = (name) => report(`run ${name}`, (onOutput) => runNpm(["run", "--silent", name], { onOutput }));

async function check(isToInstall) {
  if (isToInstall && (await unpackPackages()) !== 0) {
    return 1;
  }
  const compiled = isToInstall ? report("rebuild", compilePackages) : Promise.resolve(true);
  // The build takes along what was compiled.
  const build = async () => (await compiled) && (process.env[BUILT] === "1" || (await runScript("build")));
  const passed = await Promise.all([runScript("types"), runScript("lint"), build()]);
  return passed.includes(false)
    ? 1
    : runNpm(["run", "--silent", "test:all"], { env: { ...process.env, [BUILT]: "1" } });
}

process.exitCode = await check(process.argv.includes("--install"));
