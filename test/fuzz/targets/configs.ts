// Configuration files of a project, read by other people's parsers: JSON with comments and TOML.
import { configFacts } from "../../../src/languages/read-config.ts";
import { parseJsonWithComments, parseToml } from "../../../src/system/parse-config.ts";
import { type FuzzTarget, fail } from "../target.ts";

/** Below what JSON.stringify and a schema can walk: TOML's dotted keys nest without brackets. */
function checkPlain(value: unknown): void {
  const todo = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === "object" && next !== null && !Array.isArray(next) && !(next instanceof Date)) {
      if (Object.getPrototypeOf(next) !== null) {
        fail("an object inherits something");
      }
    }
    todo.push(...(typeof next === "object" && next !== null ? Object.values(next) : []));
  }
}

export const configs: FuzzTarget = {
  name: "configs",
  holds:
    "an object that inherits nothing, or a SyntaxError; facts of a Cargo.toml, package.json or tsconfig.json, or none",
  dictionary: [
    ...['"__proto__":{}', "__proto__.a=1", "[constructor]", "// c\n", "/* c */", "# c\n", '"""', "'''", "[[bin]]"],
    ...[
      "[package]\n",
      "name = ",
      "path = ",
      "[target.'cfg(unix)'.dependencies]\n",
      '"paths":{',
      '"exports":',
      "{a=",
      "[[",
    ],
  ],
  bytesMax: 16_384,
  timeMaxMs: 2_000,
  check(input) {
    const text = input.toString("utf8");
    for (const parse of [parseJsonWithComments, parseToml]) {
      try {
        checkPlain(parse(text));
      } catch (error) {
        if (!(error instanceof SyntaxError)) {
          throw error;
        }
      }
    }
    for (const file of ["Cargo.toml", "package.json", "tsconfig.json"]) {
      JSON.stringify(configFacts(file, text));
    }
  },
};
