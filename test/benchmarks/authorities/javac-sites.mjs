// Starts JavacSites.java on a project's sources. stdin: {root, files, tools}; the libraries of the project are the jars in the
// folder of tools below `jars/NAME`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const { root, files, tools } = JSON.parse(readFileSync(0, "utf8"));
const jars = join(tools, "jars", basename(root));
const libraries = existsSync(jars) ? readdirSync(jars).map((name) => join(jars, name)) : [];
// Two modules would each want their own class path: all is read as the unnamed one.
const sources = files.filter((path) => !path.endsWith("module-info.java"));
const program = fileURLToPath(new URL("JavacSites.java", import.meta.url));
const { status } = spawnSync("java", ["-Xmx4g", program, root, libraries.join(":")], {
  input: sources.join("\n"),
  stdio: ["pipe", "inherit", "inherit"],
});
process.exitCode = status ?? 1;
