// `npm run fuzz`: bundles the fuzzer, which Node 20 cannot read as TypeScript, and starts it. The bundle is kept for its
// threads, which load it again; below node_modules/ it finds the packages, and no build of dist/ clears it away.
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleEntry } from "../benchmarks/run-bundled.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = `${root}node_modules/.cache/context-broker/fuzz.mjs`;

await bundleEntry("test/fuzz/main.ts", file);
const { main } = await import(pathToFileURL(file).href);
process.exitCode = await main(process.argv.slice(2));
