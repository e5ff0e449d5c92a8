#!/bin/sh
# tree-sitter-kotlin puts an accessor into its property where it stands on the property's line, and beside it, as the next part of the class,
# where it stands on a line of its own, as most code has it. To Kotlin both are one property (Kotlin grammar, propertyDeclaration).
# So whoever asks the property's node for its getter takes `val b: Int\n get() = 2` in an interface for one without a body.
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
parser.setLanguage(await Language.load(require.resolve("@cursorless/tree-sitter-wasms/out/tree-sitter-kotlin.wasm")));
let changed = 0;
for (const [text, seen] of [
  ["interface A {\n  val a: Int get() = 2\n}\n", "property_declaration"],
  ["interface A {\n  val b: Int\n    get() = 2\n}\n", "class_body"],
  ["class A {\n  var c: Int = 1\n    set(value) { field = value }\n}\n", "class_body"],
]) {
  const tree = parser.parse(text);
  if (tree.rootNode.hasError) throw new Error(`${text} is not read`);
  const accessor = tree.rootNode.descendantsOfType(["getter", "setter"])[0];
  console.log(`${JSON.stringify(text)}: ${accessor.type} in ${accessor.parent.type}`);
  changed += accessor.parent.type === seen ? 0 : 1;
}
process.exit(changed === 0 ? 0 : 1);
EOF
node read.mjs
