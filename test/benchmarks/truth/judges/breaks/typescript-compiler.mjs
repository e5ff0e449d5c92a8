// TypeScript's compiler as an authority on what an edit breaks: prints the definitions that may be edited as one JSON line, then
// answers each line of files with other texts by the lines that have an error they did not have before.
// usage: typescript-compiler.mjs TYPESCRIPT ROOT TSCONFIG FOLDER...   (folders below ROOT whose files make up the program)
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

const [library = "", root = "", config = "", ...folders] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(library);

/**
 * Where a type is gone the compiler goes on with `any`, and complains about what it then cannot infer, and about errors that were
 * expected and no longer occur: consequences of errors elsewhere, in files that may have nothing to do with the type.
 */
const FOLLOW_ON = new Set([2578, 7005, 7006, 7011, 7018, 7019, 7022, 7023, 7024, 7031, 7034, 7053]);
/** What an unused name is told by: no user of what is gone. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6385, 6387]);
const IS_TEST = /(?:^|\/)(?:__tests__|test|tests|spec|specs|runtime-tests|dtslint)\/|\.(?:test|spec)(?:-d)?\.tsx?$/;

const read = ts.readConfigFile(join(root, config), ts.sys.readFile);
const parsed = ts.parseJsonConfigFileContent(
  { ...read.config, include: undefined, files: [], references: undefined, extends: read.config.extends },
  ts.sys,
  dirname(join(root, config)),
);
const options = {
  ...parsed.options,
  noEmit: true,
  composite: false,
  incremental: false,
  isolatedDeclarations: false,
  declaration: false,
  declarationMap: false,
  // Node's types stand beside the compiler: a checkout has nothing installed.
  types: ["node"],
  typeRoots: [join(dirname(library), "../../@types")],
  skipLibCheck: true,
};
const names = folders.flatMap((folder) =>
  ts.sys.readDirectory(join(root, folder), [".ts", ".tsx"], ["**/node_modules", "**/dist"]),
);
const texts = new Map(names.map((path) => [path, readFileSync(path, "utf8")]));
const overlay = new Map();
const versions = new Map();

const host = {
  getCompilationSettings: () => options,
  getScriptFileNames: () => [...new Set([...names, ...overlay.keys()])],
  getScriptVersion: (path) => String(versions.get(path) ?? 0),
  getScriptSnapshot(path) {
    const text = overlay.get(path) ?? texts.get(path) ?? ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => overlay.has(path) || ts.sys.fileExists(path),
  readFile: (path) => overlay.get(path) ?? ts.sys.readFile(path),
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
};
const service = ts.createLanguageService(host, ts.createDocumentRegistry());
const base = service.getProgram();
const pathOf = (file) => relative(root, file).replaceAll("\\", "/");

function errorsOf(program, path) {
  const file = program.getSourceFile(path);
  const found =
    file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found
    .filter(({ code, category }) => category === ts.DiagnosticCategory.Error && !UNUSED.has(code))
    .map(({ start, messageText, code }) => {
      const line = file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return {
        line,
        code,
        start: start ?? 0,
        message: ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 160),
      };
    });
}

const known = new Map();
const knownErrors = (path) => {
  if (!known.has(path)) {
    known.set(path, new Set(errorsOf(base, path).map(({ line, code }) => `${line} ${code}`)));
  }
  return known.get(path);
};

/** What a statement imports or exports by name. */
function linksIn(statement) {
  return ts.isImportDeclaration(statement)
    ? (statement.importClause?.namedBindings?.elements ?? [])
    : ts.isExportDeclaration(statement)
      ? (statement.exportClause?.elements ?? [])
      : [];
}

/** Files that import a file of the program directly. */
const importers = new Map();
for (const file of base.getSourceFiles()) {
  for (const { text } of file.imports ?? []) {
    const { resolvedModule } = ts.resolveModuleName(text, file.fileName, options, ts.sys);
    if (resolvedModule !== undefined && texts.has(resolvedModule.resolvedFileName)) {
      const list = importers.get(resolvedModule.resolvedFileName) ?? [];
      importers.set(resolvedModule.resolvedFileName, [...list, file.fileName]);
    }
  }
}

/** Names that an import or export gives to what goes by another one: `export { save as store }`. */
const otherNames = new Map();
for (const path of names) {
  for (const statement of base.getSourceFile(path)?.statements ?? []) {
    for (const { name, propertyName } of linksIn(statement)) {
      if (propertyName !== undefined) {
        otherNames.set(propertyName.text, (otherNames.get(propertyName.text) ?? new Set()).add(name.text));
      }
    }
  }
}

/** The name and all that it goes by elsewhere. */
function namesFor(name) {
  const found = new Set([name]);
  // A set that grows while it is walked.
  for (const one of found) {
    for (const other of otherNames.get(one) ?? []) {
      found.add(other);
    }
  }
  return found;
}

const callable = (node) => ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
const typed = (node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);

function candidate(file, node, owner, isAlone) {
  const name = node.name;
  if (name === undefined || !ts.isIdentifier(name) || !isAlone) {
    return [];
  }
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const isOnly = !ts.isVariableDeclaration(node) || node.parent.declarations.length === 1;
  const open = callable(node) ? file.text.indexOf("(", node.typeParameters?.end ?? name.end) + 1 : 0;
  const isExported = owner === null && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
  const isDefault = owner === null && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Default) !== 0;
  if (isDefault) {
    return [];
  }
  const start = statement.getStart(file);
  return [
    {
      path: pathOf(file.fileName),
      name: name.text,
      symbol: owner === null ? name.text : `${owner}.${name.text}`,
      kind: ts.SyntaxKind[node.kind],
      line: file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1,
      nameStart: name.getStart(file),
      start,
      end: statement.end,
      isOnly,
      parameter:
        open > 0 ? { at: open, text: `zzAdded: symbol & { zz: 1 }${node.parameters.length > 0 ? ", " : ""}` } : null,
      moveTo: isExported && isOnly ? { path: `${dirname(pathOf(file.fileName))}/zz-moved.ts`, head: "" } : null,
    },
  ];
}

/** Declared once: what is merged or overloaded is not gone with one of its declarations. */
const counted = (nodes) => {
  const counts = new Map();
  for (const { name } of nodes) {
    const key = name?.text;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (node) => counts.get(node.name?.text) === 1;
};

function candidatesOf(file) {
  const outermost = file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? [...statement.declarationList.declarations]
      : ts.isFunctionDeclaration(statement) ||
          typed(statement) ||
          ts.isTypeAliasDeclaration(statement) ||
          ts.isEnumDeclaration(statement)
        ? [statement]
        : [],
  );
  const isAlone = counted(outermost);
  return outermost.flatMap((node) => {
    const members = typed(node) ? node.members.filter((one) => one.name !== undefined && !ts.isAccessor(one)) : [];
    const isOnly = counted(typed(node) ? node.members.filter((one) => one.name !== undefined) : []);
    return [
      ...candidate(file, node, null, isAlone(node)),
      ...members.flatMap((member) => candidate(file, member, node.name?.text ?? "", isOnly(member) && isAlone(node))),
    ];
  });
}

const sources = names.filter((path) => !IS_TEST.test(pathOf(path)) && !path.endsWith(".d.ts"));
const candidates = sources.flatMap((path) => {
  const file = base.getSourceFile(path);
  return file === undefined ? [] : candidatesOf(file);
});
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ candidates, files: names.map(pathOf) });

const word = (name) => new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`);

function write(path, text) {
  overlay.set(path, text);
  versions.set(path, (versions.get(path) ?? 0) + 1);
}

/**
 * Errors that are new with the texts laid over, in all files that could have one, but for those `done`; by `path line code`.
 */
function newErrors(words, done) {
  const edited = [...overlay.keys()];
  const all = new Set([
    ...edited.filter((path) => texts.has(path)),
    ...edited.flatMap((path) => importers.get(path) ?? []),
    ...names.filter((path) => [...words].some((name) => word(name).test(texts.get(path)))),
  ]);
  const looked = [...all].filter((path) => !done.has(path));
  for (const path of looked) {
    knownErrors(path);
  }
  const program = service.getProgram();
  return looked.flatMap((path) => {
    const before = knownErrors(path);
    return errorsOf(program, path)
      .filter((error) => !before.has(`${error.line} ${error.code}`))
      .map((error) => ({ ...error, file: path }));
  });
}

/**
 * The compiler reports an import or export of what is gone, and takes what follows from it for right: a file that imports through
 * another would never be reported. So each such name goes by another one, and all is compiled again. Adds the names to `words`;
 * answers the files that are others then.
 */
function cutLinks(errors, words) {
  const cutIn = new Set();
  const program = service.getProgram();
  for (const path of new Set(errors.map(({ file }) => file))) {
    const file = program.getSourceFile(path);
    const links = (file?.statements ?? []).flatMap(linksIn);
    const cut = links.filter((link) => {
      const isGone = !link.name.text.startsWith(GONE);
      return isGone && errors.some(({ file, start }) => file === path && link.getStart() <= start && start < link.end);
    });
    let text = overlay.get(path) ?? texts.get(path) ?? ts.sys.readFile(path);
    for (const link of cut.toReversed()) {
      words.add(link.name.text);
      const imported = link.propertyName?.text ?? link.name.text;
      const kind = link.isTypeOnly ? "type " : "";
      text = `${text.slice(0, link.getStart())}${kind}${imported} as ${GONE}${link.name.text}${text.slice(link.end)}`;
    }
    if (cut.length > 0) {
      cutIn.add(path);
      write(path, text);
    }
  }
  return cutIn;
}

/** What an identifier of the base program names, behind imports and exports. */
function symbolAt(identifier) {
  const { parent } = identifier;
  const checker = base.getTypeChecker();
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : ts.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(identifier);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function identifiersIn(file) {
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The declaration whose name stands there, if it is an outermost one of its file. */
function outermostAt(path, nameStart) {
  const file = base.getSourceFile(join(root, path));
  const name = identifiersIn(file).find((one) => one.getStart(file) === nameStart);
  const { parent } = name;
  const statement = ts.isVariableDeclaration(parent) ? parent.parent.parent : parent;
  return statement.parent === file ? symbolAt(name) : null;
}

/**
 * Where an outermost definition is gone, the compiler reports each place that names it, and goes on with `any` for it: what it then
 * says of files in which no place names the definition follows from that, and is gone as soon as those places name it again.
 */
function namesOf(symbol) {
  return (path) => {
    const file = base.getSourceFile(path);
    return file !== undefined && identifiersIn(file).some((one) => symbolAt(one) === symbol);
  };
}

const GONE = "zzGone_";
const LINKS_MAX = 6;

for await (const line of createInterface({ input: process.stdin })) {
  const { files, name, path: own, nameStart } = JSON.parse(line);
  for (const { path, text } of files) {
    write(join(root, path), text);
  }
  const words = namesFor(name);
  const broken = new Map();
  const done = new Set();
  for (let round = 0; round < LINKS_MAX; round += 1) {
    const errors = newErrors(words, done);
    for (const { file, line, code, message } of errors) {
      const key = `${file}:${line} ${code}`;
      broken.set(key, broken.get(key) ?? { path: pathOf(file), line, message, isFollowOn: FOLLOW_ON.has(code) });
    }
    const cutIn = cutLinks(errors, words);
    if (cutIn.size === 0) {
      break;
    }
    // What has an error and is not written again has it again.
    for (const { file, code } of errors) {
      if (!FOLLOW_ON.has(code)) {
        done.add(file);
      }
    }
    for (const path of cutIn) {
      done.delete(path);
    }
  }
  for (const path of [...overlay.keys()]) {
    overlay.delete(path);
    versions.set(path, (versions.get(path) ?? 0) + 1);
  }
  const isGone = !word(name).test(files[0].text.slice(Math.max(0, nameStart - 1), nameStart + name.length + 1));
  const gone = isGone ? outermostAt(own, nameStart) : null;
  const names = gone === null ? () => true : namesOf(gone);
  const all = [...broken.values()];
  const kept = new Set();
  for (const path of new Set(all.filter((one) => !one.isFollowOn).map((one) => one.path))) {
    if (names(join(root, path))) {
      kept.add(path);
    }
  }
  const followOn = new Set(all.map(({ path }) => path).filter((path) => !kept.has(path)));
  say({ broken: all.filter((one) => !one.isFollowOn && kept.has(one.path)), followOn: [...followOn] });
}
