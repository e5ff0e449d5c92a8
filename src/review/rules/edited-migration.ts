// A migration of a database that was there before the change, and that the change edits or removes.
import { isMigration } from "../../languages/file-kinds.ts";
import { changesCode, isBesideProject } from "../changed-code.ts";
import type { ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";

export const editedMigration: Rule = {
  id: "edited-migration",
  title: "Existing migration edited",
  type: "files",
  severity: "medium",
  needs: [],
  doc: `A migration that was there before the change, and that the change edits or removes. Databases that it has run on do not run it again, so
they differ from new ones. Migrations are known by the names that their tools give them, such as \`db/migrate/20260102030405_add_orders.rb\` or
\`V2__add_orders.sql\`.

Changes of comments and white space are not reported, nor renamed files, migrations of tests, fixtures and examples, and new ones.

**Remedy**: leave it as it is, and add a migration that makes the change.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  for (const file of scene.files.filter(({ path }) => isMigration(path) && !isBesideProject(path))) {
    await scene.pause();
    const isRemoved = file.status === "removed";
    const side = isRemoved ? "before" : "after";
    const line = (isRemoved ? null : file.lines?.after?.startLine) ?? 1;
    const evidence =
      isRemoved || (file.status === "changed" && changesCode(file))
        ? ((await scene.evidence(file.path, line, side)) ?? (await scene.evidence(file.path, 1, side)))
        : null;
    if (evidence !== null) {
      findings.push({
        severity: "medium",
        message: `this migration was there before and is ${isRemoved ? "removed" : "edited"}: databases that it has run on do not run it again`,
        path: file.path,
        line: evidence.line,
        symbol: null,
        evidence: [evidence],
      });
    }
  }
  return { kind: "checked", findings, notChecked: [] };
}
