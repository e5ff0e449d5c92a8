// A change to the files that decide what is reviewed, and changed sources that they keep out of the review.
import { isSource } from "../../change/read/is-source.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding } from "../contract.ts";

/** By name: the project's own settings, and ignore files. */
const SETTINGS_FILE = ".context-broker.json";
const CONTROLS: ReadonlySet<string> = new Set([SETTINGS_FILE, ".gitignore", ".ignore", ".dockerignore"]);
const SHOWN_MAX = 3;

export const reviewControls: Rule = {
  id: "review-controls",
  title: "Change of what is reviewed",
  type: "suppression",
  severity: "medium",
  needs: [],
  doc: `The change touches a file that decides which files are looked at (\`.context-broker.json\`, \`.gitignore\`, \`.ignore\`,
\`.dockerignore\`) and also changes source files that the project's rules keep out of the review: medium. A change of
\`.context-broker.json\` alone: low. The evidence is the first changed line of that file.

**Remedy**: merge the change of the rules by itself, then review the rest.`,
  async check(scene) {
    const controls = scene.files.filter(({ path }) => CONTROLS.has(path.slice(path.lastIndexOf("/") + 1)));
    const hidden = scene.files.filter(({ path, unread }) => unread !== null && isSource(path) && BY_RULES.test(unread));
    const findings: RuleFinding[] = [];
    for (const control of controls) {
      await scene.pause();
      const finding = await findingOf(scene, control, hidden);
      findings.push(...(finding === null ? [] : [finding]));
    }
    return { kind: "checked", findings, notChecked: [] };
  },
};

/** Not by their content: no rule of the project hides what is minified or generated. A file that is gone has nothing to hide. */
const BY_RULES = /^not indexed by the project's rules(?:: ignored|;|$)/;

async function findingOf(
  scene: ReviewScene,
  control: ReviewedFile,
  hidden: readonly ReviewedFile[],
): Promise<RuleFinding | null> {
  const isSettings = control.path.endsWith(SETTINGS_FILE);
  const evidence = await firstChangedLine(scene, control);
  if (evidence === null || (hidden.length === 0 && !isSettings)) {
    return null;
  }
  const names = hidden.slice(0, SHOWN_MAX).map(({ path, unread }) => `${path} (${unread})`);
  const more = hidden.length > SHOWN_MAX ? " and more" : "";
  return {
    severity: hidden.length > 0 ? "medium" : "low",
    message:
      hidden.length > 0
        ? `${control.path} changes what is reviewed, and ${renderCount(hidden.length, "changed source file is", "changed source files are")} not looked into: ${names.join(", ")}${more}`
        : `${control.path} changes what is reviewed`,
    path: evidence.path,
    line: evidence.line,
    symbol: null,
    evidence: [evidence],
  };
}

async function firstChangedLine(scene: ReviewScene, file: ReviewedFile): Promise<EvidenceLine | null> {
  const after = file.after === null ? null : (file.lines?.after?.startLine ?? (file.lines === null ? 1 : null));
  return after === null
    ? scene.evidence(file.from ?? file.path, file.lines?.before?.startLine ?? 1, "before")
    : scene.evidence(file.path, after, "after");
}
