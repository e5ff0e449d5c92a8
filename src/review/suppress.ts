// Applies suppressions, by settings and by comments in the source. A change cannot silence its own review unseen: each suppressed
// finding stays in the report with its reason, and comments that the change itself adds count only as far as the settings allow.
import { compileGlob } from "../system/glob.ts";
import { isAtLeast, type SeverityThreshold } from "../vocabulary/severity.ts";
import { splitLines } from "../vocabulary/text.ts";
import type { EvidenceLine, Finding, ReviewScene, StateSide } from "./contract.ts";
import type { RuleReport } from "./run-rules.ts";
import { shownLine, shownText } from "./shown-lines.ts";
import { isAbout, type SuppressionComment, suppressionComments } from "./suppression-comments.ts";

/** What comments that the change adds may do. */
export type OwnSuppressions = "refuse" | "below-block" | "accept";

export interface SettingSuppression {
  readonly rule: string;
  /** Of paths. */
  readonly glob: string;
  readonly reason: string;
}

export interface SuppressedFinding {
  readonly finding: Finding;
  readonly reason: string;
  readonly by: "settings" | "comment";
  /** Whether the reviewed change itself adds the comment. */
  readonly isOwn: boolean;
}

export interface Suppressing {
  readonly scene: ReviewScene;
  readonly reports: readonly RuleReport[];
  readonly bySettings: readonly SettingSuppression[];
  readonly own: OwnSuppressions;
  readonly block: SeverityThreshold;
  /** Identifiers of all rules, whether they run or not. */
  readonly known: ReadonlySet<string>;
}

export interface Suppressed {
  /** What is left, with findings about the suppressions themselves. */
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/** The rule of findings about suppressions; its section in docs/use/review.md stands with the suppressions. */
export const SUPPRESSION_RULE = "suppression-comment";

interface FileComments {
  readonly path: string;
  readonly lines: readonly string[];
  readonly comments: readonly { readonly comment: SuppressionComment; readonly isOwn: boolean }[];
}

export async function suppress(task: Suppressing): Promise<Suppressed> {
  const all = task.reports.flatMap(({ findings }) => findings);
  const bySettings = task.bySettings.map((one) => ({ ...one, matches: compileGlob(one.glob, "folders") }));
  const files = await commentsOf(task.scene, new Set(all.map(({ path }) => path)));
  const used = new Set<SuppressionComment>();
  const left: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of all) {
    const setting = bySettings.find(({ rule, matches }) => rule === finding.rule && matches.matches(finding.path));
    const comment = commentFor(finding, files.get(finding.path));
    if (setting !== undefined) {
      suppressed.push({ finding, reason: shownText(setting.reason), by: "settings", isOwn: false });
      continue;
    }
    if (comment !== null) {
      used.add(comment.comment);
    }
    const reason = comment?.comment.reason ?? null;
    if (comment === null || reason === null || !isAccepted(task, finding, comment.isOwn)) {
      left.push(finding);
    } else {
      suppressed.push({ finding, reason: shownText(reason), by: "comment", isOwn: comment.isOwn });
    }
  }
  return { findings: [...left, ...[...files.values()].flatMap((file) => faultsOf(task, file, used))], suppressed };
}

const isAccepted = ({ own, block }: Suppressing, { severity }: Finding, isOwn: boolean): boolean =>
  !isOwn || own === "accept" || (own === "below-block" && !isAtLeast(severity, block));

/** Comments of the changed files and of those with findings, as they are after the change. */
async function commentsOf(scene: ReviewScene, found: ReadonlySet<string>): Promise<ReadonlyMap<string, FileComments>> {
  const changed = new Map(scene.files.map((file) => [file.path, file]));
  const files = new Map<string, FileComments>();
  for (const path of new Set([...changed.keys(), ...found])) {
    await scene.pause();
    const text = await scene.text(path, "after");
    const comments = text === null ? [] : await suppressionsIn(scene, path, text);
    if (text === null || comments.length === 0) {
      continue;
    }
    const file = changed.get(path);
    const before = file === undefined ? null : await suppressionsIn(scene, file.from ?? path, file.before ?? "");
    const known = before === null ? null : new Set(before.map(sameness));
    const entries = comments.map((comment) => ({ comment, isOwn: known !== null && !known.has(sameness(comment)) }));
    files.set(path, { path, lines: splitLines(text), comments: entries });
  }
  return files;
}

async function suppressionsIn(scene: ReviewScene, path: string, text: string): Promise<SuppressionComment[]> {
  if (!text.includes("context-broker:")) {
    return [];
  }
  const inspected = await scene.inspect(path, text);
  return suppressionComments(text, "unread" in inspected ? null : inspected.comments);
}

/** A comment that moved with its line is still the same. */
const sameness = ({ scope, rules, reason }: SuppressionComment): string => JSON.stringify([scope, rules, reason]);

function commentFor(finding: Finding, file: FileComments | undefined): FileComments["comments"][number] | null {
  if (file === undefined || sideOf(finding) === "before") {
    return null;
  }
  const fits = ({ comment }: FileComments["comments"][number]): boolean =>
    comment.rules.includes(finding.rule) && isAbout(comment, finding.line);
  return file.comments.find(fits) ?? null;
}

/** In which state its line stands: a finding about something deleted stands in the state before the change. */
function sideOf({ path, line, evidence }: Finding): StateSide {
  const at = (side: StateSide): boolean =>
    evidence.some((one) => one.path === path && one.line === line && one.side === side);
  return at("before") && !at("after") ? "before" : "after";
}

/** Comments of the change that cannot be read, give no reason, name an unknown rule, or suppress nothing. */
function faultsOf({ reports, known }: Suppressing, file: FileComments, used: ReadonlySet<SuppressionComment>) {
  const ran = new Set(reports.flatMap(({ rule, unavailable }) => (unavailable === null ? [rule.id] : [])));
  return file.comments.flatMap(({ comment, isOwn }): Finding[] => {
    const unknown = comment.rules.filter((rule) => !known.has(rule));
    const isUnused = !used.has(comment) && comment.rules.every((rule) => ran.has(rule));
    const message =
      comment.rules.length === 0
        ? "this comment names no rule that can be read: write `context-broker: ignore RULE -- reason`"
        : comment.reason === null
          ? "this comment gives no reason, so it suppresses nothing: add ` -- reason`"
          : unknown.length > 0
            ? `there is no rule ${unknown.join(", ")}`
            : isUnused
              ? `this comment suppresses nothing: no finding of ${comment.rules.join(", ")} is here`
              : null;
    return isOwn && message !== null ? [faultAt(file, comment.line, message)] : [];
  });
}

function faultAt({ path, lines }: FileComments, line: number, message: string): Finding {
  const evidence: EvidenceLine = { path, line, text: shownLine(lines[line - 1] ?? ""), side: "after" };
  return {
    rule: SUPPRESSION_RULE,
    type: "suppression",
    severity: "low",
    message,
    path,
    line,
    symbol: null,
    evidence: [evidence],
  };
}
