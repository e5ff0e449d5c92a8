// The rules of style sheets by PostCSS, its parser of SCSS and that of Less. argv, stdout: as typescript.mjs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const load = createRequire(join(tools, "node/package.json"));
const parsers = { css: load("postcss").parse, scss: load("postcss-scss").parse, less: load("postcss-less").parse };

/** At-rules that define nothing: they bring something in, or run or use something. */
const IMPORTS = /^(?:import|charset|namespace|use|forward)$/;
const STATEMENTS = /^(?:if|else|while|for|each|include|return|extend|content|debug|warn|error)$/;

function symbolsOf(root, language) {
  const found = [];
  const add = (name, kind, { source }) =>
    found.push([fold(name), source.start.line, kind, false, source.start.line, source.end.line]);
  const visit = (node, depth) => {
    const hasBlock = node.nodes !== undefined;
    if (node.type === "rule") {
      // The steps of an animation are no rules.
      if (!/^(?:-\w+-)?keyframes$/.test(node.parent.name)) add(node.selector, "data", node);
    } else if (node.type === "decl" && node.isNested) {
      add(`${node.prop}: ${node.value}`, "data", node);
    } else if (node.type === "decl" || node.variable) {
      const name = node.prop ?? `@${node.name}`;
      // A set of declarations is a rule that has a variable's name.
      if (hasBlock || (depth === 0 && /^[$@]/.test(name))) add(name, hasBlock ? "data" : "variable", node);
    } else if (node.type === "atrule" && language === "scss" && /^(?:mixin|function)$/.test(node.name)) {
      add(/^[-\w]+/.exec(node.params)[0], "function", node);
    } else if (node.type === "atrule" && !isStatement(node, language) && (depth === 0 || hasBlock)) {
      add(`@${node.name}${node.raws.afterName ?? " "}${node.params}`, "data", node);
    }
    for (const child of node.nodes ?? []) {
      visit(child, isStatement(node, language) ? depth : depth + 1);
    }
  };
  for (const node of root.nodes) {
    visit(node, 0);
  }
  return found;
}

const isStatement = ({ name, mixin, function: isCall }, language) =>
  mixin || isCall || IMPORTS.test(name) || (language === "scss" && STATEMENTS.test(name));
/** On one line. */
const fold = (name) => name.replace(/\s+/g, " ").trim();

/** Behind a comment on one line, the parser of Less counts lines wrongly. */
const withoutLineComments = (text) =>
  text.replace(/("[^"\n]*"|'[^'\n]*'|\burl\([^)]*\)|\/\*[\s\S]*?\*\/)|\/\/[^\n]*/g, "$1");

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const language = path.slice(path.lastIndexOf(".") + 1);
  let symbols = null;
  try {
    const text = readFileSync(path, "utf8");
    const root = (parsers[language] ?? parsers.css)(language === "less" ? withoutLineComments(text) : text);
    symbols = symbolsOf(root, language);
  } catch (error) {
    if (error.name !== "CssSyntaxError") throw error;
  }
  process.stdout.write(`${JSON.stringify({ path, symbols })}\n`);
}
