// `npm run new-language -- NAME SAMPLE [--grammar NAME] [--link]`: makes the folder, the sample and the goldens of a new language.
// docs/inside/adding-a-language.md is the tour of what it makes.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";
import { grammarSource } from "../../../native.config.mjs";
import { isListed, linkedFolder, unlinkedFolder, withFacts, withLanguage, withSemantics } from "./folder.mjs";
import { propose } from "./propose.mjs";

const USAGE = `Makes the folder, the sample and the goldens of a new language.

usage: npm run new-language -- NAME SAMPLE [options]

  NAME             what the language is called in filters and answers: lower case, with "-"
  SAMPLE           a file of 30 to 80 lines with all that is typical of it: comments above definitions, nested ones, tests

  --grammar NAME   the grammar without "tree-sitter-"; default NAME
  --link           also what links its names; for a language that is there already, only that, without SAMPLE
  --help           print this

example:
  npm run new-language -- sparql ~/sample.rq
`;

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grammar: { type: "string" }, link: { type: "boolean" }, help: { type: "boolean" } },
});
const [name, given] = positionals;
if (values.help || !/^[a-z][a-z\d-]*$/.test(name ?? "")) {
  process.stdout.write(USAGE);
  process.exit(values.help ? 0 : 2);
}
const say = (text) => process.stdout.write(`${text}\n`);
function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}
const folder = `${root}src/languages/${name}`;
const fixtures = `${root}fixtures/languages/${name}`;
const isNew = !existsSync(`${folder}/index.ts`);
if (isNew ? given === undefined : given !== undefined || !values.link) {
  refuse(isNew ? "SAMPLE is missing: --help" : `${folder} is there already: give --link alone to link its names`);
}
const registry = readFileSync(`${root}src/languages/registry.ts`, "utf8");
if (isNew && isListed(registry, name)) {
  refuse(
    `${name} is in the table already: to read it with a grammar, first delete its record (most likely in src/languages/by-marks/index.ts) and its lines in src/languages/registry.ts`,
  );
}

const sampleIn = (path) =>
  join(
    path,
    readdirSync(path).find((file) => /^sample\.(?!.*txt$)/.test(file)),
  );
const sample = isNew ? given : sampleIn(fixtures);
const extension = extname(sample);
const grammar =
  values.grammar ?? /grammar\("([^"]+)"/.exec(isNew ? "" : readFileSync(`${folder}/index.ts`, "utf8"))?.[1] ?? name;
const source = grammarSource(`tree-sitter-${grammar}`);
if (source === null) {
  const packaged = `${root}node_modules/@cursorless/tree-sitter-wasms/out`;
  const known = readdirSync(packaged).map((file) => file.replace(/^tree-sitter-|\.wasm$/g, ""));
  refuse(
    `no grammar ${grammar}; give --grammar, or carry one in src/syntax/grammars/. The package has: ${known.join(" ")}`,
  );
}
await Parser.init();
const parser = new Parser();
const stored = readFileSync(source);
parser.setLanguage(await Language.load(source.endsWith(".br") ? brotliDecompressSync(stored) : stored));
const text = readFileSync(sample, "utf8");
const tree = parser.parse(text);
const proposal = propose(tree.rootNode);

const written = [];
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  written.push(path.slice(root.length));
}
const language = { name, extension, grammar, proposal };
const files = {
  ...(isNew ? unlinkedFolder(language) : { "index.ts": readFileSync(`${folder}/index.ts`, "utf8") }),
  ...(values.link ? linkedFolder(language) : {}),
};
for (const [path, content] of Object.entries(files)) {
  write(`${folder}/${path}`, path === "index.ts" && values.link ? withFacts(content, name) : content);
}
if (values.link) {
  const table = `${root}src/languages/semantics.ts`;
  write(table, withSemantics(readFileSync(table, "utf8"), name));
}
if (isNew) {
  write(`${fixtures}/sample${extension}`, text);
  write(`${root}src/languages/registry.ts`, withLanguage(registry, name));
}
execFileSync("npx", ["biome", "check", "--write", ...written.filter((path) => path.endsWith(".ts"))], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
execFileSync("npm", ["run", "-s", "build"], { cwd: root, stdio: "inherit" });
const tests = ["test/languages/analyze.test.ts", "test/languages/facts.test.ts"];
const golden = spawnSync("npx", ["vitest", "run", "--reporter=dot", ...tests, "-t", `\\b${name}\\b`], {
  cwd: root,
  encoding: "utf8",
  env: { ...process.env, GOLDEN: "write" },
});
say(golden.status === 0 ? "" : `${golden.stdout}${golden.stderr}`);
say(
  `${tree.rootNode.hasError ? "The grammar found errors in the sample: mend it first.\n" : ""}Written:\n  ${written.join("\n  ")}`,
);
say(`Node types of the sample, each with what is inside it:\n  ${proposal.types.join("\n  ")}`);
if (isNew && proposal.definitions.size === 0) {
  say(
    'None speaks of a definition by its name, so no name was found. Write them into outline.ts: rule: { kind: "function", name: named("word") }',
  );
}
say(
  `Read fixtures/languages/${name}/*.txt: is each name there, with the right path, and each comment with its definition? Then`,
);
say(`change outline.ts and write them again: GOLDEN=write npx vitest run ${tests.join(" ")} -t "\\b${name}\\b"`);
say("Then: npx vitest run --project fast test/languages test/syntax/patterns/settings.test.ts");
if (values.link) {
  say(
    `Put a project of two or three files into fixtures/linking/${name}/: GOLDEN=write npx vitest run test/linking/edges.test.ts`,
  );
}
