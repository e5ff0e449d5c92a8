// Every exported value of src/ is imported by another file, of src/ or of a test: what only its own file uses is not exported, and
// what nothing uses is deleted (tsc finds it then).
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";
import { withSlashes } from "../src/system/platform/below.ts";

/** The build names these files itself. */
const OF_THE_BUILD = [
  "src/embedding/onnx-binding.ts",
  "src/language-model/no-gateway.ts",
  "src/server/no-answer-schemas.ts",
];

const read = (file: string): string => readFileSync(packagePath(file), "utf8");
const filesIn = (folder: string): string[] =>
  readdirSync(packagePath(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file))
    .map((file) => `${folder}/${withSlashes(file)}`);

const STATIC = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g;
const WHOLE = /import\s+\*\s+as\s+\w+\s+from\s*"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g;

/** `src/a.ts name` for each name that a file imports; of a module that is imported as a whole, each word of the importing file. */
function importsOf(file: string): string[] {
  const text = read(file);
  const named = [...text.matchAll(STATIC)].flatMap(([, names = "", from = ""]) =>
    names.split(",").map((name) => {
      const [imported = ""] = name
        .trim()
        .replace(/^type\s+/, "")
        .split(/\s+as\s+/);
      return `${withSlashes(join(dirname(file), from))} ${imported}`;
    }),
  );
  const whole = [...text.matchAll(WHOLE)].map(([, namespace, loaded]) =>
    withSlashes(join(dirname(file), namespace ?? loaded ?? "")),
  );
  const words = whole.length === 0 ? [] : [...new Set(text.match(/\w+/g))];
  return [...named, ...whole.flatMap((from) => words.map((word) => `${from} ${word}`))];
}

const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) +(\w+)/gm;

it("no value is exported that no other file imports", () => {
  const sources = filesIn("src");
  const imported = new Set([...sources, ...filesIn("test")].flatMap(importsOf));
  const exported = sources
    .filter((file) => !OF_THE_BUILD.includes(file))
    .flatMap((file) => [...read(file).matchAll(EXPORTED)].map(([, name]) => `${file} ${name}`));
  expect(exported.length).toBeGreaterThan(sources.length);
  expect(exported.filter((one) => !imported.has(one))).toEqual([]);
});
