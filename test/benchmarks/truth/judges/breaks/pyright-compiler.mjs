// Pyright as an authority on what an edit breaks: prints the definitions that may be edited as one JSON line, then answers each line
// of files with other texts by the lines that have an error they did not have before.
// usage: pyright-compiler.mjs LANGSERVER CANDIDATES ROOT   (CANDIDATES: python-candidates.py; what the project imports in PYTHONPATH)
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [client = "", server = "", candidatesScript = "", root = ""] = process.argv.slice(2);
const { startLanguageServer } = await import(pathToFileURL(client).href);

const IS_TEST = /(?:^|\/)(?:tests?|testing|examples?|docs|scripts)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$/;
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
const paths = git("ls-files", "*.py").split("\n").filter(Boolean);
const candidates = JSON.parse(
  execFileSync("python3", [candidatesScript, root], {
    input: paths.filter((path) => !IS_TEST.test(path)).join("\n"),
    maxBuffer: 1 << 26,
  }),
);
const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));

/** An override that differs is no use of what changed. */
const NO_USE = /^(?:reportIncompatible|reportRedeclaration|reportIndexIssue$|reportMissing)/;
const uriOf = (path) => pathToFileURL(join(root, path)).href;
const pyright = startLanguageServer(process.execPath, [server, "--stdio"], { cwd: root });
await pyright.request("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(root).href,
  workspaceFolders: [{ uri: pathToFileURL(root).href, name: "root" }],
  capabilities: { workspace: { configuration: true, workspaceFolders: true }, textDocument: { diagnostic: {} } },
});
pyright.notify("initialized", {});
let version = 1;
const open = (path, text) =>
  pyright.notify("textDocument/didOpen", {
    textDocument: { uri: uriOf(path), languageId: "python", version: 1, text },
  });
for (const [path, text] of texts) {
  open(path, text);
}

async function errorsOf(path) {
  const { items = [] } =
    (await pyright.request("textDocument/diagnostic", { textDocument: { uri: uriOf(path) } })) ?? {};
  return items
    .filter(({ severity, code }) => severity === 1 && !NO_USE.test(String(code ?? "")))
    .map(({ range, message, code }) => ({ line: range.start.line + 1, message: message.slice(0, 160), code }));
}

const known = new Map();
async function knownErrors(path) {
  if (!known.has(path)) {
    known.set(path, new Set((await errorsOf(path)).map(({ line, code }) => `${line} ${code}`)));
  }
  return known.get(path);
}

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ candidates, files: paths });

const word = (name) => new RegExp(`(?<!\\w)${name}(?!\\w)`);

for await (const line of createInterface({ input: process.stdin })) {
  const { files, name } = JSON.parse(line);
  const looked = new Set([
    ...files.map(({ path }) => path).filter((path) => texts.has(path)),
    ...paths.filter((path) => word(name).test(texts.get(path))),
  ]);
  for (const path of looked) {
    await knownErrors(path);
  }
  for (const { path, text } of files) {
    version += 1;
    if (texts.has(path)) {
      const textDocument = { uri: uriOf(path), version };
      pyright.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    }
  }
  const broken = [];
  for (const path of looked) {
    const before = await knownErrors(path);
    const after = await errorsOf(path);
    broken.push(
      ...after
        .filter((error) => !before.has(`${error.line} ${error.code}`))
        .map((error) => ({ path, line: error.line, message: error.message })),
    );
  }
  for (const { path } of files.filter((one) => texts.has(one.path))) {
    version += 1;
    const textDocument = { uri: uriOf(path), version };
    pyright.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: texts.get(path) }] });
  }
  say({ broken });
}
pyright.request("shutdown", null).finally(() => process.exit(0));
