// An import that the layering rules of the project's settings forbid.
import { compileGlob } from "../../system/glob.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { type ImportEdge, importEdges } from "../import-edges.ts";

export const forbiddenImport: Rule = {
  id: "forbidden-import",
  title: "Layering rule broken",
  type: "architecture",
  severity: "high",
  needs: ["edges"],
  doc: `An import that the change adds and that a layering rule of the settings forbids: a file that matches \`from\` may not import one
that matches \`to\`. Imports of types count, too. An import that was there before the change is not reported, and without rules in the
settings there is nothing to report.

**Remedy**: import what the rule allows, move the code, or change the rule.`,
  check,
};

interface Layering {
  readonly from: string;
  readonly to: string;
  readonly isFrom: (path: string) => boolean;
  readonly isTo: (path: string) => boolean;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const layers = scene.settings.forbiddenImports.map(({ from, to }): Layering => {
    const [isFrom, isTo] = [compileGlob(from), compileGlob(to)];
    return { from, to, isFrom: (path) => isFrom.matches(path), isTo: (path) => isTo.matches(path) };
  });
  const findings: RuleFinding[] = [];
  const notChecked: string[] = [];
  for (const file of layers.length === 0 ? [] : scene.files) {
    await scene.pause();
    const own = layers.filter(({ isFrom }) => isFrom(file.path));
    const edges = own.length === 0 || file.after === null ? [] : scene.isOver() ? null : newEdges(scene, file);
    if (edges === null) {
      notChecked.push(`imports of ${file.path}: not resolved in time`);
    }
    for (const edge of edges ?? []) {
      const broken = own.find(({ isTo }) => isTo(edge.to));
      const finding = broken === undefined ? null : await findingOf(scene, file, edge, broken);
      findings.push(...(finding === null ? [] : [finding]));
    }
  }
  return { kind: "checked", findings, notChecked };
}

/** Imports that the file did not have before, each imported file once; null if time was up. */
function newEdges({ project }: ReviewScene, { path, from, before }: ReviewedFile): readonly ImportEdge[] | null {
  const now = importEdges(project.now, path);
  const old = before === null ? [] : importEdges(project.base, from ?? path);
  if (now === null || old === null) {
    // A file without facts imports nothing that is known.
    return project.now.lookup.facts(path) === null ? [] : null;
  }
  const known = new Set(old.map(({ to }) => to));
  return [...new Map(now.filter(({ to }) => !known.has(to)).map((edge) => [edge.to, edge])).values()];
}

async function findingOf(
  scene: ReviewScene,
  { path }: ReviewedFile,
  { to, line }: ImportEdge,
  rule: Layering,
): Promise<RuleFinding | null> {
  const evidence = await scene.evidence(path, line, "after");
  return evidence === null
    ? null
    : {
        severity: "high",
        message: `imports ${to}: files that match ${rule.from} may not import those that match ${rule.to}`,
        path,
        line,
        symbol: null,
        evidence: [evidence],
      };
}
