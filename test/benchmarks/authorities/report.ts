// The comparison as Markdown: what is asked for and whether it is met, then recall and precision by class. Knows no
// measurement.
import { table } from "../support.ts";
import { type Figures, figuresOf, type Judged, type Share } from "./figures.ts";

const decimal = (value: number): string => value.toFixed(3).replace(/^0/, "");
const mean = ({ count, mean: value }: Share): string => (count === 0 ? "" : decimal(value));
const withCount = (share: Share | undefined): string =>
  share === undefined || share.count === 0 ? "" : `${decimal(share.mean)} of ${share.count.toLocaleString("en")}`;
const withInterval = (share: Share): string =>
  share.count === 0 ? "none" : `${withCount(share)}, ${decimal(share.low)} to ${decimal(share.high)}`;

/** The least shares that are asked for. */
const WANTED = { exact: 0.99, all: 0.95, recall: 0.85 } as const;

/** The figures that are asked for, in the order shown. */
const ASKED: readonly {
  readonly name: string;
  readonly least: keyof typeof WANTED;
  readonly of: (figures: Figures) => Share;
}[] = [
  {
    name: "references labelled exact: precision",
    least: "exact",
    of: ({ precisionBy }) => precisionBy["exact"] ?? NONE,
  },
  {
    name: "calls labelled exact: precision",
    least: "exact",
    of: ({ callPrecisionBy }) => callPrecisionBy["exact"] ?? NONE,
  },
  { name: "all references: precision", least: "all", of: ({ precision }) => precision },
  { name: "all calls: precision", least: "all", of: ({ callPrecision }) => callPrecision },
  { name: "references: recall", least: "recall", of: ({ recall }) => recall },
  { name: "calls: recall", least: "recall", of: ({ callRecall }) => callRecall },
];
const NONE: Share = { count: 0, mean: Number.NaN, low: Number.NaN, high: Number.NaN };

/** Repositories of one authority that rules were tuned on, or that were held out. */
interface Group {
  readonly name: string;
  readonly figures: Figures;
}

function groupsOf(all: readonly Judged[]): Group[] {
  const authorities = [...new Set(all.map(({ authority }) => authority))];
  return authorities.flatMap((authority) =>
    [false, true].flatMap((heldOut) => {
      const of = all.filter((one) => one.authority === authority && one.heldOut === heldOut);
      const names = of.map(({ repository }) => repository).join(", ");
      return of.length === 0
        ? []
        : [
            {
              name: `${authority}: ${names}${heldOut ? " (held out)" : ""}`,
              figures: figuresOf(of),
            },
          ];
    }),
  );
}

const askedTable = (groups: readonly Group[]): string =>
  table(
    ["authority: repositories", "figure", "asked", "measured, 95 % interval", ""],
    groups.flatMap(({ name, figures }) =>
      ASKED.map(({ name: figure, least: which, of }) => {
        const share = of(figures);
        const least = WANTED[which];
        const verdict = share.count === 0 ? "" : share.mean >= least ? "met" : "**missed**";
        return [name, figure, `≥ ${decimal(least)}`, withInterval(share), verdict];
      }),
    ),
  );

/** A row a key, a column a group. */
function byKey(
  title: string,
  groups: readonly Group[],
  of: (figures: Figures) => Readonly<Record<string, Share>>,
): string {
  const keys = [...new Set(groups.flatMap(({ figures }) => Object.keys(of(figures))))];
  const rows = keys.map((key) => [key, ...groups.map(({ figures }) => withCount(of(figures)[key]))]);
  return table([title, ...groups.map(({ name }) => name)], rows);
}

const repositoryTable = (all: readonly Judged[]): string =>
  table(
    ["authority", "repository", "sites", "recall", "recall of calls", "rows judged", "precision", "exact", "calls"],
    all.map((one) => {
      const { recall, callRecall, precision, precisionBy, callPrecision } = figuresOf([one]);
      return [
        one.authority,
        `${one.repository}${one.heldOut ? " (held out)" : ""}`,
        recall.count.toLocaleString("en"),
        ...[recall, callRecall].map(mean),
        precision.count.toLocaleString("en"),
        ...[precision, precisionBy["exact"] ?? NONE, callPrecision].map(mean),
      ];
    }),
  );

const counts = (record: Readonly<Record<string, number>>): string =>
  Object.entries(record)
    .map(([key, value]) => `${value.toLocaleString("en")} ${key}`)
    .join(", ");

const notes = (groups: readonly Group[]): string =>
  groups
    .map(
      ({ name, figures: { asked, verdicts, localRecall } }) =>
        `- ${name}: answers ${counts(asked)}; rows ${counts(verdicts)}; locals, not counted above: recall ${withCount(localRecall)}`,
    )
    .join("\n");

/** `about`: what was compared when and on what, a line each. */
export function renderReport(all: readonly Judged[], about: readonly string[]): string {
  const groups = groupsOf(all);
  return `${[
    about.map((line) => `- ${line}`).join("\n"),
    askedTable(groups),
    repositoryTable(all),
    byKey("recall with rows at least so certain", groups, ({ recallBy }) => recallBy),
    byKey("recall by class of site", groups, ({ recallOfClass }) => recallOfClass),
    byKey("recall by kind of target", groups, ({ recallOfKind }) => recallOfKind),
    byKey("precision by certainty", groups, ({ precisionBy }) => precisionBy),
    notes(groups),
  ].join("\n\n")}\n`;
}
