// Ignore files of a repository that came from anywhere: git's lines, and Docker's.
import { adoptDockerRules, parseDockerignore } from "../../../src/project/docker-rules.ts";
import { readIgnoreLines } from "../../../src/project/ignore-file.ts";
import { judge, openRuleSet } from "../../../src/project/rule-scope.ts";
import { PATHS } from "../paths.ts";
import { type FuzzTarget, fail } from "../target.ts";

const DICTIONARY = [
  "**/",
  "/**",
  "*.ts",
  "!src/",
  "[!a-z]",
  "[[:alpha:]]",
  "\\ ",
  "?",
  "*a*a*a*b",
  "node_modules",
  "(a|b)+",
];

/** A line with `**` inside a name is written out in several patterns, of three such in up to 15. */
const PATTERNS_A_LINE_MAX = 15;

export const ignoreRules: FuzzTarget = {
  name: "ignore-rules",
  holds: "every line is a pattern, a comment or counted as set aside; each path gets one verdict, the same twice",
  dictionary: DICTIONARY,
  bytesMax: 16_384,
  timeMaxMs: 3_000,
  check(input) {
    for (const base of ["", "packages/a b"]) {
      const { patterns, setAside } = readIgnoreLines(input, base);
      const lines = input.toString("latin1").split("\n").length;
      if (setAside.length > lines || patterns.length > PATTERNS_A_LINE_MAX * lines) {
        fail(`${lines} lines became ${patterns.length} patterns and ${setAside.length} set aside`);
      }
      const set = openRuleSet(patterns, 0, "");
      for (const path of PATHS) {
        const verdict = judge(set, path, false);
        if (verdict !== judge(openRuleSet(patterns, 0, ""), path, false)) {
          fail(`two verdicts on ${JSON.stringify(path)}`);
        }
      }
    }
  },
};

export const dockerRules: FuzzTarget = {
  name: "docker-rules",
  holds: "every path gets an answer, and rules that hide most of a project are not adopted",
  dictionary: DICTIONARY,
  bytesMax: 16_384,
  timeMaxMs: 3_000,
  check(input) {
    const rules = parseDockerignore(input);
    const hidden = PATHS.filter((path) => rules.ignores(path)).length;
    const adopted = adoptDockerRules(rules, PATHS);
    if (
      (adopted.rules === null) !== hidden > PATHS.length / 2 ||
      (adopted.rules === null) !== (adopted.problem !== null)
    ) {
      fail(`rules that hide ${hidden} of ${PATHS.length} were ${adopted.rules === null ? "not " : ""}adopted`);
    }
  },
};
