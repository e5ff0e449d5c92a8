// Entry of the process that matches expensive path globs, so that none can block the server.
import { serveTasks } from "../../system/worker-host.ts";
import { compilePathGlobs, type GlobTask } from "./path-globs.ts";

serveTasks<undefined, GlobTask, readonly string[]>(async () => async ({ patterns, meaning, paths }) => {
  const { admits } = compilePathGlobs(patterns, meaning);
  return paths.filter(admits);
});
