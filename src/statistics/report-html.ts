// The savings report as one page that needs nothing else: no script, no network (its policy forbids both), no name
// unescaped. Its number and its sentence are those of headline.ts.
import { standalonePage } from "../system/standalone-page.ts";
import { html, type Markup } from "../vocabulary/html-text.ts";
import { formatNumber, renderCount } from "../vocabulary/shown-text.ts";
import { formatMilliseconds, formatPercent, projectNames, visibleName } from "./figures.ts";
import { residentSentence } from "./headline.ts";
import { isEmpty, type SavingsReport, withAnswers } from "./report.ts";
import { barsOf, drawChart } from "./report-chart.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { type NamedRow, sumSmallProjects, type TableRow } from "./small-rows.ts";

const NAME_CHARACTERS_MAX = 80;
/** Rows of one table; one last row says how many more there are. */
const ROWS_MAX = 100;
/** Days shown without being unfolded. */
const DAYS_OPEN_MAX = 14;

const NOTHING: Markup = { markup: "" };

/** A bar of a hundred units: the solid part is what was sent. */
function share(savedPercent: number, label: string): Markup {
  // In a table the figure next to the bar says the same.
  const voice = label === "" ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  const sent = Math.min(100, Math.max(0, Math.round(10 * (100 - savedPercent)) / 10));
  return html`<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" ${voice}><rect class="whole" width="100" height="10"/><rect class="sent" width="${sent}" height="10"/></svg>`;
}

function headline({ headline: { number, sentence }, totals }: SavingsReport): Markup {
  const percent = totals.saved_of_alternative_percent;
  return html`<section class="card" id="headline">
<div class="big">${number}</div>
<p>${sentence}</p>
${totals.alternative_tokens === 0 ? NOTHING : share(percent, `${formatPercent(100 - percent)} of that was sent`)}
</section>`;
}

function facts({ totals }: SavingsReport): Markup {
  const rows = [
    ["Searches", formatNumber(totals.searches)],
    ["Answers counted", formatNumber(totals.answers_counted)],
    ["Doubtful answers", formatNumber(totals.answers_doubtful)],
    ["Sessions", formatNumber(totals.sessions)],
    ["From the cache", formatNumber(totals.searches_cached)],
    ["Median answer", formatMilliseconds(totals.milliseconds_median)],
  ];
  return html`<dl class="facts">${rows.map(([term = "", value = ""]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function charts(report: SavingsReport): Markup {
  const bars = barsOf(report);
  const { sent_tokens: sent, alternative_tokens: instead } = report.totals;
  const description = `Bars by ${bars.unit}, ${report.from} to ${report.to}: ${formatNumber(sent)} tokens sent instead of ${formatNumber(instead)}. The tables below have the same figures.`;
  const swatch = (kind: string) =>
    html`<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${kind}" width="10" height="10"/></svg>`;
  return html`<h2>Over time</h2>
${drawChart(bars, { id: "chart", title: "Answers counted", description })}
<p class="legend"><span>${swatch("sent")}sent to the assistant</span><span>${swatch("whole")}saved of reading or grepping</span></p>`;
}

function figuresOf(row: TableRow): Markup {
  const { saved_of_alternative_tokens: saved, saved_of_alternative_percent: percent } = row;
  const figure = saved <= 0 ? "none" : formatPercent(percent);
  return html`<td>${formatNumber(row.searches)}</td><td>${formatNumber(row.answers_counted)}</td><td>${formatNumber(row.sent_tokens)}</td><td>${formatNumber(row.alternative_tokens)}</td><td>${share(percent, "")}<span class="figure">${figure}</span></td><td>${formatNumber(row.other_answers_tokens)}</td>`;
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
<thead><tr><th scope="col">${heading}</th><th scope="col">Searches</th><th scope="col">Counted</th><th scope="col">Sent</th><th scope="col">Instead</th><th scope="col">Saved</th><th scope="col">Other answers</th></tr></thead>
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
  const { answers_counted: counted, answers_cheaper_by_grep: byGrep, answers_doubtful: doubtful } = totals;
  const resident = residentSentence(totals);
  return html`<section class="method"><h2>How this is counted</h2>
<ul>
<li><b>Counted</b>: answers with source that stand in place of reading or grepping. <b>Sent</b>: the whole text of these answers, in tokens of the encoding ${encodings.join(", ")}.</li>
<li><b>Instead</b>: for each the cheaper of two ways: reading the files of its first three hits, each once a conversation; or grepping the question's two rarest words with 20 lines around each match, which is estimated. Of ${formatNumber(counted)} answers, grepping was cheaper for ${formatNumber(byGrep)}.</li>
<li><b>Other answers</b>: graphs, lists, states, errors. They save nothing, and their tokens are subtracted, as are the tool lists.</li>
${doubtful === 0 ? NOTHING : html`<li>${renderCount(doubtful, "answer")} with nothing to rely on: counted as cost.</li>`}
${resident === null ? NOTHING : html`<li>${resident}</li>`}
</ul></section>`;
}

function problemList({ problems }: SavingsReport): Markup {
  const items = problems.map((problem) => html`<li>${visibleName(problem.message, 400)}</li>`);
  return problems.length === 0
    ? NOTHING
    : html`<section class="problems"><h2>Not in this report</h2><ul>${items}</ul></section>`;
}

function content(report: SavingsReport): readonly Markup[] {
  if (isEmpty(report)) {
    return [
      html`<section class="card empty"><h2>No answers in this period</h2><p>Figures appear after the first search.</p></section>`,
    ];
  }
  return [headline(report), facts(report), charts(report), tables(report), method(report)];
}

/** A whole HTML document, in UTF-8. */
export function renderReportHtml(whole: SavingsReport): string {
  const report = withAnswers(whole);
  const period = report.from === null ? "" : report.from === report.to ? report.from : `${report.from} to ${report.to}`;
  const made = `made ${report.generated_at.slice(0, 16).replace("T", " ")} UTC`;
  return standalonePage({
    title: "Token savings – Context Broker",
    style: REPORT_STYLE,
    allowed: { policy: "img-src data:; ", head: html`<link rel="icon" href="data:,">\n` },
    body: html`<main>
<header><h1><small>Context Broker</small>Token savings</h1><p>${period} <span class="soft">(${report.time_zone}), ${made}</span></p></header>
${content(report)}
${problemList(report)}
</main>`,
  });
}
