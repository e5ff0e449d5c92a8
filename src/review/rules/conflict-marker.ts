// Marks of a merge that was not finished: text of both sides, of which neither was chosen.
import { roleOf } from "../../languages/file-role.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { editsOf } from "./changed-places.ts";

export const conflictMarker: Rule = {
  id: "conflict-marker",
  title: "Merge conflict left in the text",
  type: "files",
  severity: "high",
  needs: [],
  doc: `The marks with which git shows both sides of a conflict (\`<<<<<<< ours\`, \`=======\`, \`>>>>>>> theirs\`), in lines that the change adds: all three, at the
beginning of their lines, in this order. One finding a conflict. In tests, fixtures, examples and documents, which may show such text, the severity is **low**.

**Remedy**: choose what the text is to be, and remove the marks.`,
  check,
};

const OURS = /^<{7}(?: |$)/;
const BETWEEN = /^={7}$/;
const THEIRS = /^>{7}(?: |$)/;

const SHOWS_TEXT: ReadonlySet<string> = new Set(["test", "fixture", "example", "prose"]);

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const notChecked: string[] = [];
  for (const file of scene.files) {
    await scene.pause();
    if (scene.isOver()) {
      notChecked.push(`${file.path}: not searched in time`);
    } else if (file.after !== null) {
      findings.push(...conflictsIn(file, splitLines(file.after)));
    }
  }
  return { kind: "checked", findings, notChecked };
}

function conflictsIn(file: ReviewedFile, lines: readonly string[]): RuleFinding[] {
  const { added } = editsOf(file);
  const findings: RuleFinding[] = [];
  let marks: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (OURS.test(line)) {
      marks = [at];
    } else if (marks.length === 1 && BETWEEN.test(line)) {
      marks = [...marks, at];
    } else if (marks.length === 2 && THEIRS.test(line)) {
      const evidence = [...marks, at].map(
        (one): EvidenceLine => ({
          path: file.path,
          line: one + 1,
          text: lines[one] ?? "",
          side: "after",
        }),
      );
      if (evidence.some((one) => added.has(one.line))) {
        findings.push(findingOf(file, evidence, (marks[0] ?? 0) + 1));
      }
      marks = [];
    }
  }
  return findings;
}

const findingOf = (file: ReviewedFile, evidence: readonly EvidenceLine[], line: number): RuleFinding => ({
  severity: SHOWS_TEXT.has(roleOf(file.path)?.role ?? "source") ? "low" : "high",
  message: "a merge conflict is left in the text",
  path: file.path,
  line,
  symbol: null,
  evidence,
});
