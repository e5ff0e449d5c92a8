// The savings report as one page that needs nothing else: no script, no network (its policy forbids both), no name
// unescaped. Both baselines get the same size, the same colours and the same words.
import { createHash } from "node:crypto";
import { formatNumber } from "../vocabulary/amounts.ts";
import { formatCompact, formatMilliseconds, formatPercent, projectNames, visibleName } from "./figures.ts";
import { html, type Markup } from "./html-text.ts";
import { type SavingsReport, withSearches } from "./report.ts";
import { barsOf, drawChart } from "./report-chart.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { type NamedRow, sumSmallProjects, type TableRow } from "./small-rows.ts";

const NAME_CHARACTERS_MAX = 80;
/** Rows of one table; one last row says how many more there are. */
const ROWS_MAX = 100;
/** Days shown without being unfolded. */
const DAYS_OPEN_MAX = 14;

const NOTHING: Markup = { markup: "" };

function policy(): string {
  const style = createHash("sha256").update(REPORT_STYLE).digest("base64");
  return `default-src 'none'; style-src 'sha256-${style}'; img-src data:; base-uri 'none'; form-action 'none'`;
}

/** A bar of a hundred units: the solid part is what was sent. */
function share(savedPercent: number, label: string): Markup {
  // In a table the figure next to the bar says the same.
  const voice = label === "" ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  const sent = Math.min(100, Math.max(0, Math.round(10 * (100 - savedPercent)) / 10));
  return html`<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" ${voice}><rect class="whole" width="100" height="10"/><rect class="sent" width="${sent}" height="10"/></svg>`;
}

function headline(id: string, title: string, saved: number, sent: number, instead: number, about: string): Markup {
  const big =
    sent > instead ? html`none <span>saved</span>` : html`${about}${formatPercent(saved)} <span>fewer tokens</span>`;
  return html`<section class="card" id="${id}">
<h2>${title}</h2>
<div class="big">${big}</div>
<p><b>${formatCompact(sent)}</b> sent instead of <b>${about}${formatCompact(instead)}</b></p>
${share(saved, `${formatPercent(100 - saved)} of it was sent`)}
</section>`;
}

/** A tilde marks figures that are partly estimates, here and in the tables. */
function about(row: TableRow): string {
  return row.searches_estimated > 0 ? "~" : "";
}

function headlines({ totals }: SavingsReport): Markup {
  const sent = totals.context_tokens + totals.envelope_tokens;
  return html`<div class="pair">
${headline("files", "Compared with reading the whole files of the hits", totals.saved_of_hit_files_percent, sent, totals.hit_files_tokens, about(totals))}
${headline("project", "Compared with reading the whole project each time", totals.saved_percent, sent, totals.total_tokens, about(totals))}
</div>`;
}

function facts({ totals }: SavingsReport): Markup {
  const rows = [
    ["Searches", formatNumber(totals.searches)],
    ["With source", formatNumber(totals.searches_with_source)],
    ["Tokens sent", formatNumber(totals.context_tokens + totals.envelope_tokens)],
    ["Sessions", formatNumber(totals.sessions)],
    [
      "Saved, less all answers and tool lists",
      totals.net_saved_tokens < 0 ? "none" : formatNumber(totals.net_saved_tokens),
    ],
    ["Sent again with later turns, at least", formatNumber(totals.resident_tokens)],
    ["Of the whole files it would be", formatNumber(totals.resident_files_tokens)],
    ["From the cache", formatNumber(totals.searches_cached)],
    ["Median answer", formatMilliseconds(totals.milliseconds_median)],
  ];
  return html`<dl class="facts">${rows.map(([term = "", value = ""]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function charts(report: SavingsReport): Markup {
  const bars = barsOf(report);
  const describe = (baseline: string, tokens: number) =>
    `Bars by ${bars.unit}, ${report.from} to ${report.to}: ${formatNumber(report.totals.context_tokens + report.totals.envelope_tokens)} tokens sent instead of ` +
    `${formatNumber(tokens)} for ${baseline}. The tables below have the same figures.`;
  const swatch = (kind: string) =>
    html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${kind}" width="10" height="10"/></svg>`;
  return html`<h2>Over time</h2>
<div class="pair">
${drawChart(bars, (bar) => bar.hitFiles, { id: "chart-files", title: "Whole files", description: describe("whole files", report.totals.hit_files_tokens) })}
${drawChart(bars, (bar) => bar.project, { id: "chart-project", title: "Whole project", description: describe("the whole project", report.totals.total_tokens) })}
</div>
<p class="legend"><span>${swatch("sent")}sent to the assistant</span><span>${swatch("whole")}saved: the rest of the baseline</span></p>`;
}

function figuresOf(row: TableRow): Markup {
  const sent = row.context_tokens + row.envelope_tokens;
  const percent = (saved: number, baseline: number) =>
    html`${share(saved, "")}<span class="figure">${sent > baseline ? "none" : html`${about(row)}${formatPercent(saved)}`}</span>`;
  return html`<td>${formatNumber(row.searches)}</td><td>${formatNumber(sent)}</td><td class="group">${about(row)}${formatNumber(row.hit_files_tokens)}</td><td>${percent(row.saved_of_hit_files_percent, row.hit_files_tokens)}</td><td class="group">${about(row)}${formatNumber(row.total_tokens)}</td><td>${percent(row.saved_percent, row.total_tokens)}</td>`;
}

function table(id: string, heading: string, rows: readonly NamedRow[], totals: TableRow): Markup {
  const shown = rows.slice(0, ROWS_MAX);
  const more = rows.length - shown.length;
  const body = shown.map(
    ({
      name,
      row,
    }) => html`<tr><th scope="row"><bdi>${visibleName(name, NAME_CHARACTERS_MAX)}</bdi></th>${figuresOf(row)}</tr>
`,
  );
  const rest =
    more === 0
      ? NOTHING
      : html`<tr><td colspan="7">${formatNumber(more)} more rows are counted in the totals and listed in the JSON report</td></tr>`;
  return html`<div class="table" role="region" aria-label="Savings by ${heading.toLowerCase()}" tabindex="0" id="${id}"><table>
<thead><tr><th></th><th></th><th></th><th colspan="2" scope="colgroup" class="group">Whole files</th><th colspan="2" scope="colgroup" class="group">Whole project</th></tr>
<tr><th scope="col">${heading}</th><th scope="col">Searches</th><th scope="col">Tokens sent</th><th scope="col" class="group">Tokens</th><th scope="col">Saved</th><th scope="col" class="group">Tokens</th><th scope="col">Saved</th></tr></thead>
<tbody>
${body}${rest}</tbody>
<tfoot><tr><th scope="row">All</th>${figuresOf(totals)}</tr></tfoot>
</table></div>`;
}

function tables(report: SavingsReport): Markup {
  const names = projectNames(report.projects);
  const projects = sumSmallProjects(report.projects.map((row, index) => ({ name: names[index] ?? "", row })));
  const clients = report.clients.map((row) => ({ name: row.client, row }));
  const tools = report.tools.map((row) => ({ name: row.tool, row }));
  const days = report.days.toReversed().map((row) => ({ name: row.day, row }));
  const open = days.length <= DAYS_OPEN_MAX ? html` open` : NOTHING;
  return html`<h2>By project</h2>
${table("projects", "Project", projects, report.totals)}
<h2>By client</h2>
${table("clients", "Client", clients, report.totals)}
<h2>By tool</h2>
${table("tools", "Tool", tools, report.totals)}
<details${open}><summary>By day</summary>
${table("days", "Day", days, report.totals)}
</details>`;
}

function method({ totals, encodings }: SavingsReport): Markup {
  const without = totals.searches - totals.searches_with_source;
  const estimated = totals.searches_estimated;
  return html`<section class="method"><h2>How this is counted</h2>
<ul>
<li><b>Tokens sent</b>: the whole text of each answer, counted with the encoding ${encodings.join(", ")}.</li>
<li><b>Whole files</b>: what it would have cost to open each file with a hit. This assumes that the assistant knew the right files.</li>
<li><b>Whole project</b>: every searchable file, once per search. This flatters: nobody reads a whole project for each question. It is shown because it is the usual claim.</li>
<li><b>Saved, less tool lists</b>: saved of the whole files, less the tool list and instructions, once per session. Files that the assistant opens afterwards are not counted.</li>
<li><b>Sent again with later turns</b>: an answer stays in the context, so the model gets it again with each turn. Counted are the turns that called a tool of this server; with prompt caching they cost a fraction. It is not subtracted above.</li>
${without === 0 ? NOTHING : html`<li>${formatNumber(without)} of ${formatNumber(totals.searches)} searches replace no reading (nothing found, locations, graphs, lists, or saved to disk): counted as searches that save nothing.</li>`}
${estimated === 0 ? NOTHING : html`<li><b>~</b> In ${formatNumber(estimated)} searches the project was not fully counted yet, so both baselines are partly estimated from file sizes.</li>`}
</ul></section>`;
}

function problemList({ problems }: SavingsReport): Markup {
  const items = problems.map((problem) => html`<li>${visibleName(problem.message, 400)}</li>`);
  return problems.length === 0
    ? NOTHING
    : html`<section class="problems"><h2>Not in this report</h2><ul>${items}</ul></section>`;
}

function content(report: SavingsReport): readonly Markup[] {
  if (report.totals.searches === 0) {
    return [
      html`<section class="card empty"><h2>No searches in this period</h2><p>Figures appear after the first search.</p></section>`,
    ];
  }
  return [headlines(report), facts(report), charts(report), tables(report), method(report)];
}

/** A whole HTML document, in UTF-8. */
export function renderReportHtml(whole: SavingsReport): string {
  const report = withSearches(whole);
  const period = report.from === null ? "" : report.from === report.to ? report.from : `${report.from} to ${report.to}`;
  const made = `made ${report.generated_at.slice(0, 16).replace("T", " ")} UTC`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Token savings – Context Broker</title>
<style>${{ markup: REPORT_STYLE }}</style>
</head>
<body>
<main>
<header><h1><small>Context Broker</small>Token savings</h1><p>${period} <span class="soft">(${report.time_zone}), ${made}</span></p></header>
${content(report)}
${problemList(report)}
</main>
</body>
</html>
`;
  return page.markup;
}
