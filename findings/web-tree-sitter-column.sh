#!/usr/bin/env bash
# web-tree-sitter 0.27.1: where the scanner of a grammar asks in which column it is (lexer->get_column), the text is read again from the
# caller, a piece at a time through JavaScript. Of 94 KB of Haskell (tree-sitter-haskell 0.23.1, whose scanner asks) the text is handed over
# more than a hundred times; of 100 KB of Python (tree-sitter-python 0.25.0, whose scanner counts for itself) less than twice. So a scanner
# that asks at each token costs most of the time of parsing, which natively nobody sees. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-tree-sitter@0.27.1 tree-sitter-haskell@0.23.1 tree-sitter-python@0.25.0 >/dev/null
grep -c get_column node_modules/tree-sitter-{haskell,python}/src/scanner.c || true
cat >run.mjs <<'JS'
import { Language, Parser } from "web-tree-sitter";
await Parser.init();
const functions = (text) => Array.from({ length: 2000 }, (_, n) => text(n)).join("\n");
const sources = {
  haskell: functions((n) => `f${n} x = do\n  let y = x + ${n}\n  pure (y * 2)\n`),
  python: functions((n) => `def f${n}(x):\n    y = x + ${n}\n    return (y * 2)\n`),
};
const times = {};
for (const [name, text] of Object.entries(sources)) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(`node_modules/tree-sitter-${name}/tree-sitter-${name}.wasm`));
  let [calls, characters] = [0, 0];
  const { rootNode } = parser.parse((index) => {
    const piece = text.slice(index, index + 5120);
    calls += 1;
    characters += piece.length;
    return piece;
  });
  times[name] = characters / text.length;
  console.log(`${name}: ${text.length} characters, error ${rootNode.hasError}; asked for a piece ${calls} times, the whole text ${times[name].toFixed(1)} times`);
}
process.exitCode = times.haskell > 50 && times.python < 5 ? 0 : 1;
JS
node run.mjs
