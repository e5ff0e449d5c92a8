// Bundles a script of the benchmarks, which Node 20 cannot read as TypeScript, to run as a process of its own: beside dist/,
// where it finds the installed packages and the package's own files.
import { build } from "esbuild";
import { packagePath } from "../../../src/system/package-root.ts";

/** `source` is relative to the package; answers the script's absolute path. */
export async function bundleBeside(source: string): Promise<string> {
  const outfile = packagePath("dist", `bench-${source.replace(/^.*\/|\.ts$/g, "")}.mjs`);
  await build({
    entryPoints: [packagePath(source)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20.19",
    format: "esm",
    logLevel: "warning",
  });
  return outfile;
}
