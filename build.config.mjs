// Bundles src/ to dist/: the executable and the entries of its child processes.
// Packages with native code or with files of their own (grammars, tokenizer tables) stay outside the bundle.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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
  "workers/analysis": "src/index/words/analysis-worker.ts",
  "workers/embedding": "src/embedding/embedding-worker.ts",
  "workers/hnsw": "src/index/vectors/hnsw-worker.ts",
  "workers/globs": "src/search/query/globs-worker.ts",
  "workers/match-text": "src/intelligence/text/match-worker.ts",
};

/**
 * Builds every entry whose source exists. Each file that differs is put in place by a rename, so that a process
 * which runs from dist/ meanwhile never reads half a file; `clean` empties dist/ first.
 */
export async function bundle({ clean }) {
  if (clean) {
    rmSync(`${root}dist`, { recursive: true, force: true });
  }
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(`${root}${source}`))),
    outdir: `${root}dist`,
    write: false,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    platform: "node",
    target: "node20.19",
    format: "esm",
    minifySyntax: true,
    external,
    // Never called, and half of what would be loaded before `initialize` is answered.
    alias: { "mcp-proxy": "./src/server/no-http-server.ts" },
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "linked",
    logLevel: "warning",
    // Bundled CommonJS packages call require() for Node's own modules.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });
  for (const { path, contents } of outputFiles) {
    if (!existsSync(path) || !readFileSync(path).equals(contents)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.${process.pid}`, contents, { mode: path.endsWith("/main.js") ? 0o755 : 0o644 });
      renameSync(`${path}.${process.pid}`, path);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle({ clean: process.argv.includes("--clean") });
}
