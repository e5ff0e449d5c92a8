#!/usr/bin/env bash
# The JSON grammar of @cursorless/tree-sitter-wasms 0.7.0 has no plus sign in an exponent: [1e+2], which RFC 8259 (section 6) allows and
# many programs write for large numbers, is an error to it; [1e-2] and [1e2] are none. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-tree-sitter@0.27.1 @cursorless/tree-sitter-wasms@0.7.0 >/dev/null
cat >run.mjs <<'JS'
import { Language, Parser } from "web-tree-sitter";
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load("node_modules/@cursorless/tree-sitter-wasms/out/tree-sitter-json.wasm"));
const seen = ["[1e+2]", "[1e-2]", "[1e2]"].map((text) => {
  JSON.parse(text);
  return `${text} ${parser.parse(text).rootNode.hasError ? "error" : "read"}`;
});
console.log(`@cursorless/tree-sitter-wasms 0.7.0, JSON: ${seen.join(", ")}`);
process.exitCode = seen.join() === "[1e+2] error,[1e-2] read,[1e2] read" ? 0 : 1;
JS
node run.mjs
