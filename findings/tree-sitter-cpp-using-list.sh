#!/bin/sh
# tree-sitter-cpp knows one name in a using-declaration. Of the list that C++17 allows, `using a::b, c::d;`, it makes one path that begins
# with `a` and ends with `d`, with an error inside; which of the names is in the error depends on the spelling. g++ takes the text.
# So whoever takes the imported name from the tree gets the last one under the first one's scope, and no other.
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
parser.setLanguage(await Language.load(require.resolve("@cursorless/tree-sitter-wasms/out/tree-sitter-cpp.wasm")));
let changed = 0;
for (const [text, seen] of [
  ["using a::b;", "a::b; error: no"],
  ["using a::b, c::d;", "a::b, c::d; error: yes"],
  ["using std::cin, std::cout;", "std::cin, std::cout; error: yes"],
]) {
  const using = parser.parse(`${text}\n`).rootNode.descendantsOfType("using_declaration")[0];
  const paths = using.namedChildren.filter(({ type }) => type === "qualified_identifier").map((path) => path.text);
  const found = `${paths.join(" | ")}; error: ${using.hasError ? "yes" : "no"}`;
  console.log(`${text} is ${using.namedChildren.length} path: ${found}`);
  changed += found === seen ? 0 : 1;
}
process.exit(changed === 0 ? 0 : 1);
EOF
node read.mjs
