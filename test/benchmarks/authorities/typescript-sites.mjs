// What TypeScript's language service says of every identifier of a project, as lines of JSON that authority.ts reads. A
// program of its own: it runs with the `typescript` installed in the folder of tools, which this package does not know.
// stdin: {root, files, tools}; files are those to report on, and only what stands in an admitted file is the project's.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";

const { root, files, admitted, tools } = JSON.parse(readFileSync(0, "utf8"));
const ts = createRequire(join(tools, "package.json"))("typescript");
const inProject = new Set(admitted);
const wanted = new Set(files);
const DECLARATION = 1;
const CALL = 2;
const IMPORT = 4;
const EXTRA = 8;

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const pathOf = (file) => relative(root, file.fileName).replaceAll("\\", "/");

/** One service a configuration, those of the deepest folders first. */
function openServices() {
  const configs = admitted
    .filter((path) => /(^|\/)tsconfig\.json$/.test(path))
    .sort((a, b) => b.split("/").length - a.split("/").length || (a < b ? -1 : 1));
  return configs.map((path) => {
    const file = join(root, path);
    const { config } = ts.readConfigFile(file, ts.sys.readFile);
    const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, dirname(file), { noEmit: true }, file);
    const host = {
      getCompilationSettings: () => parsed.options,
      getScriptFileNames: () => parsed.fileNames,
      getScriptVersion: () => "1",
      getScriptSnapshot: (name) => {
        const text = ts.sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => dirname(file),
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    };
    const program = ts.createLanguageService(host, ts.createDocumentRegistry()).getProgram();
    return { program, names: new Set(program.getRootFileNames()) };
  });
}

const isFunction = (node) => ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node);

function isInside(node, holds) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (holds(at)) {
      return true;
    }
  }
  return false;
}

/** What a declaration is, in the words of the report. */
function kindOf(declaration) {
  const K = ts.SyntaxKind;
  const nested = isInside(declaration, isFunction);
  switch (declaration.kind) {
    case K.TypeParameter:
      return "local";
    case K.Parameter:
      return ts.isParameterPropertyDeclaration(declaration, declaration.parent) ? "field" : "local";
    case K.VariableDeclaration:
    case K.BindingElement:
      return isInside(declaration, (at) => isFunction(at) || ts.isBlock(at)) ? "local" : "variable";
    case K.FunctionDeclaration:
    case K.FunctionExpression:
      return nested ? "nested function" : "function";
    case K.ClassDeclaration:
    case K.ClassExpression:
      return nested ? "nested class" : "class";
    case K.InterfaceDeclaration:
      return "interface";
    case K.TypeAliasDeclaration:
      return "type";
    case K.EnumDeclaration:
      return "enum";
    case K.EnumMember:
      return "enum member";
    case K.ModuleDeclaration:
      return "namespace";
    default:
      return memberKindOf(declaration);
  }
}

function memberKindOf(declaration) {
  const { parent } = declaration;
  if (parent === undefined) {
    return "other";
  }
  if (ts.isObjectLiteralExpression(parent) || ts.isJsxAttributes(parent)) {
    return "literal's property";
  }
  if (ts.isTypeLiteralNode(parent)) {
    return ts.isTypeAliasDeclaration(parent.parent) ? "type's member" : "anonymous type's member";
  }
  if (ts.isInterfaceDeclaration(parent)) {
    return "interface's member";
  }
  if (ts.isClassLike(parent)) {
    return ts.isPropertyDeclaration(declaration) ? "field" : "method";
  }
  // `exports.a = …`, `f.a = …`
  return "assigned property";
}

/** By place: each service has nodes of its own for the same file. */
const numbers = new Map();

/** Its number; null where it is not the project's. */
function numberOf(symbol, checker) {
  const declarations = (symbol.declarations ?? []).filter((one) => inProject.has(pathOf(one.getSourceFile())));
  const named = declarations.filter((one) => {
    const name = ts.getNameOfDeclaration(one);
    // Of `declare module "vue"` the name is a text.
    return name !== undefined && !ts.isSourceFile(one) && !(ts.isModuleDeclaration(one) && ts.isStringLiteral(name));
  });
  const [first] = named;
  if (first === undefined) {
    return null;
  }
  const key = `${pathOf(first.getSourceFile())}:${first.getStart()}`;
  const known = numbers.get(key);
  if (known !== undefined) {
    return known;
  }
  const number = numbers.size;
  numbers.set(key, number);
  const places = named.map((one) => {
    const file = one.getSourceFile();
    return [pathOf(file), file.getLineAndCharacterOfPosition(ts.getNameOfDeclaration(one).getStart(file)).line + 1];
  });
  const name = ts.getNameOfDeclaration(first).getText();
  const supers = supersOf(symbol, named, checker);
  say({ symbol: number, name, path: [...around(first), name].join("."), kind: kindOf(first), places, supers });
  return number;
}

/** Names of what it is declared in, outermost first; a field that a constructor's parameter declares is in its class. */
function around(declaration) {
  const names = [];
  for (let at = declaration.parent; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    const name = ts.isConstructorDeclaration(at) ? undefined : ts.getNameOfDeclaration(at);
    if (name !== undefined) {
      names.unshift(name.getText());
    }
  }
  return names;
}

/** The members of that name in what its class or interface extends. */
function supersOf(symbol, declarations, checker) {
  const clauses = declarations.flatMap(({ parent }) =>
    parent !== undefined && (ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent))
      ? (parent.heritageClauses ?? [])
      : [],
  );
  return clauses
    .flatMap(({ types }) => types)
    .flatMap((type) => checker.getTypeAtLocation(type).getProperty(symbol.name) ?? [])
    .flatMap((property) => numberOf(property, checker) ?? []);
}

const resolved = (symbol, checker) =>
  symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;

/** Numbers of what it means, of each declared symbol where a union's parts have a member each; "foreign", or null. */
function targetsOf(symbol, checker) {
  if (symbol === undefined || checker.isUnknownSymbol(symbol)) {
    return null;
  }
  const parts = symbol.links?.containingType?.types?.flatMap((type) => type.getProperty?.(symbol.name) ?? []) ?? [];
  const found = [...new Set((parts.length > 0 ? parts : [symbol]).flatMap((one) => numberOf(one, checker) ?? []))];
  return found.length > 0 ? found : "foreign";
}

const namesDeclaration = (node) =>
  node.parent.name === node && !ts.isPropertyAccessExpression(node.parent) && !ts.isMetaProperty(node.parent);

function isCallee(node) {
  const { parent } = node;
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  const call = callee.parent;
  return (
    ((ts.isCallExpression(call) || ts.isNewExpression(call) || ts.isDecorator(call)) && call.expression === callee) ||
    (ts.isTaggedTemplateExpression(call) && call.tag === callee)
  );
}

/**
 * The properties that a key of a literal, an attribute or a pattern stands for in the type that is expected there: of a union those of
 * the parts that the literal can be, as the service's own search for references has them.
 */
function expectedProperties(node, checker) {
  const { parent } = node;
  const named = (type) => type?.getProperty(node.text) ?? [];
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    return [named(checker.getTypeAtLocation(parent.parent))].flat();
  }
  const isKey = ts.isObjectLiteralElementLike(parent) && ts.isObjectLiteralExpression(parent.parent);
  const literal = isKey || ts.isJsxAttribute(parent) ? parent.parent : undefined;
  const expected = literal === undefined ? undefined : checker.getContextualType(literal);
  if (expected === undefined) {
    return [];
  }
  // What may be left out is expected as `Options | undefined`.
  const type = checker.getNonNullableType(expected);
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter((one) => !checker.isTypeInvalidDueToUnionDiscriminant(one, literal)).flatMap(named);
}

function keysOf(node, checker) {
  const keys = expectedProperties(node, checker).map((one) => targetsOf(resolved(one, checker), checker));
  const own = [...new Set(keys.filter(Array.isArray).flat())];
  return own.length > 0 ? [[EXTRA, own]] : keys.includes("foreign") ? [[EXTRA, "foreign"]] : [];
}

/** [flags, what it means], most often one. */
function meaningsOf(node, checker) {
  const { parent } = node;
  const of = (symbol) => targetsOf(resolved(symbol, checker), checker);
  if (ts.isImportSpecifier(parent) || (ts.isImportClause(parent) && parent.name === node)) {
    return [[IMPORT, of(checker.getSymbolAtLocation(node))]];
  }
  if (ts.isExportSpecifier(parent)) {
    const local = parent.parent.parent.moduleSpecifier === undefined;
    const symbol = local ? checker.getExportSpecifierLocalTargetSymbol(parent) : checker.getSymbolAtLocation(node);
    return [[IMPORT, of(symbol)]];
  }
  if (ts.isShorthandPropertyAssignment(parent)) {
    return [[0, of(checker.getShorthandAssignmentValueSymbol(parent))], ...keysOf(node, checker)];
  }
  const exports = ts.isExportAssignment(parent) ? IMPORT : 0;
  const meant = of(checker.getSymbolAtLocation(node));
  if (namesDeclaration(node)) {
    return [[DECLARATION, meant], ...keysOf(node, checker)];
  }
  return [[exports | (isCallee(node) ? CALL : 0), meant]];
}

const isLabel = ({ parent }) => ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent);

function report(file, checker) {
  const occurrences = [];
  const visit = (node) => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && !ts.isMetaProperty(node.parent) && !isLabel(node)) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      for (const [flags, meant] of meaningsOf(node, checker)) {
        occurrences.push([line + 1, character, node.text, flags, meant]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  say({ path: pathOf(file), occurrences });
}

// A file belongs to the first configuration that names it; one that is only imported, to the first that leads to it.
const services = openServices();
for (const namedOnly of [true, false]) {
  for (const { program, names } of services) {
    const checker = program.getTypeChecker();
    for (const file of program.getSourceFiles()) {
      if ((!namedOnly || names.has(file.fileName)) && wanted.delete(pathOf(file))) {
        report(file, checker);
      }
    }
  }
}
