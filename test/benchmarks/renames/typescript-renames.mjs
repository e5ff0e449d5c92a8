// What TypeScript's language service would rename, as lines of JSON that judge.ts reads. A program of its own: it runs with the
// `typescript` installed in the folder of tools, which this package does not know.
// stdin: {root, files, tools, asks: [{path, offset, ours}]}; files are all that the project has.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";

const { root, files, tools, asks } = JSON.parse(readFileSync(0, "utf8"));
const ts = createRequire(join(tools, "typescript", "package.json"))("typescript");
const inProject = new Set(files);

/** As the nearest settings have them; of settings that only name others (`files: []` and `references`), those of the first. */
function optionsOf(file = ts.findConfigFile(root, ts.sys.fileExists) ?? join(root, "tsconfig.json")) {
  const { config } = ts.sys.fileExists(file) ? ts.readConfigFile(file, ts.sys.readFile) : { config: {} };
  const { options, projectReferences } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, dirname(file), {}, file);
  const [first] = config?.files?.length === 0 ? (projectReferences ?? []) : [];
  return first === undefined
    ? { ...options, allowJs: true, noEmit: true, composite: false, allowImportingTsExtensions: true }
    : optionsOf(ts.resolveProjectReferencePath(first));
}

const options = optionsOf();
const names = files.map((path) => join(root, path));
const service = ts.createLanguageService(
  {
    getCompilationSettings: () => options,
    getScriptFileNames: () => names,
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (of) => ts.getDefaultLibFilePath(of),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  },
  ts.createDocumentRegistry(),
);

function locations(path, offset, writesOut) {
  const found = service.findRenameLocations(join(root, path), offset, false, false, {
    providePrefixAndSuffixTextForRename: writesOut,
  });
  return (found ?? [])
    .map((one) => ({ ...one, path: relative(root, one.fileName) }))
    .filter((one) => inProject.has(one.path));
}

const placesOf = (found) => found.map(({ path, textSpan }) => [path, textSpan.start]);

const textOf = ({ fileName, textSpan: { start, length } }) =>
  service
    .getProgram()
    .getSourceFile(fileName)
    .text.slice(start, start + length);

function tokenAt(node, offset) {
  let at = node;
  for (let next = at; next !== undefined; ) {
    at = next;
    next = ts.forEachChild(at, (child) => (child.getStart() <= offset && offset < child.getEnd() ? child : undefined));
  }
  return at;
}

/** What the service takes the name at a place to mean; a name of a pattern is a variable too, and its member counts. */
function symbolsAt([path, offset]) {
  const program = service.getProgram();
  const file = program.getSourceFile(join(root, path));
  const checker = program.getTypeChecker();
  const token = file === undefined ? undefined : tokenAt(file, offset);
  if (token === undefined) {
    return [];
  }
  const isMember =
    ts.isBindingElement(token.parent) && token.parent.propertyName === undefined && !isOfArray(token.parent);
  const symbol = isMember
    ? checker.getPropertyOfType(checker.getTypeAtLocation(token.parent.parent), token.text)
    : checker.getSymbolAtLocation(token);
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const meant = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  return meant === undefined || meant.escapedName === "unknown" ? [] : checker.getRootSymbols(meant);
}

const isOfArray = (element) => ts.isArrayBindingPattern(element.parent);

const declarationsOf = (symbol) => symbol.declarations ?? [];

/** An import of a package that is not installed leads nowhere, and what has no type has no members. */
const isKnown = (place) => symbolsAt(place).some((symbol) => declarationsOf(symbol).length > 0);

/**
 * Whether each declaration of what the name means is renamed by the service, which then leaves this use of it: it passes over files that
 * have the name in `T["name"]` alone, and over imports of what a module adds to another.
 */
function isOfRenamed(place, keys) {
  const declarations = symbolsAt(place).flatMap(declarationsOf);
  return (
    declarations.length > 0 &&
    declarations.every((declaration) => {
      const name = ts.getNameOfDeclaration(declaration);
      const path = relative(root, declaration.getSourceFile().fileName);
      return name !== undefined && keys.has(String([path, name.getStart()]));
    })
  );
}

for (const { path, offset, ours } of asks) {
  const info = service.getRenameInfo(join(root, path), offset, {});
  if (!info.canRename) {
    process.stdout.write(`${JSON.stringify({ refused: info.localizedErrorMessage })}\n`);
    continue;
  }
  // Where a shorthand or an export would be written out, the service renames less; else it renames through it.
  const least = locations(path, offset, true);
  const most = locations(path, offset, false);
  const isWrittenOut = least.some(({ prefixText, suffixText }) => (prefixText ?? suffixText) !== undefined);
  // Behind `export { Store as Shop }` the service renames imports of Shop too, and not the Shop that they import.
  const name = textOf({ fileName: join(root, path), textSpan: info.triggerSpan });
  const due = placesOf((isWrittenOut ? least : most).filter((one) => textOf(one) === name));
  const allowed = [...placesOf(least), ...placesOf(most)];
  const keys = new Set(allowed.map(String));
  const others = ours.filter((place) => !keys.has(String(place)));
  const unknown = others.filter((place) => !isKnown(place));
  const meant = others.filter((place) => isOfRenamed(place, keys));
  process.stdout.write(`${JSON.stringify({ due, allowed, unknown, meant })}\n`);
}
