// The document symbols of gopls. argv, stdout: as typescript.mjs; argv[4] is the folder of the project.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { startLanguageServer } from "../../../authorities/lsp-client.mjs";

const [, , tools, list, root] = process.argv;
const KINDS = {
  6: "method",
  8: "field",
  12: "function",
  13: "variable",
  14: "constant",
  11: "interface",
  23: "struct",
};
const server = startLanguageServer(join(tools, "gopls/gopls"), ["serve"], {
  cwd: root,
  env: { ...process.env, GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" },
});
await server.request("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(root).href,
  capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
});
server.notify("initialized", {});
for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const uri = pathToFileURL(path).href;
  const text = readFileSync(path, "utf8");
  server.notify("textDocument/didOpen", { textDocument: { uri, languageId: "go", version: 1, text } });
  const symbols = [];
  const visit = (symbol) => {
    // A method is told as `(*Server[T]).Start`.
    const name = symbol.name.replace(/^\(.*\)\./, "");
    symbols.push([name, symbol.selectionRange.start.line + 1, KINDS[symbol.kind] ?? "type", false]);
    (symbol.children ?? []).forEach(visit);
  };
  const told = await server.request("textDocument/documentSymbol", { textDocument: { uri } });
  (told ?? []).forEach(visit);
  server.notify("textDocument/didClose", { textDocument: { uri } });
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
await server.request("shutdown", null);
server.notify("exit", null);
await server.ended;
