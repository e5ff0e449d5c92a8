#!/usr/bin/env bash
# tree-sitter-html compares the names of tags without case, as HTML has it. Components of Svelte, Vue and Astro are told from tags by their
# capital, so <Input><b>a</b></Input>, valid there, is an error: input has no content. The grammar of
# Vue that was made from it (@repomix/tree-sitter-wasms 0.1.17) does the same. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts web-tree-sitter@0.27.1 @cursorless/tree-sitter-wasms@0.7.0 @repomix/tree-sitter-wasms@0.1.17 @vue/compiler-sfc@3.5.24 >/dev/null
cat >run.mjs <<'JS'
import { parse } from "@vue/compiler-sfc";
import { Language, Parser } from "web-tree-sitter";
await Parser.init();
const page = (tag) => `<template>\n<${tag}><b>a</b></${tag}>\n</template>\n`;
const seen = [];
for (const [name, file] of [
  ["HTML", "@cursorless/tree-sitter-wasms/out/tree-sitter-html.wasm"],
  ["Vue", "@repomix/tree-sitter-wasms/out/tree-sitter-vue.wasm"],
]) {
  const parser = new Parser();
  parser.setLanguage(await Language.load(`node_modules/${file}`));
  for (const tag of ["Input", "Panel"]) {
    const { rootNode } = parser.parse(page(tag));
    const ends = rootNode.descendantsOfType("erroneous_end_tag").length;
    seen.push(rootNode.hasError || ends > 0 ? "error" : "read");
    console.log(`${name}: <${tag}><b>a</b></${tag}> ${seen.at(-1)}; Vue's compiler: ${parse(page(tag)).errors.length} errors`);
  }
}
process.exitCode = seen.join() === "error,read,error,read" ? 0 : 1;
JS
node run.mjs
