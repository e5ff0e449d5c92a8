// `npm run package -- --platform darwin-arm64 [--without-node-20]`: packs for one platform, under its name, for npm (`.tgz`) and as
// an MCP bundle (`.mcpb`), and the Emacs package (`.tar`), and prints what the package's size is made of. `npm pack` does the first for this
// machine under npm's name. SQLite for Node 20 can only be packed by Node 20 on that platform
// (docs/inside/decisions/0007-one-package.md); without it the package asks for Node 22.14 at least.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packExtension } from "@anthropic-ai/mcpb";
import { bundle } from "./build.config.mjs";
import { packEmacs } from "./emacs.config.mjs";
import { bundleManifest, offersOf } from "./mcpb.config.mjs";
import { HOST, requireNode20Sqlite } from "./native.config.mjs";
import { sizeTable } from "./size.config.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const { values } = parseArgs({
  options: { platform: { type: "string", default: HOST }, "without-node-20": { type: "boolean", default: false } },
});
const { platform, "without-node-20": withoutNode20 } = values;

if (!withoutNode20) {
  requireNode20Sqlite(platform);
}
await bundle({ clean: true, platform });

const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const name = `${manifest.name}-${manifest.version}`;
const staged = mkdtempSync(join(tmpdir(), "context-broker-package-"));
try {
  for (const entry of manifest.files.filter((one) => !one.startsWith("!"))) {
    cpSync(join(root, entry), join(staged, entry), { recursive: true });
  }
  const engines = withoutNode20 ? { node: ">=22.14" } : manifest.engines;
  // Of no use to who installs it; npm warns of `prepare` as if it were to run there.
  const { scripts: _scripts, devDependencies: _packages, ...published } = manifest;
  const packed = { ...published, engines };
  writeFileSync(join(staged, "package.json"), JSON.stringify(packed, null, 2));
  execFileSync("npm", ["pack", staged, "--ignore-scripts", "--pack-destination", root], { stdio: "inherit" });
  renameSync(`${root}${name}.tgz`, `${root}${name}-${platform}.tgz`);

  // The bundle has the files that npm packed.
  execFileSync("tar", ["-xzf", `${root}${name}-${platform}.tgz`, "-C", staged]);
  const files = join(staged, "package");
  process.stdout.write(`${sizeTable(files)}\n`);
  const offers = await offersOf(join(root, "dist", "main.js"), staged);
  writeFileSync(join(files, "manifest.json"), JSON.stringify(bundleManifest(packed, platform, offers), null, 2));
  const outputPath = `${root}${name}-${platform}.mcpb`;
  if (!(await packExtension({ extensionPath: files, outputPath, silent: true }))) {
    throw new Error("the MCP bundle was not made: its manifest is not valid");
  }
  process.stdout.write(`${outputPath.slice(root.length)}\n`);
  process.stdout.write(`${packEmacs(root, manifest.version).slice(root.length)}\n`);
} finally {
  rmSync(staged, { recursive: true, force: true });
}
