// A repository made to break what reads it: loops of links, a folder of a hundred thousand entries, paths of four thousand
// characters, a line of 100 MB, bytes that are no text, brackets without end, every line ending and encoding, ignore rules
// that take for ever. Beside them three honest files, which must be found whatever lies around them.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Each defines a function of a name that is nowhere else. */
export const HONEST: Readonly<Record<string, string>> = {
  "src/billing.ts": "export function settleInvoice(cents: number): number {\n  return Math.round(cents);\n}\n",
  "lib/session.py": "def renewSessionToken(token):\n    return token + 1\n",
  "cmd/serve.go": "package cmd\n\nfunc serveHealthCheck(port int) int {\n\treturn port\n}\n",
};

export const CROWD = 100_000;
const DEPTH = 1_000;
const BRACKETS = 10_000;
const LINE_BYTES = 100 * 1024 * 1024;

/** A word in a file outside of the project that links lead to. */
export const OUTSIDE_WORD = "zqoutsidesecret";

type Files = Record<string, string | Buffer>;

function put(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Its function's name says which file it is. */
const source = (name: string, ending = "\n"): string =>
  ["export function NAME(value: number): number {", "  return value + 1;", "}", ""].join(ending).replace("NAME", name);

/** Admitted, and decoded for what they are. */
const TEXTS: Files = {
  "endings/lf.ts": source("endsWithLf"),
  "endings/crlf.ts": source("endsWithCrlf", "\r\n"),
  "endings/cr.ts": source("endsWithCr", "\r"),
  "endings/mixed.ts": `${source("endsMixed", "\r\n")}\r${source("endsMixedToo")}`,
  "endings/none.ts": source("endsWithNothing").trimEnd(),
  "endings/separators.ts": `${source("endsWithSeparators")}// a\u2028b\u2029c\u0085d\fe\v\n`,
  "encodings/bom.ts": `\ufeff${source("encodedWithMark")}`,
  "encodings/utf16le.ts": Buffer.from(`\ufeff${source("encodedLittle")}`, "utf16le"),
  "encodings/utf16be.ts": Buffer.from(`\ufeff${source("encodedBig")}`, "utf16le").swap16(),
  "encodings/latin1.ts": Buffer.from(`// caf\u00e9 na\u00efve\n${source("encodedLatin")}`, "latin1"),
  "brackets/open.ts": "(".repeat(BRACKETS),
  "brackets/nested.json": "[".repeat(BRACKETS) + "]".repeat(BRACKETS),
  "brackets/blocks.c": "{\n".repeat(BRACKETS) + "}\n".repeat(BRACKETS),
};

/** Binary in text's clothing. */
const BINARIES: Files = {
  "binary/elf.ts": Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), Buffer.alloc(4_096, 0x90)]),
  "binary/nul.py": Buffer.from("def f():\n    return 1\n\0\0\0\0"),
  "binary/random.go": Buffer.from(Array.from({ length: 8_192 }, (_, at) => (at * 197 + (at >> 3) * 31) % 256)),
};

/** Ways through these grow without end on long names, one line and all of them together. */
const RULES = [
  `${"*a".repeat(60)}b`,
  `${"**/".repeat(60)}x`,
  `${"[!a-z]*".repeat(40)}`,
  "(a+)+$",
  "[[:alpha:",
  "!*",
  "!!**",
  "\\",
  `${"?".repeat(500)}`,
  "ignored-by-rule/",
].join("\n");

function putLargeFile(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, "const line = '");
  ftruncateSync(file, LINE_BYTES);
  closeSync(file);
}

/** A path of some four thousand characters, longer than a system call takes at once. */
function putDeepFolder(root: string): void {
  const script = `d=$(printf 'dddd/%.0s' $(seq 100)); for i in $(seq ${DEPTH / 100}); do mkdir -p "$d" && cd "$d" || exit 1; done; echo "x = 1" > deep.py`;
  execFileSync("bash", ["-c", script], { cwd: root });
}

/** Makes it in `root`, an empty folder; `outside` is another one that links lead to. */
export function makeHostileRepository(root: string, outside: string): void {
  put(outside, { "secret.ts": `export const ${OUTSIDE_WORD} = 1;\n`, "notes.md": "# Notes\n\nOne file, two names.\n" });
  put(root, {
    ...HONEST,
    ...TEXTS,
    ...BINARIES,
    "ignored-by-rule/a.ts": source("ignoredByRule"),
    ".gitignore": RULES,
    ".dockerignore": `${"*".repeat(3_000)})b\n${"a*".repeat(300)}\n[`,
    ".ignore": `${"*b".repeat(200)}\n`,
    "names/line\nbreak.ts": source("namedWithBreak"),
    "names/quote\"'`$(id).ts": source("namedWithQuotes"),
    "names/</file>.ts": source("namedWithTag"),
    "names/\u202egnp.ts": source("namedBackwards"),
  });
  writeFileSync(
    Buffer.concat([Buffer.from(`${root}/names/bytes-`), Buffer.from([0xff, 0xfe]), Buffer.from(".ts")]),
    "x",
  );
  putLargeFile(join(root, "one-line.js"));
  mkdirSync(join(root, "loop/inner"), { recursive: true });
  symlinkSync("..", join(root, "loop/inner/up"));
  symlinkSync(".", join(root, "loop/self"));
  symlinkSync("b", join(root, "loop/a"));
  symlinkSync("a", join(root, "loop/b"));
  symlinkSync(outside, join(root, "outside"));
  symlinkSync(join(outside, "secret.ts"), join(root, "src/linked.ts"));
  linkSync(join(outside, "notes.md"), join(root, "notes.md"));
  execFileSync("mkfifo", [join(root, "src/pipe.ts")]);
  putDeepFolder(join(root, "names"));
  mkdirSync(join(root, "crowd"));
  for (let at = 0; at < CROWD; at += 1) {
    closeSync(openSync(join(root, "crowd", `${at}.png`), "w"));
  }
}
