// The small form of the syntax judge: JavaScript and JSON of the fixtures, as they are and after one edit of each kind, against
// the engine that runs this test.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { expect, it } from "vitest";
import { openAnalyzer } from "../../../../../src/languages/analyze.ts";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { seededRandom } from "../../../../support/random.ts";
import { EDIT_KINDS, editText } from "./edits.ts";

const analyzer = await openAnalyzer();
const fixtures = packagePath("fixtures");
const FILES_PER_LANGUAGE = 25;
const SIZE_MAX = 20_000;

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Without what only a module may have: to read modules, the engine needs a flag. */
const asScript = (text: string): string => text.replace(/^import .*$/gm, "").replace(/^export (?:default )?/gm, "");

const ENGINES = {
  ".js": (text: string) => accepts(() => vm.compileFunction(text)),
  ".json": (text: string) => accepts(() => JSON.parse(text)),
} as const;

const all = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).sort();

it.each(Object.entries(ENGINES))(
  "what the engine says of %s files is what the check says",
  async (extension, isValid) => {
    const texts = all
      .filter((path) => path.endsWith(extension) && !path.includes("hostile"))
      .map((path) => asScript(readFileSync(join(fixtures, path), "utf8")))
      .filter((text) => text.length < SIZE_MAX && isValid(text))
      .slice(0, FILES_PER_LANGUAGE);
    expect(texts.length).toBeGreaterThan(2);
    const random = seededRandom(1);
    const edited = texts.flatMap((text) =>
      EDIT_KINDS.flatMap((_, turn) => {
        const one = editText(text, turn, random);
        return one === null || isValid(one.text) ? [] : [one];
      }),
    );
    const verdictOf = async (text: string) => (await analyzer.check({ path: `a${extension}`, text })).verdict;
    for (const text of texts) {
      expect(await verdictOf(text), text).toBe("valid");
    }
    const passed: string[] = [];
    for (const { kind, text, line } of edited) {
      if ((await verdictOf(text)) !== "broken") {
        passed.push(`${kind}: ${text.split("\n")[line - 1]}`);
      }
    }
    expect(edited.length).toBeGreaterThan(10);
    expect(passed).toEqual([]);
  },
);
