// The declarations of TypeScript and JavaScript, those in scripts of Svelte, Vue and Astro too, with their lines. argv: the folder of tools,
// a file that lists absolute paths. stdout: a line of JSON for each file: {path, symbols: [[name, line, kind, inFunction, first, last]]},
// lines 1-based, kinds ours; symbols is null for what the compiler cannot read.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const load = createRequire(join(tools, "node/package.json"));
const ts = load("typescript");
const K = ts.SyntaxKind;

const KINDS = new Map([
  [K.ClassDeclaration, "class"],
  [K.InterfaceDeclaration, "interface"],
  [K.EnumDeclaration, "enum"],
  [K.TypeAliasDeclaration, "type"],
  [K.ModuleDeclaration, "module"],
  [K.FunctionDeclaration, "function"],
  [K.MethodDeclaration, "method"],
  [K.MethodSignature, "method"],
  [K.GetAccessor, "method"],
  [K.SetAccessor, "method"],
  [K.Constructor, "method"],
  [K.PropertyDeclaration, "variable"],
]);
/** `const { a } = require("b")` imports. */
const isImport = (node) => node !== undefined && ts.isCallExpression(node) && node.expression.getText() === "require";
const isFunction = (node) => node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

function read(path, text, symbols) {
  const kind = /\.(jsx|tsx)$/.test(path)
    ? ts.ScriptKind.TSX
    : /\.[cm]?js$|script-(node|bun)/.test(path)
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const source = ts.createSourceFile("a", text, ts.ScriptTarget.Latest, true, kind);
  if (source.parseDiagnostics.length > 0) {
    return false;
  }
  const lineAt = (offset) => source.getLineAndCharacterOfPosition(offset).line + 1;
  const add = (name, node, kind, whole, inFunction) =>
    symbols.push([
      name,
      lineAt(node.getStart(source)),
      kind,
      inFunction,
      lineAt(whole.getStart(source)),
      lineAt(whole.getEnd()),
    ]);
  /** Each name of a pattern, with its own lines. */
  const addPattern = (pattern, inFunction) => {
    for (const element of pattern.elements) {
      if (element.name !== undefined) {
        if (ts.isIdentifier(element.name)) {
          add(element.name.text, element.name, "variable", element, inFunction);
        } else {
          addPattern(element.name, inFunction);
        }
      }
    }
  };
  /** Whether it goes on with what stands before it. */
  const isOverloaded = (node) => {
    const siblings = node.parent.members ?? node.parent.statements ?? [];
    const before = siblings[siblings.indexOf(node) - 1];
    return (
      before !== undefined &&
      before.kind === node.kind &&
      (ts.isMethodDeclaration(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isConstructorDeclaration(node) ||
        ts.isMethodSignature(node)) &&
      before.body === undefined &&
      before.name?.text === node.name?.text
    );
  };
  const getterOf = ({ name, parent }) =>
    (parent.members ?? parent.properties).find((one) => ts.isGetAccessor(one) && one.name.text === name.text);
  const setterOf = ({ name, parent }) =>
    (parent.members ?? parent.properties).find((one) => ts.isSetAccessor(one) && one.name.text === name.text);
  const walk = (node, inFunction) => {
    const kind = KINDS.get(node.kind);
    if (kind !== undefined) {
      const before = symbols.at(-1);
      if (isOverloaded(node)) {
        // The first of its overloads begins it, and the last one, which may have the body, ends it.
        if (before[0] === (node.name?.text ?? "constructor")) {
          before[5] = lineAt(node.getEnd());
        }
      } else if (ts.isConstructorDeclaration(node)) {
        add("constructor", node, kind, node, inFunction);
      } else if (ts.isSetAccessor(node) && getterOf(node) !== undefined) {
        // A setter beside its getter is one definition with it.
      } else if (node.name === undefined) {
        add("default", node, kind, node, inFunction);
      } else {
        const isMethod = ts.isPropertyDeclaration(node) && isFunction(node.initializer);
        const own = isMethod ? "method" : kind;
        add(node.name.text ?? node.name.getText(source), node.name, own, node, inFunction);
        const setter = ts.isGetAccessor(node) ? setterOf(node) : undefined;
        if (setter !== undefined) {
          symbols.at(-1)[5] = lineAt(setter.getEnd());
        }
      }
    }
    const isMethodOfObject =
      ts.isPropertyAssignment(node) && isFunction(node.initializer) && node.name.text !== undefined;
    // `$: total = a + b` of Svelte declares what it assigns.
    const assigned = ts.isLabeledStatement(node) && node.label.text === "$" ? node.statement.expression : undefined;
    const left = assigned?.expression?.left ?? assigned?.left;
    for (const name of left?.elements ??
      left?.properties?.map(({ name, initializer }) => initializer?.left ?? initializer ?? name) ??
      (left === undefined ? [] : [left])) {
      const isValue = assigned.expression !== undefined || !isFunction(assigned.right);
      if (symbols.some(([known]) => known === name.getText(source))) {
        continue;
      }
      add(name.getText(source), name, isValue ? "variable" : "function", left === name ? node : name, inFunction);
    }
    if (isMethodOfObject) {
      add(node.name.text, node.name, "method", node, inFunction);
    }
    if (ts.isVariableStatement(node)) {
      const { declarations } = node.declarationList;
      for (const one of declarations.filter(({ initializer }) => !isImport(initializer))) {
        const whole = declarations.length === 1 ? node : one;
        if (ts.isIdentifier(one.name)) {
          const kind = isFunction(one.initializer)
            ? "function"
            : one.initializer?.kind === K.ClassExpression
              ? "class"
              : "variable";
          add(one.name.text, one.name, kind, whole, inFunction);
        } else {
          addPattern(one.name, inFunction);
        }
      }
    }
    const isBody = ts.isFunctionLike(node) && node.body !== undefined;
    ts.forEachChild(node, (child) => walk(child, inFunction || isBody || ts.isClassStaticBlockDeclaration(node)));
  };
  walk(source, false);
  return true;
}

/** The snippets of Svelte, which scripts call like functions. */
function addSnippets(text, node, symbols) {
  const lineAt = (offset) => text.slice(0, offset).split("\n").length;
  if (node?.type === "SnippetBlock") {
    const { name, start } = node.expression;
    symbols.push([name, lineAt(start), "function", false, lineAt(node.start), lineAt(node.end)]);
  }
  for (const value of Object.values(node ?? {})) {
    if (value instanceof Object) {
      addSnippets(text, value, symbols);
    }
  }
}

/** The text with all but its scripts as blanks: lines and columns stay. */
async function scriptsOf(path, text, symbols) {
  const ranges = [];
  if (path.endsWith(".svelte")) {
    const { parse } = load("svelte/compiler");
    const { fragment, instance, module } = parse(text, { modern: true });
    addSnippets(text, fragment, symbols);
    ranges.push(...[instance, module].filter(Boolean).map(({ content }) => [content.start, content.end]));
  } else if (path.endsWith(".vue")) {
    const { descriptor } = load("@vue/compiler-sfc").parse(text);
    const blocks = [descriptor.script, descriptor.scriptSetup].filter(Boolean);
    ranges.push(...blocks.map(({ loc }) => [loc.start.offset, loc.end.offset]));
  } else if (path.endsWith(".astro")) {
    const { parse } = await import(load.resolve("@astrojs/compiler"));
    const { ast } = await parse(text, { position: true });
    const bytes = Buffer.from(text);
    const visit = (node) => {
      const [child] = node.children ?? [];
      if (node.type === "frontmatter") {
        const start = text.indexOf("---") + 3;
        ranges.push([start, start + node.value.length]);
      } else if (node.name === "script" && child !== undefined) {
        const start = bytes.subarray(0, child.position.start.offset).toString().length;
        ranges.push([start, start + child.value.length]);
      } else {
        node.children?.forEach(visit);
      }
    };
    ast.children.forEach(visit);
  } else {
    return text;
  }
  const blank = (part) => part.replace(/[^\n]/g, " ");
  let [made, at] = ["", 0];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    made += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return made + blank(text.slice(at));
}

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const symbols = [];
  let isRead = false;
  try {
    isRead = read(path, await scriptsOf(path, readFileSync(path, "utf8"), symbols), symbols);
  } catch (problem) {
    process.stderr.write(`${path}: ${problem.message}\n`);
  }
  process.stdout.write(`${JSON.stringify({ path, symbols: isRead ? symbols : null })}\n`);
}
