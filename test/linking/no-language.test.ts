// The engine knows no language: what differs between languages stands in their folders.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/languages/registry.ts";

const folder = fileURLToPath(new URL("../../src/linking/", import.meta.url));

test.each(readdirSync(folder))("%s names no language, and no file or method of one", (file) => {
  const text = readFileSync(folder + file, "utf8");
  // Comments may give examples.
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const strings = code.match(/"[^"\n]*"|`[^`]*`/g) ?? [];
  const ids = new Set(LANGUAGES.map(({ id }) => `"${id}"`));
  expect(strings.filter((one) => ids.has(one) || /__\w+__|\.\w{1,4}"$/.test(one.replace(/\.ts"$/, '"')))).toEqual([]);
});
