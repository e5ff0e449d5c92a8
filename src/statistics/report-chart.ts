// A bar for each stretch of time: its whole height what reading or grepping would have cost, its solid foot what was sent.
// Bars are SVG without text, so that a page of any width can stretch them; labels are HTML beside it.

import { type HtmlPart, html, type Markup } from "../vocabulary/html-text.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";
import { formatCompact } from "./figures.ts";
import { addDays, type DayRow, type SavingsReport } from "./report.ts";

/** Bars in one chart at most; a longer period is drawn by weeks, then by months. */
const BARS_MAX = 62;
/** Empty days are put before a short period, so that one day is a bar and not a wall. */
const BARS_MIN = 14;

const WIDTH = 1000;
const HEIGHT = 200;

export interface Bar {
  /** First day of the stretch, or its month. */
  readonly label: string;
  readonly searches: number;
  /** Tokens sent. */
  readonly sent: number;
  /** Tokens of reading or grepping instead. */
  readonly instead: number;
}

export interface Bars {
  readonly unit: "day" | "week" | "month";
  readonly bars: readonly Bar[];
}

function monday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

function gather(labels: readonly string[], days: readonly DayRow[], labelOf: (day: string) => string): Bar[] {
  const bars = new Map(labels.map((label) => [label, { searches: 0, sent: 0, instead: 0 }]));
  for (const day of days) {
    const bar = bars.get(labelOf(day.day));
    if (bar !== undefined) {
      bar.searches += day.searches;
      bar.sent += day.sent_tokens;
      bar.instead += day.alternative_tokens;
    }
  }
  return Array.from(bars, ([label, bar]) => ({ label, ...bar }));
}

/** All of the report's period, gaps included, in as many bars as can be told apart. */
export function barsOf({ days, from, to }: Pick<SavingsReport, "days" | "from" | "to">): Bars {
  if (from === null || to === null) {
    return { unit: "day", bars: [] };
  }
  const count = daysBetween(from, to);
  const every = (start: string, length: number) => Array.from({ length }, (_, index) => addDays(start, index));
  if (count <= BARS_MAX) {
    const length = Math.max(count, BARS_MIN);
    return { unit: "day", bars: gather(every(addDays(to, 1 - length), length), days, (day) => day) };
  }
  const all = every(from, count);
  const weeks = [...new Set(all.map(monday))];
  if (weeks.length <= BARS_MAX) {
    return { unit: "week", bars: gather(weeks, days, monday) };
  }
  const monthOf = (day: string) => day.slice(0, 7);
  return { unit: "month", bars: gather([...new Set(all.map(monthOf))], days, monthOf) };
}

/** The next 1, 2 or 5 times a power of ten: a scale whose half can be read. */
export function scaleTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function drawBar(bar: Bar, index: number, count: number, top: number, unit: string): Markup {
  const slot = WIDTH / count;
  const [x, width] = [round(slot * (index + 0.15)), round(slot * 0.7)];
  // Answers larger than what they stand in place of show as a bar that is all foot.
  const whole = round((HEIGHT * Math.max(bar.instead, bar.sent)) / top);
  const sent = round((HEIGHT * bar.sent) / top);
  const of = unit === "day" ? bar.label : `${unit} of ${bar.label}`;
  const searches = `${formatNumber(bar.searches)} ${bar.searches === 1 ? "search" : "searches"}`;
  const title = `${of}: ${formatNumber(bar.sent)} sent instead of ${formatNumber(bar.instead)} tokens, ${searches}`;
  return html`<g><title>${title}</title><rect class="whole" x="${x}" y="${round(HEIGHT - whole)}" width="${width}" height="${whole}"/><rect class="sent" x="${x}" y="${round(HEIGHT - sent)}" width="${width}" height="${sent}"/></g>`;
}

export interface ChartText {
  readonly id: string;
  readonly title: string;
  /** The sentence that a screen reader says for the picture. */
  readonly description: string;
}

export function drawChart({ bars, unit }: Bars, text: ChartText): Markup {
  const top = scaleTop(Math.max(...bars.map((bar) => Math.max(bar.instead, bar.sent))));
  const drawn: HtmlPart = bars.map((bar, index) => drawBar(bar, index, bars.length, top, unit));
  const labels = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)].map(
    (bar) => html`<span>${bar?.label ?? ""}</span>`,
  );
  return html`<figure id="${text.id}">
<figcaption>${text.title} <small>tokens a ${unit}</small></figcaption>
<div class="plot">
<div class="scale" aria-hidden="true"><span>${formatCompact(top)}</span><span>${formatCompact(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${text.description}">
<path class="grid" d="M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
${drawn}
</svg>
<div class="times" aria-hidden="true">${labels}</div>
</div>
</figure>`;
}
