// What a client's hook starts: `node dist/hook.js hook run CLIENT`. An entry of its own, since loading that of all commands takes longer
// than all else that a hook does.
import process from "node:process";
import { hooksNamed } from "./clients/hooks-registry.ts";
import { runHook } from "./hooks/run-hook.ts";
import { packagePath } from "./system/package-root.ts";

const hooks = hooksNamed(process.argv[4]);
// Never another exit code, for a client that an earlier version knew, too: some clients then refuse to use their tool.
if (hooks !== undefined) {
  await runHook(hooks, packagePath("dist", "main.js"));
}
process.exit(0);
