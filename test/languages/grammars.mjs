// Makes what src/syntax/grammars/ carries: `npm run grammars [-- NAME…]`. Grammars whose newest version is published as C alone are compiled to
// WebAssembly; what is published as WebAssembly inside a package that builds native code is taken out of it. Both are stored compressed.
// Needs npm, cargo, and of Debian clang-19, lld-19 and wasi-libc.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { APACHE_OF, MIT_OF } from "../../licences.config.mjs";
import { compress } from "../../src/syntax/grammars/compress.mjs";

const here = fileURLToPath(new URL("../../src/syntax/grammars/", import.meta.url));
const sources = JSON.parse(readFileSync(`${here}sources.json`, "utf8"));
const wanted = process.argv.slice(2);

/** The runtime has no streams: what a scanner prints when memory is out goes nowhere. */
const WITHOUT_STREAMS = "#include <stdio.h>\n#undef stderr\n#define fprintf(...) ((void)0)\n";

/** Large parsers ask not to be optimised, which spares their authors time; they run for each character of a text. */
function optimise(parser) {
  const text = readFileSync(parser, "utf8");
  writeFileSync(parser, text.replace("#pragma clang optimize off", ""));
}

function compile(folder, name, output) {
  const source = join(folder, "src");
  const header = join(folder, "streams.h");
  writeFileSync(header, WITHOUT_STREAMS);
  optimise(join(source, "parser.c"));
  const files = ["parser.c", "scanner.c"].map((file) => join(source, file)).filter((file) => existsSync(file));
  execFileSync(
    "clang-19",
    [
      ...["--target=wasm32-wasi", "-isystem", "/usr/include/wasm32-wasi", "-Os", "-DNDEBUG", "-include", header],
      ...["-fPIC", "-fvisibility=hidden", "-fno-exceptions", "-I", source, "-I", folder, "-shared", "-nostdlib"],
      ...["-fuse-ld=/usr/bin/wasm-ld-19", "-Wl,--experimental-pic,--no-entry,--allow-undefined,--strip-all"],
      ...[`-Wl,--export=${name.replaceAll("-", "_")}`, "-o", output, ...files],
    ],
    { stdio: "inherit" },
  );
}

/** Into `folder`: the sources of one version of a crate. */
function unpackCrate(crate, version, folder) {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", "lib.rs"), "");
  const manifest = `[package]\nname = "one"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${crate} = "=${version}"\n`;
  writeFileSync(join(folder, "Cargo.toml"), manifest);
  execFileSync("cargo", ["vendor", "--quiet"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "vendor", crate);
}

function unpackNpm(name, version, folder) {
  execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [archive] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  return join(folder, "package");
}

/** Of a package that names its licence and brings no text. */
const licenceOf = (authors, licence) => `${licence === "MIT" ? MIT_OF(authors) : APACHE_OF(authors)}\n`;

/** Mends the scanner where its newest version has a fault that no text may meet: an endless loop, or a copy of the text for each token. */
function edit(folder, edits) {
  const scanner = join(folder, "src", "scanner.c");
  let text = readFileSync(scanner, "utf8");
  for (const [from, to] of edits) {
    if (!text.includes(from)) {
      throw new Error(`${scanner} has no ${from}`);
    }
    text = text.replace(from, () => to);
  }
  writeFileSync(scanner, text);
}

function make(name, { crate, npm, version, file, authors, edits = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "grammar-"));
  try {
    const unpacked = crate === undefined ? unpackNpm(npm, version, folder) : unpackCrate(crate, version, folder);
    const output = join(folder, `${name}.wasm`);
    if (file?.endsWith(".wasm")) {
      cpSync(join(unpacked, file), output);
    } else {
      if (edits.length > 0) {
        edit(join(unpacked, file ?? "."), edits);
      }
      compile(join(unpacked, file ?? "."), name, output);
    }
    const licence = readdirSync(unpacked).find((one) => /^licen[cs]e/i.test(one));
    const text =
      licence === undefined ? licenceOf(authors, sources[name].licence) : readFileSync(join(unpacked, licence));
    writeFileSync(`${here}${name}.LICENSE`, text);
    const wasm = readFileSync(output);
    writeFileSync(`${here}${name}.wasm.br`, compress(wasm));
    sources[name].sha256 = createHash("sha256").update(wasm).digest("hex");
    process.stdout.write(`${name}: ${wasm.length} bytes\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, source] of Object.entries(sources)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    make(name, source);
    writeFileSync(`${here}sources.json`, `${JSON.stringify(sources, null, 2)}\n`);
  }
}
