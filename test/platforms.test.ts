// Holds docs/platforms.md to the source: every file that asks for the system, or uses what only some systems have, stands in its table.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";

const SRC = packagePath("src");

/** Each kind of use, and how it looks in code. */
const USES: Readonly<Record<string, RegExp>> = {
  "asks for the system": /process\.platform|\bgetuid\b|geteuid/,
  "reads /proc": /["'`]\/proc\/|`\/proc\//,
  "sends or takes signals": /["']SIG[A-Z]+["']|process\.kill\(/,
  "sets niceness": /\bsetPriority\(/,
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");

const found = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => {
    const code = withoutComments(readFileSync(join(SRC, file), "utf8"));
    return file.startsWith("system/platform/") || Object.values(USES).some((use) => use.test(code));
  })
  .map((file) => `src/${file}`)
  .sort();

it("every file with a difference between systems is in the table of docs/platforms.md, and no other", () => {
  const page = readFileSync(packagePath("docs/platforms.md"), "utf8");
  const [, table = ""] = page.split("## Where systems differ");
  const listed = [...(table.split("\n## ")[0] ?? "").matchAll(/`(src\/[\w./-]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(found.length).toBeGreaterThan(20);
  expect([...new Set(listed)].sort()).toEqual(found);
});

it("no script of the package needs a shell that Windows lacks", () => {
  const { scripts } = JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  // A variable before a command, a substitution, single quotes, a second command in the background, a path to a program.
  const posixOnly = Object.entries(scripts).filter(([, line]) =>
    /(?:^|&& *)\w+=|\$|`|'|;|(?<!&)&(?!&)|(?:^|&& *)\.\//.test(line),
  );
  expect(posixOnly).toEqual([]);
});
