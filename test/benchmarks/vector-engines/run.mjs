// `npm run bench:vector-engines`: this program's vector searches against sqlite-vec and usearch.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "../../../build.config.mjs";
import { bundleEntry } from "../run-bundled.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// Below the package's root, where the bundle finds its dependencies. Kept until the end, since every measurement is a process
// of its own that loads it again.
const file = `${root}dist/bench-vector-engines-${process.pid}.mjs`;
await bundle({ clean: false });
await bundleEntry("test/benchmarks/vector-engines/main.ts", file);
try {
  const { main } = await import(file);
  process.exitCode = await main(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd(), file);
} finally {
  rmSync(file, { force: true });
}
