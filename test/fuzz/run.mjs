// `npm run fuzz`: bundles the fuzzer, which Node 20 cannot read as TypeScript, and starts it. The bundle stays in dist/:
// each target runs in a thread that loads it again.
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = `${root}dist/fuzz.mjs`;

await build({
  absWorkingDir: root,
  entryPoints: ["test/fuzz/main.ts"],
  outfile: file,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20.19",
  format: "esm",
  sourcemap: "inline",
  logLevel: "warning",
});
const { main } = await import(pathToFileURL(file).href);
process.exitCode = await main(process.argv.slice(2));
