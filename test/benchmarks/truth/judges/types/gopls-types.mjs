// What gopls says implements interfaces of a Go project, which interfaces its types implement, and the same of their methods.
// stdin: {root, admitted, tools, seed, most}; stdout: {sites}, as typescript-types.mjs has them. Nothing is downloaded.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startLanguageServer } from "../../../authorities/lsp-client.mjs";
import { drawn } from "./drawn.mjs";

const { root, admitted, tools, seed, most } = JSON.parse(await textOf(process.stdin));
const INTERFACE = 11;
const STRUCT = 23;
const CLASS = 5;
const METHOD = 6;
const FIELD = 8;
const uriOf = (path) => pathToFileURL(join(root, path)).href;
const server = startLanguageServer(join(tools, "gopls/gopls"), ["serve"], {
  cwd: root,
  env: { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" },
});
await server.request("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(root).href,
  workspaceFolders: [{ uri: pathToFileURL(root).href, name: "project" }],
  capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
});
server.notify("initialized", {});

// gopls reads the module of the project's own folder: others are projects of their own.
const nested = admitted.filter((path) => path.endsWith("/go.mod")).map((path) => path.slice(0, -"go.mod".length));
const isNested = (path) => nested.some((folder) => path.startsWith(folder));
const declared = [];
const methodsOf = new Map();
for (const path of admitted.filter((one) => one.endsWith(".go") && !isNested(one))) {
  const textDocument = { uri: uriOf(path) };
  const text = readFileSync(join(root, path), "utf8");
  server.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId: "go", version: 1, text } });
  const symbols = (await server.request("textDocument/documentSymbol", { textDocument }).catch(() => null)) ?? [];
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  for (const symbol of symbols) {
    const [, owner, method] = /^\(\*?(\w+).*?\)\.(\w+)$/.exec(symbol.name) ?? [];
    if (symbol.kind === METHOD && owner !== undefined) {
      declared.push({ path, symbol, name: method, kind: "method" });
      methodsOf.set(`${folder}${owner}`, [...(methodsOf.get(`${folder}${owner}`) ?? []), method]);
    } else if ([INTERFACE, STRUCT, CLASS].includes(symbol.kind)) {
      declared.push({ path, symbol, name: symbol.name, kind: "type", isInterface: symbol.kind === INTERFACE, folder });
      for (const child of symbol.kind === INTERFACE ? (symbol.children ?? []) : []) {
        if (child.kind === METHOD) {
          declared.push({ path, symbol: child, name: child.name, kind: "method" });
        }
      }
    }
  }
}

async function siteOf({ path, symbol, name, kind, folder }) {
  const { start, end } = symbol.selectionRange;
  const textDocument = { uri: uriOf(path) };
  // Of a method the range begins at its receiver.
  const position = kind === "method" ? { line: end.line, character: end.character - 1 } : start;
  const said = await server.request("textDocument/implementation", { textDocument, position }).catch(() => undefined);
  const places = (said ?? []).map(({ uri, range }) => [relative(root, fileURLToPath(uri)), range.start.line + 1]);
  const own =
    kind === "type"
      ? (symbol.children ?? [])
          .filter((one) => one.kind === METHOD || (one.kind === FIELD && symbol.kind !== INTERFACE))
          .map((one) => one.name)
      : null;
  return {
    path,
    line: end.line + 1,
    name,
    kind,
    found: places.filter(([file]) => admitted.includes(file)),
    members: own === null ? null : [...own, ...(methodsOf.get(`${folder}${name}`) ?? [])],
    other: places.filter(([file]) => !admitted.includes(file)).length,
    unknown: said === undefined,
  };
}

const sites = [];
for (const one of drawn(declared, seed, most)) {
  sites.push(await siteOf(one));
}
process.stdout.write(JSON.stringify({ sites, nested }));
server.notify("exit", null);
process.exit(0);
