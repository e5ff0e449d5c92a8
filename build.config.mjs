// Builds dist/: the executable and the entries of its child processes, bundled with every package they use, and beside them
// what cannot be bundled (native.config.mjs).
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, transform } from "esbuild";
import { licencesOf } from "./licences.config.mjs";
import { copyNative, HOST, requireNode20Sqlite } from "./native.config.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const TARGET = "node20.19";
/** Share of a file. */
const OF_PACKAGES = 0.9;

/**
 * Lines of packages that do not fit here: those that look for a native library beside the package's own code (the model runtime's binding
 * is looked for where this package carries it), and one that prints to the terminal. A line that is gone stops the build.
 */
const lookups = [
  {
    file: /transformers\.node\.mjs$/,
    from: 'requireFromHere("onnxruntime-node")',
    to: 'require("onnxruntime-node")',
  },
  {
    file: /onnxruntime-node[\\/]dist[\\/]binding\.js$/,
    from: "require(`../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`)",
    to: `require(${JSON.stringify(`${root}src/embedding/onnx-binding.ts`)}).loadOnnxBinding()`,
  },
  // A node of a team's index that is gone: the next one is asked, and the log says so.
  {
    file: /weaviate-client[\\/]dist[\\/]node[\\/]esm[\\/]grpc[\\/]retry\.js$/,
    from: "console.warn(error, `Attempt ${attempt} failed. Retrying in ${delayMs}ms.`);",
    to: "",
  },
];

const nativeLookups = {
  name: "native-lookups",
  setup({ onLoad }) {
    for (const { file, from, to } of lookups) {
      onLoad({ filter: file }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (!text.includes(from)) {
          throw new Error(`${path} has no ${from}`);
        }
        return { contents: text.replace(from, () => to), loader: "js" };
      });
    }
  },
};

/** The form of a package that a bundle can hold, where its main one calls a `require` that it is given (UMD). */
const bundleable = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/** What a source file of the program exports, loaded for the build alone. Its packages are taken from node_modules/, bundled or not. */
async function load(source, packages) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${root}${source}`],
    bundle: true,
    write: false,
    packages,
    platform: "node",
    format: "esm",
    ...(packages === "external" ? {} : { alias: bundleable }),
  });
  // In a file of the package, whose own files are found from there.
  const file = `${root}dist/load-${process.pid}.mjs`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0].contents);
  try {
    return await import(`${pathToFileURL(file)}?${source}`);
  } finally {
    rmSync(file);
  }
}

/** The grammars that the table of languages names, without `.wasm`. */
async function grammarNames() {
  const { LANGUAGES } = await load("src/languages/registry.ts");
  return [...new Set(LANGUAGES.flatMap(({ reader }) => (reader.by === "grammar" ? [reader.grammar] : [])))];
}

/** The answers to a client's first requests (src/opening/README.md). */
async function openingTable() {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const { makeOpeningTable } = await load("src/server/make-opening-table.ts", "external");
  return { path: `${root}dist/opening.json`, contents: Buffer.from(JSON.stringify(makeOpeningTable(version))) };
}

/** The tokens that answers are counted in (src/system/token-table.ts). */
async function tokenTable() {
  const { makeTokenTable } = await load("src/system/token-table.ts");
  const { default: tokens } = await import("gpt-tokenizer/bpeRanks/o200k_base");
  return { path: `${root}dist/o200k_base.tokens`, contents: Buffer.from(makeTokenTable(tokens)) };
}

/** What all files for Node have in common. */
const SHARED = {
  absWorkingDir: root,
  outdir: `${root}dist`,
  write: false,
  platform: "node",
  target: TARGET,
  format: "esm",
  minifySyntax: true,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
};

const entries = {
  front: "src/front.ts",
  hook: "src/hook.ts",
  demo: "src/demo.ts",
  "workers/analysis": "src/index/ingest/analysis-worker.ts",
  "workers/embedding": "src/embedding/embedding-worker.ts",
  "workers/hnsw": "src/index/vectors/hnsw-worker.ts",
  "workers/native-probe": "src/system/native-probe.ts",
  "workers/match-text": "src/intelligence/text/match-worker.ts",
};

/** The executable, in one file but for the front, which it loads when a client's first requests are answered. */
async function executable() {
  const front = {
    name: "front",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/front\.ts$/ }, () => ({ path: "./front.js", external: true }));
    },
  };
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: { main: "src/main.ts" },
    bundle: true,
    plugins: [front],
    sourcemap: "linked",
  });
  return outputFiles;
}

/** The page of `ui`, in dist/page/: its script and its style for browsers, and its markup as it is. */
async function pageFiles() {
  const source = `${root}src/page/browser/`;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`${source}app.ts`, `${source}app.css`],
    outdir: `${root}dist/page`,
    write: false,
    bundle: true,
    platform: "browser",
    target: "es2022",
    format: "esm",
    logLevel: "warning",
  });
  const markup = { path: `${root}dist/page/index.html`, contents: readFileSync(`${source}index.html`) };
  return [...outputFiles, markup];
}

/** Whether nearly all of a file comes from packages: nobody reads a stack trace of their lines. */
function isOfPackages(path, { outputs }) {
  const inputs = Object.entries(outputs[relative(root, path).replaceAll(sep, "/")]?.inputs ?? {});
  const bytesOf = (some) => some.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  return bytesOf(inputs.filter(([name]) => name.includes("node_modules/"))) > OF_PACKAGES * bytesOf(inputs);
}

/** The files, with those of packages written without spaces and without a source map: 4 MB less to install. */
async function withoutSpace(files, metafile) {
  const maps = new Set();
  const packed = await Promise.all(
    files.map(async (file) => {
      if (!file.path.endsWith(".js") || !isOfPackages(file.path, metafile)) {
        return file;
      }
      maps.add(`${file.path}.map`);
      const { code } = await transform(file.text, { minifyWhitespace: true, target: TARGET, legalComments: "none" });
      return { path: file.path, contents: Buffer.from(code) };
    }),
  );
  return packed.filter(({ path }) => !maps.has(path));
}

/**
 * Builds every entry whose source exists. Each file that differs is put in place by a rename, so that a process
 * which runs from dist/ meanwhile never reads half a file; `clean` empties dist/ first.
 */
export async function bundle({ clean, platform = HOST }) {
  if (clean) {
    rmSync(`${root}dist`, { recursive: true, force: true });
  }
  const { outputFiles, metafile } = await build({
    ...SHARED,
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(`${root}${source}`))),
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    alias: {
      // Its validator is for answers of users, which are never asked for; loading it would delay `initialize`.
      "@modelcontextprotocol/server/_shims": "./src/server/no-answer-schemas.ts",
      sharp: "./src/embedding/no-images.ts",
      "@ai-sdk/gateway": "./src/language-model/no-gateway.ts",
      ...bundleable,
    },
    plugins: [nativeLookups],
    sourcemap: "linked",
    metafile: true,
    // Bundled CommonJS packages call require() for Node's own modules.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });
  const packed = await withoutSpace(outputFiles, metafile);
  packed.push(...(await executable()), ...(await pageFiles()), await openingTable(), await tokenTable());
  copyNative({ platform, grammars: await grammarNames() });
  const licences = {
    path: `${root}dist/LICENCES.txt`,
    contents: Buffer.from(licencesOf(Object.keys(metafile.inputs))),
  };
  for (const { path, contents } of [...packed, licences]) {
    if (!existsSync(path) || !readFileSync(path).equals(contents)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.${process.pid}`, contents, { mode: path.endsWith("/main.js") ? 0o755 : 0o644 });
      renameSync(`${path}.${process.pid}`, path);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // As `prepack` of a package.
  if (["pack", "publish"].includes(process.env.npm_command)) {
    requireNode20Sqlite(HOST);
  }
  await bundle({ clean: process.argv.includes("--clean") });
}
