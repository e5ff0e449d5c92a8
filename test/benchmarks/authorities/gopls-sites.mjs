// What gopls says of every identifier of a Go project, as lines of JSON that authority.ts reads: its semantic tokens are the
// identifiers, `definition` says what each means, and the document's symbols which of those are outside functions.
// stdin: {root, files, admitted, tools}; files are those to report on, and only what stands in an admitted file is the
// project's. Dependencies are not fetched: what leads into them has no answer.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startLanguageServer } from "./lsp-client.mjs";

const { root, files, admitted, tools } = JSON.parse(readFileSync(0, "utf8"));
const inProject = new Set(admitted);
const DECLARATION = 1;
const CALL = 2;
const AT_ONCE = 8;
const LINES_AT_ONCE = 1000;
/** Kinds of SymbolKind in the protocol, in the words of the report; what is not named here is a kind of type. */
const KINDS = {
  6: "method",
  8: "field",
  12: "function",
  13: "variable",
  14: "constant",
  11: "interface",
  23: "struct",
};
const NO_NAMES = new Set(["keyword", "string", "number", "operator", "comment", "label", "macro", "namespace"]);

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const uriOf = (path) => pathToFileURL(join(root, path)).href;
const pathOf = (uri) => (uri.startsWith("file:") ? relative(root, fileURLToPath(uri)) : "..");
const linesOf = (path) => readFileSync(join(root, path), "utf8").split("\n");

const server = startLanguageServer(join(tools, "bin/gopls"), ["serve"], {
  cwd: root,
  env: { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" },
});

async function start() {
  const answer = await server.request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: {
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        semanticTokens: { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
      },
    },
    initializationOptions: { semanticTokens: true, staticcheck: false },
  });
  server.notify("initialized", {});
  return answer.capabilities.semanticTokensProvider.legend;
}

/** By file: a promise, since many ask at once. */
const outward = new Map();
function outwardOf(path) {
  const known = outward.get(path) ?? readOutward(path);
  outward.set(path, known);
  return known;
}

/** What is declared outside functions: by `line column` of its name, its kind and path. */
async function readOutward(path) {
  const kinds = new Map();
  const visit = (symbol, parent) => {
    const { start, end } = symbol.selectionRange;
    const own = KINDS[symbol.kind] ?? "type";
    const kind = own === "method" && parent?.kind === "interface" ? "interface's method" : own;
    // A method is told as `(*Server[T]).Start`, from its receiver on.
    const name = symbol.name.replace(/^\(\*?([\w]+).*?\)/, "$1");
    const declared = { kind, path: parent === null ? name : `${parent.path}.${name}` };
    kinds.set(`${start.line} ${start.character}`, declared);
    kinds.set(`${start.line} end ${end.character}`, declared);
    for (const child of symbol.children ?? []) {
      visit(child, declared);
    }
  };
  const symbols = await server.request("textDocument/documentSymbol", { textDocument: { uri: uriOf(path) } });
  for (const symbol of symbols ?? []) {
    visit(symbol, null);
  }
  return kinds;
}

const numbers = new Map();
async function numberOf({ uri, range: { start, end } }) {
  const path = pathOf(uri);
  const key = `${path}:${start.line}:${start.character}`;
  const known = numbers.get(key);
  if (known !== undefined) {
    return known;
  }
  const kinds = await outwardOf(path);
  const declared = kinds.get(`${start.line} ${start.character}`) ?? kinds.get(`${start.line} end ${end.character}`);
  const again = numbers.get(key);
  if (again !== undefined) {
    return again;
  }
  const number = numbers.size;
  numbers.set(key, number);
  const name = linesOf(path)[start.line].slice(start.character, end.character);
  const { kind, path: full } = declared ?? { kind: "local", path: name };
  const supers = kind === "method" ? await implementedBy(uri, start) : [];
  say({ symbol: number, name, path: full, kind, places: [[path, start.line + 1]], supers });
  return number;
}

/** The project's interface methods that a method implements. */
async function implementedBy(uri, position) {
  const places = await server
    .request("textDocument/implementation", { textDocument: { uri }, position })
    .catch(() => null);
  return Promise.all((places ?? []).filter((one) => inProject.has(pathOf(one.uri))).map(numberOf));
}

/** Numbers of what it means; "foreign" where that is elsewhere, null where gopls does not say. */
async function targetsOf(path, line, character) {
  let found;
  try {
    const textDocument = { uri: uriOf(path) };
    found = await server.request("textDocument/definition", { textDocument, position: { line, character } });
  } catch {
    // "no package metadata", "no identifier found": it does not know.
    return null;
  }
  const places = found ?? [];
  const own = places.filter(({ uri }) => inProject.has(pathOf(uri)));
  if (own.length === 0) {
    return places.length === 0 ? null : "foreign";
  }
  return Promise.all(own.map(numberOf));
}

/** [line, character, length, type, modifiers], from the differences that the protocol sends. */
function* absolute({ data }, legend) {
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    character = data[at] === 0 ? character + data[at + 1] : data[at + 1];
    line += data[at];
    const modifiers = legend.tokenModifiers.filter((_, bit) => (data[at + 4] & (1 << bit)) !== 0);
    yield { line, character, length: data[at + 2], type: legend.tokenTypes[data[at + 3]], modifiers };
  }
}

/** In parts, since gopls refuses those of more than 100,000 bytes at once; null where it does not know the file. */
async function tokensOf(textDocument, lines, legend) {
  const tokens = new Map();
  for (let first = 0; first < lines; first += LINES_AT_ONCE) {
    const end = Math.min(lines, first + LINES_AT_ONCE);
    const range = { start: { line: first, character: 0 }, end: { line: end, character: 0 } };
    try {
      const told = await server.request("textDocument/semanticTokens/range", { textDocument, range });
      for (const token of absolute(told, legend)) {
        tokens.set(`${token.line} ${token.character}`, token);
      }
    } catch {
      return null;
    }
  }
  return [...tokens.values()];
}

async function report(path, legend) {
  const text = readFileSync(join(root, path), "utf8");
  const lines = text.split("\n");
  const textDocument = { uri: uriOf(path) };
  server.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId: "go", version: 1, text } });
  const tokens = await tokensOf(textDocument, lines.length, legend);
  if (tokens === null) {
    return;
  }
  // Links in comments are told as names.
  const inComment = (line) => lines[line].trimStart().startsWith("//");
  const names = tokens.filter(({ type, line }) => !NO_NAMES.has(type) && !inComment(line));
  const occurrences = new Array(names.length);
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const at = next;
      next += 1;
      const { line, character, length, type, modifiers } = names[at];
      const name = lines[line].slice(character, character + length);
      // A type before a bracket is a conversion.
      const call = lines[line].startsWith("(", character + length) && !type.startsWith("type");
      const flags = modifiers.includes("definition") ? DECLARATION : call ? CALL : 0;
      occurrences[at] = [line + 1, character, name, flags, await targetsOf(path, line, character)];
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say({ path, occurrences });
}

const legend = await start();
for (const path of files) {
  await report(path, legend);
}
await server.request("shutdown", null);
server.notify("exit", null);
await server.ended;
