// A generated file that is edited by hand: what it is generated from stays as it is.
import { lineEdits } from "../../intelligence/changes/added-lines.ts";
import { manifestsOfLock } from "../../languages/file-kinds.ts";
import { folderOf, nameOfPath } from "../../linking/lookup.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { isBesideProject } from "../changed-code.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isCommentLine, lineSayingGenerated, NOTICE_LINES } from "../generated-text.ts";

export const editedGeneratedFile: Rule = {
  id: "edited-generated-file",
  title: "Generated file edited by hand",
  type: "files",
  severity: "medium",
  needs: [],
  doc: `A file that says in its first lines that it is generated and not to be edited, that the change edits below that notice.

- **medium**: the notice names the file that it is generated from (\`source: orders.proto\`), which is there and stays as it is.
- **low**: it names none, and the change touches no other file that it could be made by or from: none in its folder, and none whose name is in the
  notice.

A change that touches the notice comes from another version of the generator; one of more than 3 generated files, or of more than a third of a file, comes from
running it. Neither is reported, nor are lock files, which have a rule of their own. Other rules do not look at generated files.

**Remedy**: change what it is generated from, and run the generator.`,
  check,
};

/** A run of a generator writes more. */
const FILES_MAX = 3;
/** Of the lines of a file: a generator rewrites more, a hand less. */
const REWRITTEN_SHARE = 1 / 3;
/** A short file is rewritten by hand as well. */
const BY_HAND_LINES = 20;
const SOURCE = /\bsource(?: file)?:\s*["']?([\w./-]+\.\w+)/i;

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const generated: Generated[] = [];
  for (const file of scene.files.filter(({ path, status }) => status === "changed" && isJudged(path))) {
    await scene.pause();
    const one = await readGenerated(scene, file);
    generated.push(...(one === null ? [] : [one]));
  }
  for (const one of generated.length > FILES_MAX ? [] : generated) {
    const finding = one.isNoticeChanged || one.isRewritten ? null : await findingOf(scene, one, generated);
    findings.push(...(finding === null ? [] : [finding]));
  }
  return { kind: "checked", findings, notChecked: [] };
}

/** Lock files have a rule of their own. */
const isJudged = (path: string): boolean => !isBesideProject(path) && manifestsOfLock(nameOfPath(path)).length === 0;

interface Generated {
  readonly path: string;
  readonly notice: readonly string[];
  /** 1-based. */
  readonly noticeLine: number;
  readonly isNoticeChanged: boolean;
  readonly isRewritten: boolean;
  /** 1-based line of the first difference. */
  readonly line: number;
}

/** Null for a file that people write. */
async function readGenerated(scene: ReviewScene, { path }: ReviewedFile): Promise<Generated | null> {
  const [old, now] = [await scene.text(path, "before"), await scene.text(path, "after")];
  const noticeLine = now === null ? null : lineSayingGenerated(now);
  if (old === null || now === null || noticeLine === null) {
    return null;
  }
  const [before, lines] = [splitLines(old), splitLines(now)];
  const notice = lines.slice(0, NOTICE_LINES);
  const line = 1 + lines.findIndex((text, at) => text !== before[at]);
  const isNoticeChanged = notice.some((text, at) => text !== before[at] && isCommentLine(text));
  const isRewritten = lineEdits(old, now).added.size > Math.max(lines.length * REWRITTEN_SHARE, BY_HAND_LINES);
  return line === 0 ? null : { path, notice, noticeLine, isNoticeChanged, isRewritten, line };
}

async function findingOf(
  scene: ReviewScene,
  { path, notice, noticeLine, line }: Generated,
  all: readonly Generated[],
): Promise<RuleFinding | null> {
  const written = scene.files.filter((file) => !all.some((one) => one.path === file.path)).map((file) => file.path);
  const named = SOURCE.exec(notice.join("\n"))?.[1];
  const source = named === undefined ? null : await sourceOf(scene, path, named, written);
  const text = notice.join("\n");
  const mayBeMadeBy = (one: string): boolean =>
    folderOf(one) === folderOf(path) || text.includes(nameOfPath(one).replace(/\.\w+$/, ""));
  if (source === "changed" || (source === null && (named !== undefined || written.some(mayBeMadeBy)))) {
    return null;
  }
  const lines = await Promise.all([noticeLine, line].map((one) => scene.evidence(path, one, "after")));
  const evidence = lines.filter((one) => one !== null);
  const message =
    source === null
      ? "this file says that it is generated; the change touches nothing that it could be made from"
      : `this file is generated from ${source}, which stays as it is`;
  const severity = source === null ? "low" : "medium";
  return evidence.length < 2 ? null : { severity, message, path, line, symbol: null, evidence };
}

/** The path of the file that the notice names, "changed" where the change touches it; null where it is not found. */
async function sourceOf(
  scene: ReviewScene,
  path: string,
  named: string,
  changed: readonly string[],
): Promise<string | null> {
  if (changed.some((one) => nameOfPath(one) === nameOfPath(named))) {
    return "changed";
  }
  const folder = folderOf(path);
  for (const one of [named, `${folder}/${nameOfPath(named)}`, nameOfPath(named)]) {
    if (await scene.isStored(one)) {
      return one;
    }
  }
  return null;
}
