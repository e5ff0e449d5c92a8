// A file that commits nearly always change together with the changed one, and that this change leaves as it is.
import { isProjectFile } from "../../languages/file-kinds.ts";
import { roleOf } from "../../languages/file-role.ts";
import { nameOfPath } from "../../linking/lookup.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { changesCode } from "../changed-code.ts";
import type {
  EvidenceLine,
  ReviewedFile,
  ReviewScene,
  Rule,
  RuleFinding,
  RuleOutcome,
  RuleThreshold,
} from "../contract.ts";
import { isGenerated } from "../generated-text.ts";
import { thresholdsOf } from "../thresholds.ts";
import { editsOf } from "./changed-places.ts";

const ID = "missing-co-change";

const THRESHOLDS = {
  commits: { doc: "commits that changed both, at least", default: 7, min: 1, max: 10_000 },
  percent: { doc: "of the commits that changed this file, at least", default: 80, min: 1, max: 100 },
} satisfies Record<string, RuleThreshold>;

/** Partners of one file that are named. */
const NAMED_MAX = 3;

type Numbers = Readonly<Record<keyof typeof THRESHOLDS, number>>;

export const missingCoChange: Rule = {
  id: ID,
  title: "Usual partner of a hotspot not changed",
  type: "history",
  severity: "low",
  needs: ["history"],
  thresholds: THRESHOLDS,
  doc: `A file that is often changed, while another one that its commits nearly always change, too, is left as it is: a registration, a
counterpart, a table that is kept in step by hand. At least 7 commits changed both, and they are 80% of those that changed this file.
The severity is never more than **low**: what was done before is a hint, no proof that something is missing.

Commits of more than 30 files are not counted, nor those of the change itself. A change of comments, of imports or of tests alone is not reported, nor are partners that are
prose or configuration, such as a changelog or a manifest.

**Remedy**: look whether the other file needs a change, too.`,
  check,
};

/** Files that people keep for other reasons than that the code needs them. */
const BESIDE: ReadonlySet<string> = new Set(["prose", "config", "generated", "vendored"]);

interface Missing {
  readonly file: ReviewedFile;
  readonly partner: string;
  readonly together: number;
  readonly commits: number;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const changed = new Set(scene.files.flatMap(({ path, from }) => [path, from]));
  const numbers = thresholdsOf(scene.settings, ID, THRESHOLDS);
  const strongest = new Map<string, Missing>();
  for (const missing of scene.files.flatMap((file) => missingFor(scene, file, numbers))) {
    const known = strongest.get(missing.partner);
    const isStronger = known === undefined || missing.together * known.commits > known.together * missing.commits;
    if (!changed.has(missing.partner) && isStronger) {
      strongest.set(missing.partner, missing);
    }
  }
  const findings: RuleFinding[] = [];
  for (const file of scene.files) {
    await scene.pause();
    const ofFile = [...strongest.values()].filter((one) => one.file === file).sort((x, y) => y.together - x.together);
    const finding = await findingOf(scene, ofFile);
    findings.push(...(finding === null ? [] : [finding]));
  }
  return { kind: "checked", findings, notChecked: [] };
}

function missingFor({ history, project }: ReviewScene, file: ReviewedFile, least: Numbers): Missing[] {
  const isCode = roleOf(file.path)?.role !== "test" && !isGenerated(file) && changesCode(file) && !isOfImports(file);
  const signals = file.status === "changed" && isCode ? history?.of(file.path) : null;
  if (signals === null || signals === undefined || signals.hotspotRank === null || isBeside(file.path)) {
    return [];
  }
  const { commitsTogether: commits, coChanged } = signals;
  return coChanged.flatMap(({ path: partner, together }) => {
    const isPartner = together >= least.commits && together * 100 >= commits * least.percent;
    const isThere = project.now.lookup.exists(partner) && !isBeside(partner);
    return isPartner && isThere ? [{ file, partner, together, commits }] : [];
  });
}

/** Whether imports alone differ: what they bring in is used as before. */
const isOfImports = ({ status, symbols }: ReviewedFile): boolean =>
  status === "changed" &&
  symbols.importsChanged &&
  !symbols.restChanged &&
  symbols.changed.length + symbols.added.length + symbols.removed.length === 0;

const isBeside = (path: string): boolean => BESIDE.has(roleOf(path)?.role ?? "") || isProjectFile(nameOfPath(path));

/** The first line, blank ones left out, that the change adds, or else one that it removes; null if there is none. */
async function changedLine(scene: ReviewScene, file: ReviewedFile): Promise<EvidenceLine | null> {
  const { added, removed } = editsOf(file);
  for (const [side, lines] of [["after", added] as const, ["before", removed] as const]) {
    for (const line of [...lines].sort((a, b) => a - b)) {
      const shown = await scene.evidence(file.path, line, side);
      if (shown !== null && shown.text !== "") {
        return shown;
      }
    }
  }
  return null;
}

/** One finding for all partners of a file, the strongest first; null where there is none. */
async function findingOf(scene: ReviewScene, missing: readonly Missing[]): Promise<RuleFinding | null> {
  const [first] = missing;
  if (first === undefined) {
    return null;
  }
  const { file, partner, together, commits } = first;
  const evidence = (await changedLine(scene, file)) ?? (await scene.evidence(file.path, 1, "after"));
  const others = missing.slice(1, NAMED_MAX).map((one) => one.partner);
  const more = missing.length > NAMED_MAX ? [`${missing.length - NAMED_MAX} more`] : [];
  const also = others.length === 0 ? "" : ` (nearly as often ${[...others, ...more].join(", ")})`;
  return evidence === null
    ? null
    : {
        severity: "low",
        message: `${together} of the ${renderCount(commits, "commit")} that changed this file changed ${partner}, too${also}; this change does not`,
        path: file.path,
        line: evidence.side === "after" ? evidence.line : 1,
        symbol: null,
        evidence: [evidence],
      };
}
