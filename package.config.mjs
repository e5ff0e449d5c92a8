// `npm run package -- --platform darwin-arm64 [--without-node-20]`: packs for one platform, under its name. `npm pack` does the
// same for this machine under npm's name. SQLite for Node 20 can only be packed by Node 20 on that platform
// (docs/decisions/0007-one-package.md); without it the package asks for Node 22.14 at least.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./build.config.mjs";
import { HOST, requireNode20Sqlite } from "./native.config.mjs";

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
const staged = mkdtempSync(join(tmpdir(), "context-broker-package-"));
try {
  for (const name of manifest.files.filter((entry) => !entry.startsWith("!"))) {
    cpSync(join(root, name), join(staged, name), { recursive: true });
  }
  const engines = withoutNode20 ? { node: ">=22.14" } : manifest.engines;
  writeFileSync(join(staged, "package.json"), JSON.stringify({ ...manifest, engines }, null, 2));
  execFileSync("npm", ["pack", staged, "--ignore-scripts", "--pack-destination", root], { stdio: "inherit" });
} finally {
  rmSync(staged, { recursive: true, force: true });
}
const name = `${manifest.name}-${manifest.version}`;
renameSync(`${root}${name}.tgz`, `${root}${name}-${platform}.tgz`);
