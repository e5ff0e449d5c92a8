// What TypeScript's language service and its checker say implements or extends classes and interfaces of a project, and their methods.
// stdin: {root, admitted, tools, seed, most}; stdout: {sites: [{path, line, name, kind, found: [[path, line]], members, other}]}: `other`
// counts what is no class, interface or member of one, such as an object that is given as an interface; members: declared names.
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";
import { drawn } from "./drawn.mjs";

const { root, admitted, tools, seed, most } = JSON.parse(await textOf(process.stdin));
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");
const paths = admitted.filter((path) => /\.tsx?$/.test(path));
const names = paths.map((path) => join(root, path));
const config = admitted.includes("tsconfig.json")
  ? ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config
  : {};
const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
const settings = {
  ...options,
  noEmit: true,
  skipLibCheck: true,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
};
const texts = new Map();
const service = ts.createLanguageService({
  getCompilationSettings: () => settings,
  getScriptFileNames: () => names,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    if (!texts.has(name)) {
      const text = ts.sys.readFile(name);
      texts.set(name, text === undefined ? undefined : ts.ScriptSnapshot.fromString(text));
    }
    return texts.get(name);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (asked) => ts.getDefaultLibFilePath(asked),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
});
const program = service.getProgram();
const isType = (node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);
const lineOf = (file, position) => file.getLineAndCharacterOfPosition(position).line + 1;

/** Outermost classes and interfaces, and their methods. */
const declared = [];
for (const path of paths) {
  const file = program.getSourceFile(join(root, path));
  for (const node of file?.statements ?? []) {
    if (isType(node) && node.name !== undefined) {
      declared.push({ path, file, node, kind: "type" });
      for (const member of node.members) {
        const isStatic =
          (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Static | ts.ModifierFlags.Private)) !== 0;
        const isMethod = ts.isMethodDeclaration(member) || ts.isMethodSignature(member);
        if (isMethod && !isStatic && ts.isIdentifier(member.name)) {
          declared.push({ path, file, node: member, kind: "method" });
        }
      }
    }
  }
}

/** The declaration that a span is of: its name, or all of it. */
function declarationAt({ fileName, textSpan }) {
  const file = program.getSourceFile(fileName);
  let found = null;
  const visit = (node) => {
    if (node.getStart(file) <= textSpan.start && node.end >= textSpan.start + textSpan.length) {
      if (
        ts.isClassLike(node) ||
        ts.isInterfaceDeclaration(node) ||
        (node.parent &&
          (ts.isClassLike(node.parent) || ts.isInterfaceDeclaration(node.parent)) &&
          node.parent.members.includes(node))
      ) {
        if (node.name !== undefined && node.name.getStart(file) === textSpan.start) {
          found = { place: [relative(root, fileName), lineOf(file, node.name.getStart(file))], parent: node.parent };
        }
      }
      ts.forEachChild(node, visit);
    }
  };
  visit(file);
  return found;
}

/** Names of what is declared in it, as they are written; a constructor's parameters that are properties among them. */
function membersOf({ members }) {
  return members.flatMap((one) => {
    if (ts.isConstructorDeclaration(one)) {
      const properties = one.parameters.filter((each) => ts.isParameterPropertyDeclaration(each, one));
      return ["constructor", ...properties.map((each) => each.name.getText())];
    }
    const { name } = one;
    return name === undefined ? [] : [ts.isStringLiteral(name) ? name.text : name.getText()];
  });
}

/**
 * Named classes and interfaces by what their `extends` and `implements` clauses name, as the checker resolves them. The service
 * alone leaves out declarations in `.d.ts` files and what names the type through a re-export.
 */
const checker = program.getTypeChecker();
const subtypes = new Map();
const visitSubtypes = (node) => {
  if ((ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) && node.name !== undefined) {
    for (const type of (node.heritageClauses ?? []).flatMap((clause) => [...clause.types])) {
      const { symbol } = checker.getTypeAtLocation(type);
      if (symbol !== undefined) {
        subtypes.set(symbol, [...(subtypes.get(symbol) ?? []), node]);
      }
    }
  }
  ts.forEachChild(node, visitSubtypes);
};
for (const path of paths) {
  visitSubtypes(program.getSourceFile(join(root, path)));
}

/** All declarations below a type, directly or not. */
function below(type) {
  const seen = new Set();
  const visit = (node) => {
    for (const one of subtypes.get(checker.getSymbolAtLocation(node.name)) ?? []) {
      if (!seen.has(one)) {
        seen.add(one);
        visit(one);
      }
    }
  };
  visit(type);
  return [...seen];
}

/** Paths and lines of what the checker says is below a type, or has a method of this name there. */
function declaredBelow({ node, kind }) {
  const { text } = node.name;
  const all = below(kind === "type" ? node : node.parent);
  const named = kind === "type" ? all : all.flatMap(({ members }) => members.filter((one) => one.name?.text === text));
  return named.map((one) => {
    const file = one.getSourceFile();
    return [relative(root, file.fileName), lineOf(file, one.name.getStart(file))];
  });
}

function siteOf({ path, file, node, kind }) {
  const line = lineOf(file, node.name.getStart(file));
  const said = service.getImplementationAtPosition(join(root, path), node.name.getStart(file)) ?? [];
  const places = said.map(declarationAt);
  const own = `${path}:${line}`;
  // Overloads of one method are one method.
  const isOverload = ({ place, parent }) => kind === "method" && place[0] === path && parent.pos === node.parent.pos;
  const others = places.filter((one) => one !== null && !isOverload(one));
  const all = new Map(
    [...others.map(({ place }) => place), ...declaredBelow({ node, kind })].map((place) => [place.join(":"), place]),
  );
  all.delete(own);
  const found = [...all.values()].filter(([place]) => admitted.includes(place));
  const names = kind === "type" ? membersOf(node) : null;
  return {
    path,
    line,
    name: node.name.text,
    kind,
    found,
    members: names,
    other: places.filter((place) => place === null).length,
  };
}

const sites = drawn(declared, seed, most).map(siteOf);
process.stdout.write(JSON.stringify({ sites }));
