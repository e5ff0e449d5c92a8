// Starts npm the same way on every system: by its own file, since on Windows `npm` is a script that only a shell can start.
import { spawn } from "node:child_process";

/** Exit code of `npm` with these words; 1 if a signal ended it. `onOutput`: gets what is written instead of this terminal. */
export function runNpm(words, { env = process.env, onOutput } = {}) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) {
    throw new Error("start this by npm: `npm run …`");
  }
  return new Promise((resolve, reject) => {
    const stdio = onOutput === undefined ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(process.execPath, [npm, ...words], { stdio, env });
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
