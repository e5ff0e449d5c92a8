// What a client's hook starts: `node dist/hook.js hook run CLIENT`. It is an entry point of its own, because loading that of all commands would
// take longer than everything else that a hook does.
import process from "node:process";
import { hooksNamed } from "./clients/hooks-registry.ts";
import { runHook } from "./hooks/run-hook.ts";
import { packagePath } from "./system/package-root.ts";

const hooks = hooksNamed(process.argv[4]);
// The exit code is always 0, also for an unknown client: with another code, some clients refuse to use their tool.
if (hooks !== undefined) {
  await runHook(hooks, packagePath("dist", "main.js"));
}
process.exit(0);
