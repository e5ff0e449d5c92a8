// What clangd would rename. The folder of tools has clangd as its package for Python installs it, and each project's list of
// compile commands in `edges/compile/NAME/`, beside which clangd keeps its own index.
import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix, relative, resolve } from "node:path";
import { answerByServer, readTask } from "./lsp-renames.mjs";

const task = readTask();
const { root, tools } = task;
const folder = join(tools, "edges", "compile", basename(root));
const listed = join(folder, "compile_commands.json");
if (!existsSync(listed)) {
  throw new Error(`no compile commands of ${basename(root)} in ${folder}`);
}
const compiled = new Set(
  JSON.parse(readFileSync(listed, "utf8")).map(({ directory, file }) => relative(root, resolve(directory, file))),
);

/** The files that those sources include, over any number of steps; by the ends of their paths. */
function includedFrom(sources) {
  const found = new Set(sources);
  for (const path of found) {
    const text = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
    for (const [, written] of text.matchAll(/^\s*#\s*include\s*["<]([^">]+)[">]/gm)) {
      const end = `/${posix.normalize(written).replace(/^(?:\.\.\/)+/, "")}`;
      for (const file of task.files.filter((one) => `/${one}`.endsWith(end))) {
        found.add(file);
      }
    }
  }
  return found;
}
const read = includedFrom(compiled);

/** Begun and not ended yet. */
const working = new Set();

/** Whether the project is indexed: a first round of work in the background began and ended. */
function isReady(method, params) {
  if (method !== "$/progress") {
    return false;
  }
  if (params.value.kind === "begin") {
    working.add(params.token);
  }
  return params.value.kind === "end" && working.delete(params.token) && working.size === 0;
}

await answerByServer(task, {
  command: join(tools, "clangd", "clangd", "data", "bin", "clangd"),
  args: [
    "--background-index",
    "--background-index-priority=normal",
    `--compile-commands-dir=${folder}`,
    "--rename-file-limit=0",
    "--limit-references=0",
    "--limit-results=0",
    "-j=2",
  ],
  languageOf: (path) => (/\.[ch]$/.test(path) ? "c" : "cpp"),
  isReady,
  // What no command compiles.
  unread: task.files.filter((path) => !read.has(path)),
});
