// Marks of a merge that was not finished: text of both sides, of which neither was chosen.
import { roleOf } from "../../languages/file-role.ts";
import { conflictsIn } from "../../vocabulary/conflict-marks.ts";
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

const SHOWS_TEXT: ReadonlySet<string> = new Set(["test", "fixture", "example", "prose"]);

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const notChecked: string[] = [];
  for (const file of scene.files) {
    await scene.pause();
    if (scene.isOver()) {
      notChecked.push(`${file.path}: not searched in time`);
    } else if (file.after !== null) {
      findings.push(...findingsIn(file, splitLines(file.after)));
    }
  }
  return { kind: "checked", findings, notChecked };
}

function findingsIn(file: ReviewedFile, lines: readonly string[]): RuleFinding[] {
  const { added } = editsOf(file);
  return conflictsIn(lines).flatMap(({ ours, between, theirs }) => {
    const marks = [ours, between, theirs];
    const evidence = marks.map((line): EvidenceLine => {
      return { path: file.path, line, text: lines[line - 1] ?? "", side: "after" };
    });
    return marks.some((line) => added.has(line)) ? [findingOf(file, evidence, ours)] : [];
  });
}

const findingOf = (file: ReviewedFile, evidence: readonly EvidenceLine[], line: number): RuleFinding => ({
  severity: SHOWS_TEXT.has(roleOf(file.path)?.role ?? "source") ? "low" : "high",
  message: "a merge conflict is left in the text",
  path: file.path,
  line,
  symbol: null,
  evidence,
});
