// The figures of a run, and the table that a person reads: tokens by tool and in all, beside those of an earlier run.

/** Tokens of one call's answer in either form. */
export interface CallFigures {
  readonly tool: string;
  readonly text: number;
  readonly structured: number;
}

export interface Figures {
  /** Commit of the program that was measured. */
  readonly commit: string;
  readonly calls: readonly CallFigures[];
  readonly toolList: {
    /** As a server offers it without settings. */
    readonly default: number;
    readonly all: number;
  };
  /** The same totals as another tokenizer counts them; absent where none was given. */
  readonly tiktoken?: { readonly text: number; readonly structured: number; readonly toolList: number };
}

interface Sum {
  calls: number;
  text: number;
  structured: number;
}

export function sumsByTool({ calls }: Pick<Figures, "calls">): ReadonlyMap<string, Readonly<Sum>> {
  const sums = new Map<string, Sum>();
  for (const { tool, text, structured } of calls) {
    const sum = sums.get(tool) ?? { calls: 0, text: 0, structured: 0 };
    sum.calls += 1;
    sum.text += text;
    sum.structured += structured;
    sums.set(tool, sum);
  }
  return sums;
}

export function sumOf({ calls }: Pick<Figures, "calls">): Readonly<Sum> {
  const add = (form: "text" | "structured"): number => calls.reduce((sum, call) => sum + call[form], 0);
  return { calls: calls.length, text: add("text"), structured: add("structured") };
}

const number = (value: number): string => value.toLocaleString("en");
const change = (now: number, before: number | undefined): string =>
  before === undefined || before === 0
    ? ""
    : `${now <= before ? "−" : "+"}${Math.abs(Math.round((1 - now / before) * 100))} %`;

function row(name: string, now: Readonly<Sum>, before: Readonly<Sum> | undefined): string {
  const cells = [
    name,
    String(now.calls),
    ...(["text", "structured"] as const).flatMap((form) => [
      number(before?.[form] ?? now[form]),
      ...(before === undefined ? [] : [number(now[form]), change(now[form], before[form])]),
    ]),
    (now.structured / now.text).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** A Markdown table, one line a tool. */
export function renderFigures(now: Figures, before: Figures | null): string {
  const [byTool, beforeByTool] = [sumsByTool(now), before === null ? null : sumsByTool(before)];
  const forms = before === null ? ["text", "structured"] : ["text before", "now", "", "structured before", "now", ""];
  const columns = ["tool", "calls", ...forms, "structured / text"];
  return [
    `| ${columns.join(" | ")} |`,
    `|${columns.map((_, at) => (at === 0 ? "---|" : "---:|")).join("")}`,
    ...[...byTool].map(([tool, sum]) => row(tool === "" ? tool : `\`${tool}\``, sum, beforeByTool?.get(tool))),
    row("all", sumOf(now), before === null ? undefined : sumOf(before)),
    "",
    ...(["default", "all"] as const).map((set) => {
      const earlier =
        before === null
          ? ""
          : ` (${number(before.toolList[set])} before, ${change(now.toolList[set], before.toolList[set])})`;
      return `Tool list, ${set === "default" ? "as offered by default" : "all tools"}: ${number(now.toolList[set])} tokens${earlier}.`;
    }),
    ...(now.tiktoken === undefined
      ? []
      : [
          `tiktoken counts ${number(now.tiktoken.text)} as text, ${number(now.tiktoken.structured)} structured, ${number(now.tiktoken.toolList)} for the default tool list.`,
        ]),
    "",
  ].join("\n");
}
