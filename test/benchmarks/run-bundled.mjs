// Runs a benchmark that is a program of its own: bundles it, which Node 20 cannot read as TypeScript, and calls its `main`
// with the arguments given. The workers that analyse and embed run from dist/, as in the program, so that is brought up to
// date first, unless the benchmark starts none.
import { rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundle } from "../../build.config.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Writes the TypeScript of `entry`, relative to the package, as one module to `file`; packages stay outside. */
export async function bundleEntry(entry, file) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: "inline",
    logLevel: "warning",
  });
}

/** `entry` is relative to the package; its `main(args, cwd)` answers the exit code. `program`: whether it needs dist/. */
export async function runBundled(entry, { program = true } = {}) {
  // Below the package's root, where the bundle finds its dependencies, and the program its models and workers.
  const file = `${root}dist/bench-${basename(dirname(entry))}-${process.pid}.mjs`;
  if (program) {
    await bundle({ clean: false });
  }
  await bundleEntry(entry, file);
  let benchmark;
  try {
    benchmark = await import(pathToFileURL(file).href);
  } finally {
    // Loaded, it is not needed any more, and an interrupt leaves nothing behind.
    rmSync(file, { force: true });
  }
  process.exitCode = await benchmark.main(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
}
