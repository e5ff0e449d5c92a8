// docs/records/answer-forms.md, made from the committed figures of `npm run bench:tokens`. A test holds it.
import { type JudgedRecord, renderJudged } from "../benchmarks/tokens/judged.ts";
import { type Figures, sumOf, sumsByTool } from "../benchmarks/tokens/report.ts";

/** The figures that the page shows, in docs/records/benchmarks. */
export const COMMITTED = { before: "2026-11-23-tokens-base.json", now: "2026-11-28-tokens.json" } as const;
/** Those of the answers to judged queries. */
export const COMMITTED_JUDGED = "2026-11-28-tokens-judged.json";

/** What the forms of answers are held to, all calls together. */
export const FORM_RATIO_MAX = 1.3;

/** Tokens that the names of fields may cost beside that: of a tiny answer they are the greater part. */
export const TINY_TOKENS = 100;

const number = (value: number): string => value.toLocaleString("en");
const fall = (now: number, before: number): string =>
  `${now <= before ? "−" : "+"}${Math.abs(Math.round((1 - now / before) * 100))} %`;

function row(name: string, now: Sum, before: Sum | undefined): string {
  const cells = [
    name,
    String(now.calls),
    number(now.text),
    number(now.structured),
    (now.structured / now.text).toFixed(2),
  ];
  const change =
    before === undefined ? ["", ""] : [fall(now.text, before.text), fall(now.structured, before.structured)];
  return `| ${[...cells, ...change].join(" | ")} |`;
}

interface Sum {
  readonly calls: number;
  readonly text: number;
  readonly structured: number;
}

export function answerFormsPage(now: Figures, before: Figures, judged: JudgedRecord): string {
  const [sums, earlier] = [sumsByTool(now), sumsByTool(before)];
  return `# Forms of an answer

<!-- Made by test/support/answer-forms-page.ts from docs/records/benchmarks/${COMMITTED.now}; \`npm run golden\` rewrites this page. -->

Every answer has two forms with the same content: text for a person or a model, and typed fields for programs (structured content; \`--json\` on
the command line). Text costs a model the fewest tokens, so clients that would hand their model the fields are given the text alone
([what reaches the model](../inside/serving.md#what-reaches-a-clients-model)). For clients that are not known, neither form may cost much more
than the other: a test holds ${FORM_RATIO_MAX} times as much. Rows are tuples under named columns ([tables](../use/tools.md#how-to-read-this-page)); usual values are in
neither form. What only programs use (scores, counts, token statistics of a search) is in neither: it is \`details\` in \`--json\`, and in \`_meta\` over MCP.

## A search

Answers to judged queries at the defaults, by words only (\`npm run bench:tokens -- --queries FILE --checkouts DIR\`, commit ${(judged.commit ?? "unknown").slice(0, 9)}); tokens (o200k_base),
means over queries:

${renderJudged(judged.queries)}

JSON escapes each line end, tab and quote. The last two columns say what that costs for the source alone, before any key of a field: lines in a list cost less
than one string, since \`","\` between two lines is one token, and \`\\n\` takes the next word apart. Tabs cost most (gin, cobra). So no form in JSON comes near the text, and the fields stay
what programs read best: a hit is an object with \`path\`, \`start_line\`, \`end_line\` and a list of lines.

## All tools

In a *tiny* answer (no caller, one match, a receipt) the names of the fields cost more than the rows. So every answer may
cost up to ${TINY_TOKENS} tokens more as fields than its share allows: a name such as \`"completeness"\` costs the same in an answer of 50 tokens
and of 2,000.

Tokens (o200k_base) of 80 fixed calls to three real repositories (chi, sinatra, trpc), with the change against the same calls before
answers were shortened. \`npm run bench:tokens\` repeats the calls:

| tool | calls | text | structured | structured / text | text since | structured since |
|---|---:|---:|---:|---:|---:|---:|
${[...sums].map(([tool, sum]) => row(`\`${tool}\``, sum, earlier.get(tool))).join("\n")}
${row("all", sumOf(now), sumOf(before))}

A row of two numbers and two names has about three tokens more as a tuple than as a line: quotes and commas between cells. With source in the rows the share
falls (\`search_text\`, \`search_ast\`). Symbols grouped by kind within a file would take \`list_symbols\` to 1.17 and \`analyze_file\` to 1.3; not done, since models read the
text.

The list of tools that a client reads in every conversation takes ${number(now.toolList.default)} tokens (${number(before.toolList.default)} before), with all tools ${number(now.toolList.all)}.

## JSON and TOON as text

The text of an answer about code comes in the form of the call's \`format\`, otherwise of the setting \`answer_format\`: \`text\`,
\`json\` (the structured form) or \`toon\` ([TOON](https://toonformat.dev): the first lines of the text, then the fields, with rows as
TOON's tables). Text is the default, since it costs least. TOON takes about 1.3 times as many tokens as text on the same calls: it names
the columns of each table, quotes every text with a colon or a comma, and writes null for what a line leaves out. The value of a group
is in the first of its rows.
`;
}
