// What is known of a language stands in its folder: no other room decides by a language's name.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { packagePath } from "../../src/system/package-root.ts";

/** Identifiers that mean something else, too: forms of output and of configuration files, a mode of opening files. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set(["json", "toml", "text", "r"]);
/** The three ways to write a heading. */
const NAMES_PROSE = "syntax/prose.ts";

const names = LANGUAGES.map(({ id }) => id).filter((id) => !OTHER_MEANINGS.has(id));
const files = readdirSync(packagePath("src"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const namedIn = (file: string): string[] => {
  const code = readFileSync(packagePath("src", file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  return names.filter((name) => code.includes(`"${name}"`)).map((name) => `${file} names ${name}`);
};

it("no room but languages/ names a language", () => {
  const others = files.filter((file) => !file.startsWith("languages/") && file !== NAMES_PROSE);
  expect(others.flatMap(namedIn)).toEqual([]);
});

it("the names would be found: languages/ has them", () => {
  expect(files.filter((file) => file.startsWith("languages/")).flatMap(namedIn).length).toBeGreaterThan(
    names.length / 2,
  );
});
