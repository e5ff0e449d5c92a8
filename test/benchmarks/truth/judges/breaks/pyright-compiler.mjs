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
/**
 * Changes that move nothing, for the sake of what Pyright would pass over: a last line that has it say where it does not know what a
 * member is taken from; no `__getattr__` of a module, for which it takes whatever name for defined that is asked of the module; no
 * comment that has it ignore a line; and no `sys.platform`, by which it leaves out what is for another platform.
 */
const HIDDEN = [
  [/^def __getattr__\(/gm, "def zz_getattr_("],
  [/# (type|pyright): ignore/g, "# $1- ignore"],
  [/\bsys\.platform\b/g, "sys.prefix  "],
];
const told = (text) =>
  `${HIDDEN.reduce((left, [what, other]) => left.replace(what, other), text)}\n# pyright: reportUnknownMemberType=warning\n`;
for (const [path, text] of texts) {
  const textDocument = { uri: uriOf(path), languageId: "python", version, text: told(text) };
  pyright.notify("textDocument/didOpen", { textDocument });
}
const current = new Map(texts);

function write(path, text) {
  version += 1;
  current.set(path, text);
  const textDocument = { uri: uriOf(path), version };
  pyright.notify("textDocument/didChange", { textDocument, contentChanges: [{ text: told(text) }] });
}

async function diagnosticsOf(path) {
  const { items = [] } =
    (await pyright.request("textDocument/diagnostic", { textDocument: { uri: uriOf(path) } })) ?? {};
  return items.map(({ range, message, code, severity }) => {
    const { line, character } = range.start;
    return { path, line: line + 1, character, code: String(code ?? ""), message: message.slice(0, 160), severity };
  });
}

/** Pyright only warns of a name in `__all__` that the module lacks; Python raises AttributeError where the module is imported by `*`. */
const LISTED = "reportUnsupportedDunderAll";
const errorsIn = (diagnostics) =>
  diagnostics.filter(({ severity, code }) => (severity === 1 && !NO_USE.test(code)) || code === LISTED);

/** Where it reports a member that is not there already, it says no more once the member is gone elsewhere. */
const UNKNOWN = {
  reportUnknownMemberType: /^Type of "(\w+)" is unknown/,
  reportAttributeAccessIssue: /^Cannot access attribute "(\w+)"/,
};
/** Of the files as they are: their errors, and the lines that take a member of a name from something unknown. */
const known = new Map();
for (const path of paths) {
  const all = await diagnosticsOf(path);
  const unknown = all
    .map(({ line, code, message }) => ({ path, line, name: UNKNOWN[code]?.exec(message)?.[1] }))
    .filter(({ name }) => name !== undefined);
  known.set(path, { errors: new Set(errorsIn(all).map(({ line, code }) => `${line} ${code}`)), unknown });
}

const word = (name) => new RegExp(`(?<!\\w)${name}(?!\\w)`);
const having = (words) => paths.filter((path) => words.some((name) => word(name).test(texts.get(path))));

async function newErrors(words, edited) {
  const looked = new Set([...edited.filter((path) => texts.has(path)), ...having(words)]);
  const found = [];
  for (const path of looked) {
    const before = known.get(path).errors;
    const errors = errorsIn(await diagnosticsOf(path));
    found.push(...errors.filter(({ line, code }) => !before.has(`${line} ${code}`)));
  }
  return found;
}

/**
 * Pyright reports an import of what is gone, or its name in `__all__`, and takes what follows from it for right: a file that imports
 * through another would never be reported. So each such name goes by another one, and all is checked again. Answers with the names cut.
 */
function cutLinks(errors) {
  const cut = [];
  const lines = new Map();
  // From the end of a line on, so that what stands before keeps its place.
  for (const { path, line, character, code, message } of [...errors].sort((a, b) => b.character - a.character)) {
    const all = lines.get(path) ?? current.get(path).split("\n");
    lines.set(path, all);
    const text = all[line - 1];
    const rest = text.slice(character);
    const link = code === LISTED ? listedName(rest) : IS_IMPORT.test(message) ? importedName(rest) : null;
    if (link !== null && !link.name.startsWith(GONE) && !isDefinedOtherwise(path, link.name)) {
      all[line - 1] = text.slice(0, character) + link.other + rest.slice(link.length);
      cut.push({ path, name: link.name });
    }
  }
  for (const path of new Set(cut.map((one) => one.path))) {
    write(path, lines.get(path).join("\n"));
  }
  return cut.map(({ name }) => name);
}

/** `except ImportError: class name`: an import of the name from here then gets that one. */
const isDefinedOtherwise = (path, name) =>
  new RegExp(`^\\s*(?:(?:async )?def|class) ${name}\\b|^\\s*${name}\\s*(?::[^=]*)?=[^=]`, "m").test(current.get(path));

const IS_IMPORT = /^"\w+" is unknown import symbol/;

/** `name` or `name as alias`: what others import from here is the last of them. */
function importedName(text) {
  const [written = "", name = "", alias] = /^(\w+)(?: as (\w+))?/.exec(text) ?? [];
  const local = alias ?? name;
  return written === "" ? null : { name: local, length: written.length, other: `${name} as ${GONE}${local}` };
}

/** `"name"` in `__all__`. */
function listedName(text) {
  const [written = "", name = ""] = /^["'](\w+)["']/.exec(text) ?? [];
  return written === "" ? null : { name, length: written.length, other: `"${GONE}${name}"` };
}

const GONE = "zz_gone_";
const LINKS_MAX = 6;

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ candidates, files: paths });

for await (const line of createInterface({ input: process.stdin })) {
  const { files, name } = JSON.parse(line);
  const words = new Set([name]);
  const unknown = having([name]).flatMap((path) => known.get(path).unknown.filter((one) => one.name === name));
  for (const { path, text } of files) {
    if (texts.has(path)) {
      write(path, text);
    }
  }
  const broken = new Map();
  const edited = () => paths.filter((path) => current.get(path) !== texts.get(path));
  for (let round = 0; round < LINKS_MAX; round += 1) {
    const errors = await newErrors([...words], edited());
    for (const { path, line, code, message } of errors) {
      const key = `${path}:${line} ${code}`;
      broken.set(key, broken.get(key) ?? { path, line, message });
    }
    const cut = cutLinks(errors);
    if (cut.length === 0) {
      break;
    }
    for (const one of cut) {
      words.add(one);
    }
  }
  for (const path of edited()) {
    write(path, texts.get(path));
  }
  say({ broken: [...broken.values()], unknown: unknown.map(({ path, line }) => ({ path, line })) });
}
pyright.request("shutdown", null).finally(() => process.exit(0));
