// The executable: reads the settings and hands over to the server or the command line. Each is loaded only when it is
// wanted, and everything heavy (index, grammars, model) at the first request, so that `initialize` is answered at once.
import { readFileSync } from "node:fs";
import { packagePath } from "./system/package-root.ts";

const [command, ...args] = process.argv.slice(2);

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as { version: string };
  return version;
}

if (command === "serve" && !args.includes("--help") && !args.includes("-h")) {
  const { serve } = await import("./server/serve.ts");
  await serve({
    version: packageVersion(),
    openServices: () => Promise.reject(new Error("no app yet")),
  });
}
