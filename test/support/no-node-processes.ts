// Set-up of the fast tier: a test there starts no process of Node, so neither the built program nor a worker of it. Such a
// test takes part of a second at least and needs dist/; it belongs in a *.slow.test.ts. Other programs (git) may run.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { spawn, spawnSync, execFile, execFileSync } = childProcess;

function refuse(): never {
  throw new Error("a fast test may not start Node: name its file *.slow.test.ts (docs/inside/testing.md)");
}

/** Any function that takes a program first. */
type Start = (file: string, ...rest: never[]) => unknown;

function onlyOthers<Function extends Start>(start: Function): Function {
  const checked = (file: string, ...rest: never[]) =>
    file === process.execPath || file === "node" ? refuse() : start(file, ...rest);
  return checked as Function;
}

// Once in a process, which runs this again for each file.
if (childProcess.fork.name !== refuse.name) {
  childProcess.fork = refuse;
  childProcess.spawn = onlyOthers(spawn as Start) as typeof spawn;
  childProcess.spawnSync = onlyOthers(spawnSync as Start) as typeof spawnSync;
  childProcess.execFileSync = onlyOthers(execFileSync as Start) as typeof execFileSync;
  // `promisify(execFile)` reads a property of the function.
  childProcess.execFile = Object.assign(
    onlyOthers(execFile as unknown as Start),
    execFile,
  ) as unknown as typeof execFile;
  syncBuiltinESMExports();
}
