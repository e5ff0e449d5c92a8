#!/usr/bin/env bash
# tree-sitter-go 0.25 (in @vscode/tree-sitter-wasm 0.3.1) reads a call with one type argument, f[int](1), as the conversion of 1 to a type
# f[int]; 0.23 (in @cursorless/tree-sitter-wasms 0.7.0) reads it as a call. Who collects calls by their node type loses those to generic
# functions with the newer grammar. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-tree-sitter@0.27.1 @cursorless/tree-sitter-wasms@0.7.0 @vscode/tree-sitter-wasm@0.3.1 >/dev/null
cat >run.mjs <<'JS'
import { Language, Parser } from "web-tree-sitter";
await Parser.init();
const text = "package a\n\nfunc f[T any](x T) T { return x }\n\nvar b = f[int](1)\n";
const seen = [];
for (const folder of ["@cursorless/tree-sitter-wasms/out", "@vscode/tree-sitter-wasm/wasm"]) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(`node_modules/${folder}/tree-sitter-go.wasm`));
  const { rootNode } = parser.parse(text);
  const node = rootNode.descendantsOfType(["call_expression", "type_conversion_expression"])[0];
  seen.push(node?.type ?? "neither");
  console.log(`${folder}: f[int](1) is a ${seen.at(-1)}`);
}
process.exitCode = seen.join() === "call_expression,type_conversion_expression" ? 0 : 1;
JS
node run.mjs
