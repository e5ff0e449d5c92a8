#!/bin/sh
# tree-sitter-swift reads a member behind + - * / % as the member of the whole operation: `1 + item.size()` becomes `(1 + item).size()`.
# Swift's postfix expressions bind first (The Swift Programming Language, "Expressions"). Other operators (&&, ==, ??, .., |, <) are read rightly.
# So whoever takes the receiver of such a call from the tree asks a sum for its members, and finds no use of `size`.
# Exits 1 if the grammar reads it otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --ignore-scripts --no-audit --no-fund web-tree-sitter@0.27.1 @cursorless/tree-sitter-wasms@0.7.0
cat > read.mjs <<'EOF'
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";
const require = createRequire(import.meta.url);
const manifest = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
for (const name of ["web-tree-sitter", "@cursorless/tree-sitter-wasms"]) console.log(name, manifest(name).version);
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(require.resolve("@cursorless/tree-sitter-wasms/out/tree-sitter-swift.wasm")));
const receiverOf = (text) => {
  const tree = parser.parse(text);
  if (tree.rootNode.hasError) throw new Error(`${text} is not read`);
  const member = tree.rootNode.descendantsOfType("navigation_expression")[0];
  return member.childForFieldName("target").text;
};
let changed = 0;
for (const [text, seen] of [
  ["let a = 1 + item.size()\n", "1 + item"],
  ["let a = 2 * item.size\n", "2 * item"],
  ["let a = b - item.size()\n", "b - item"],
  ["let a = b ?? item.size()\n", "item"],
  ["let a = b == item.size()\n", "item"],
]) {
  const receiver = receiverOf(text);
  console.log(`${JSON.stringify(text)}: the receiver of size is ${JSON.stringify(receiver)}`);
  changed += receiver === seen ? 0 : 1;
}
process.exit(changed === 0 ? 0 : 1);
EOF
node read.mjs
