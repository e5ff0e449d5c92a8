// What TypeScript's language service and its checker say implements or extends classes and interfaces of a project, and their methods.
// stdin: {root, admitted, tools, seed, most}; stdout: {sites: [{path, line, name, kind, found: [[path, line]], members, other}]}: `other`
// counts what is no class, interface or member of one, such as an object that is given as an interface; members: declared names.
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { text as textOf } from "node:stream/consumers";
import { drawn } from "./drawn.mjs";

const { root, admitted, tools, seed, most } = JSON.parse(await textOf(process.stdin));
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");
const paths = admitted.filter((path) => /\.tsx?$/.test(path));

const isType = (node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);
const lineOf = (file, position) => file.getLineAndCharacterOfPosition(position).line + 1;

/** Outermost classes and interfaces, and their methods: `at` is where the name starts. */
function declaredIn(path) {
  const file = ts.createSourceFile(path, ts.sys.readFile(join(root, path)) ?? "", ts.ScriptTarget.Latest, true);
  const of = (node, kind) => ({ path, kind, at: node.name.getStart(file) });
  return file.statements
    .filter((node) => isType(node) && node.name !== undefined)
    .flatMap((node) => [of(node, "type"), ...node.members.filter(isMethod).map((member) => of(member, "method"))]);
}

function isMethod(member) {
  const isHidden = (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Static | ts.ModifierFlags.Private)) !== 0;
  return (ts.isMethodDeclaration(member) || ts.isMethodSignature(member)) && !isHidden && ts.isIdentifier(member.name);
}

/** The service for the files that a configuration names. */
function openService(names, options) {
  const texts = new Map();
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
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
  return { service, program: service.getProgram() };
}

/** Settings and files of a configuration; files that are not searched are left out. */
function configured(path) {
  const file = join(root, path);
  const { config = {} } = ts.readConfigFile(file, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), {}, file);
  const names = fileNames.filter((name) => admitted.includes(relative(root, name)));
  return { names, options: { ...options, noEmit: true, skipLibCheck: true } };
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

/** The innermost node of a file that has its name at this position. */
function namedAt(file, position) {
  let found = null;
  const visit = (node) => {
    if (node.getStart(file) <= position && position < node.end) {
      found = node.name?.getStart(file) === position ? node : found;
      ts.forEachChild(node, visit);
    }
  };
  visit(file);
  return found;
}

/** The named class, interface or member of one that a span is the name of. */
function declarationAt(program, { fileName, textSpan }) {
  const file = program.getSourceFile(fileName);
  const node = namedAt(file, textSpan.start);
  const isOfType = (one) => ts.isClassLike(one) || ts.isInterfaceDeclaration(one);
  return node !== null && (isOfType(node) || isOfType(node.parent)) ? node : null;
}

/**
 * Named classes and interfaces by the type that their `extends` and `implements` clauses name, as the checker resolves them. The
 * service alone leaves out declarations in `.d.ts` files.
 */
function subtypesIn(program, checker) {
  const subtypes = new Map();
  const visit = (node) => {
    if ((ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) && node.name !== undefined) {
      for (const type of (node.heritageClauses ?? []).flatMap((clause) => [...clause.types])) {
        const { symbol } = checker.getTypeAtLocation(type);
        subtypes.set(symbol, [...(subtypes.get(symbol) ?? []), node]);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const path of paths) {
    const file = program.getSourceFile(join(root, path));
    if (file !== undefined) {
      visit(file);
    }
  }
  subtypes.delete(undefined);
  return subtypes;
}

/** All declarations below a type, directly or not. */
function below(type, subtypes, checker) {
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

function ask({ path, kind, at }, { service, program }, checker, subtypes) {
  const file = program.getSourceFile(join(root, path));
  const node = namedAt(file, at);
  const said = (service.getImplementationAtPosition(file.fileName, at) ?? []).map((one) => declarationAt(program, one));
  const types = below(kind === "type" ? node : node.parent, subtypes, checker);
  const named = (one) => one.members.filter((member) => member.name?.text === node.name.text);
  const declared = kind === "type" ? types : types.flatMap(named);
  // Overloads of one method are one method.
  const isOwn = (one) => one === node || (kind === "method" && one.parent === node.parent);
  const found = [...said, ...declared].filter((one) => one !== null && !isOwn(one));
  const places = found.map((one) => {
    const source = one.getSourceFile();
    return [relative(root, source.fileName), lineOf(source, one.name.getStart(source))];
  });
  return {
    line: lineOf(file, at),
    name: node.name.text,
    places,
    members: kind === "type" ? membersOf(node) : null,
    other: said.filter((one) => one === null).length,
  };
}

function askAll(opened, about) {
  const checker = opened.program.getTypeChecker();
  const subtypes = about.length === 0 ? new Map() : subtypesIn(opened.program, checker);
  for (const { site, answers } of about) {
    answers.push(ask(site, opened, checker, subtypes));
  }
}

const drawnSites = drawn(paths.flatMap(declaredIn), seed, most).map((site) => ({ site, answers: [] }));
const configs = admitted.filter((path) => /(^|\/)tsconfig\.json$/.test(path)).map(configured);
for (const { names, options } of configs.filter((one) => one.names.length > 0)) {
  const opened = openService(names, options);
  askAll(
    opened,
    drawnSites.filter(({ site }) => opened.program.getSourceFile(join(root, site.path)) !== undefined),
  );
}
// What no configuration leads to is asked about among all files.
const rest = drawnSites.filter(({ answers }) => answers.length === 0);
if (rest.length > 0) {
  const names = paths.map((path) => join(root, path));
  askAll(openService(names, configs[0]?.options ?? {}), rest);
}

const sites = drawnSites.map(({ site: { path, kind }, answers }) => {
  const [{ line, name, members }] = answers;
  const all = new Map(answers.flatMap(({ places }) => places).map((place) => [place.join(":"), place]));
  all.delete(`${path}:${line}`);
  const found = [...all.values()].filter(([place]) => admitted.includes(place));
  return { path, line, name, kind, found, members, other: Math.max(...answers.map((one) => one.other)) };
});
process.stdout.write(JSON.stringify({ sites }));
