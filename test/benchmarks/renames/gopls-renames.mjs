// What gopls would rename.
import { spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { answerByServer, readTask } from "./lsp-renames.mjs";

const task = readTask();
const { root, files, tools } = task;

/** Files that gopls does not load: of other builds, of other modules, in folders that Go's tools pass over (`_examples`, `testdata`). */
const LISTS = ["GoFiles", "CgoFiles", "TestGoFiles", "XTestGoFiles"];
const perList = LISTS.map((list) => `{{range .${list}}}{{$d}}/{{.}}\n{{end}}`).join("");
const listed = spawnSync("go", ["list", "-e", "-f", `{{$d := .Dir}}${perList}`, "./..."], {
  cwd: root,
  encoding: "utf8",
});
if (listed.status !== 0) {
  throw new Error(`go list ended with ${listed.status}: ${listed.stderr.slice(-2000)}`);
}
const isRead = new Set(
  listed.stdout
    .split("\n")
    .filter((file) => file !== "")
    .map((file) => relative(root, file)),
);
const unread = files.filter((path) => !isRead.has(path));

await answerByServer(task, {
  command: join(tools, "gopls", "gopls"),
  args: ["serve"],
  env: { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local", GOWORK: "off" },
  languageOf: () => "go",
  // gopls renames in the comments above a declaration, too.
  isLeftOut: (text, offset) => /^\s*\/\//.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset + 1)),
  unread,
  hasImplicit: true,
});
