// What is known of a language stands in its folder: no other room decides by a language's name.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FILE_NAMES, LANGUAGES } from "../../src/languages/registry.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { withSlashes } from "../../src/system/platform/below.ts";

/** Identifiers that mean something else, too: forms of output and of configuration files, a mode of opening files, a protocol. */
const OTHER_MEANINGS: ReadonlySet<string> = new Set(["html", "http", "json", "toml", "markdown", "text", "r"]);
/** The ways to write a heading. */
const NAMES_PROSE = "syntax/prose.ts";
/** A tool of that client, by the name that the client gives it. */
const NAMES_TOOL = "clients/opencode/hooks.ts";

const names = LANGUAGES.map(({ id }) => id).filter((id) => !OTHER_MEANINGS.has(id));
const files = readdirSync(packagePath("src"), { recursive: true, encoding: "utf8" })
  .map((file) => withSlashes(file))
  .filter((file) => file.endsWith(".ts"));
const codeOf = (file: string): string =>
  readFileSync(packagePath("src", file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
const namedIn = (file: string): string[] => {
  const code = codeOf(file);
  return names.filter((name) => code.includes(`"${name}"`)).map((name) => `${file} names ${name}`);
};

/** This program is a package, too. */
const OWN_MANIFEST = "package.json";
/** How the paths of libraries look in a trace. */
const READS_TRACES = "search/query/parse-places.ts";

/** Manifests, lock files and folders of a language's tools; without those spelled as a property is (`.next`). */
const toolNames: ReadonlySet<string> = new Set(
  FILE_NAMES.flatMap(({ rootMarkers, lockFiles, vendoredFolders, vendoredInside }) => [
    rootMarkers?.replaceAll(/\{[^}]*\}/g, ""),
    lockFiles,
    vendoredFolders,
    vendoredInside,
  ])
    .flatMap((text) => text?.split(" ") ?? [])
    .filter((name) => /^[A-Z]|^.+[._-]/.test(name) && name !== OWN_MANIFEST),
);
const toolNamesIn = (file: string): string[] =>
  [
    ...new Set(
      codeOf(file)
        .replaceAll("\\", "")
        .match(/[\w.*-]+/g),
    ),
  ]
    .filter((word) => toolNames.has(word))
    .map((name) => `${file} names ${name}`);

it("no room but languages/ names a language", () => {
  const others = files.filter((file) => !file.startsWith("languages/") && file !== NAMES_PROSE && file !== NAMES_TOOL);
  expect(others.flatMap(namedIn)).toEqual([]);
});

it("the names would be found: languages/ has them", () => {
  expect(files.filter((file) => file.startsWith("languages/")).flatMap(namedIn).length).toBeGreaterThan(
    names.length / 2,
  );
});

it("no room but languages/ names what one language's tools call files", () => {
  const others = files.filter((file) => !file.startsWith("languages/") && file !== READS_TRACES);
  expect(others.flatMap(toolNamesIn)).toEqual([]);
});

it("those names would be found, too", () => {
  expect(files.flatMap(toolNamesIn).length).toBeGreaterThan(toolNames.size / 2);
});
