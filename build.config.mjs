// Bundles src/ to dist/: the executable and the entries of its child processes.
// Packages with native code or with files of their own (grammars, tokenizer tables) stay outside the bundle.
import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));

const external = [
  "better-sqlite3",
  "hnswlib-node",
  "@huggingface/transformers",
  "onnxruntime-node",
  "web-tree-sitter",
  // fastmcp offers these schema libraries and servers; none of them is used here.
  "sury",
  "effect",
  "@valibot/to-json-schema",
];

const entries = {
  main: "src/main.ts",
  demo: "src/demo.ts",
  "workers/analysis": "src/index/analysis-worker.ts",
  "workers/embedding": "src/embedding/embedding-worker.ts",
  "workers/hnsw": "src/index/vectors/hnsw-worker.ts",
};

/** Builds every entry whose source exists into `outdir`, which is emptied first. */
export async function bundle(outdir = `${root}dist`) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(`${root}${source}`))),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20.19",
    format: "esm",
    minifySyntax: true,
    external,
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "linked",
    logLevel: "warning",
    // Bundled CommonJS packages call require() for Node's own modules.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle();
}
