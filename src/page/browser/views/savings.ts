// Tokens that searches saved, day by day, by client and by tool: against the whole files of the hits, the baseline to trust.
import { ask } from "../base/ask.ts";
import { count, h, s } from "../base/dom.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Row {
  readonly searches: number;
  readonly context_tokens: number;
  readonly envelope_tokens: number;
  readonly hit_files_tokens: number;
  readonly saved_of_hit_files_tokens: number;
  readonly net_saved_tokens: number;
}

interface Report {
  readonly totals: Row;
  readonly days: readonly (Row & { readonly day: string })[];
  readonly clients: readonly (Row & { readonly client: string })[];
  readonly tools: readonly (Row & { readonly tool: string })[];
}

const DAYS = 30;

export const savings: View = {
  name: "savings",
  title: "Savings",
  open(place) {
    const ending = new AbortController();
    void draw(place, ending.signal);
    return () => ending.abort();
  },
};

async function draw(place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const { totals, days, clients, tools } = await ask<Report>("report_token_savings", { days: DAYS }, signal);
    if (totals.searches === 0) {
      place.append(h("p", {}, `No search was recorded in the last ${DAYS} days.`));
      return;
    }
    place.append(
      h(
        "p",
        { class: "big" },
        `${count(totals.net_saved_tokens)} tokens `,
        h(
          "span",
          { class: "soft" },
          `net, in ${DAYS} days: the whole files of the hits, less all answers, less the tool lists`,
        ),
      ),
      chart(days),
      table(
        "Client",
        clients.map((row) => [row.client, row]),
      ),
      table(
        "Tool",
        tools.map((row) => [row.tool, row]),
      ),
      h("p", { class: "soft" }, "Of all projects. How this is counted, and how far to trust it: docs/statistics.md."),
    );
  } catch (error) {
    showProblem(place, error);
  }
}

const WIDTH = 600;
const HEIGHT = 160;

/** One pair of bars a day: what the whole files would have taken, and what was sent. */
function chart(days: Report["days"]): HTMLElement {
  const most = Math.max(1, ...days.map((day) => day.hit_files_tokens));
  const step = WIDTH / Math.max(7, days.length);
  const bars = days.flatMap((day, at) => {
    const bar = (tokens: number, name: string, width: number) => {
      const height = (HEIGHT * tokens) / most;
      return s("rect", { class: name, x: at * step + (step - width) / 2, y: HEIGHT - height, width, height });
    };
    const sent = day.context_tokens + day.envelope_tokens;
    const title = s("title", {}, `${day.day}: ${count(sent)} tokens sent in place of ${count(day.hit_files_tokens)}`);
    return [s("g", {}, title, bar(day.hit_files_tokens, "whole", step * 0.7), bar(sent, "sent", step * 0.4))];
  });
  const first = days[0]?.day ?? "";
  const last = days.at(-1)?.day ?? "";
  return h(
    "figure",
    {},
    h("figcaption", {}, "Tokens a day: the whole files of the hits, and what was sent of them"),
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `bars of ${days.length} days, ${first} to ${last}; the tables below have the sums`,
      },
      ...bars,
    ),
    h("p", { class: "soft ends" }, h("span", {}, first), last === first ? null : h("span", {}, last)),
  );
}

function table(name: string, rows: readonly (readonly [string, Row])[]): HTMLElement {
  const head = [name, "Searches", "Sent", "Whole files", "Saved"];
  const body = rows.map(([label, row]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      ...[
        row.searches,
        row.context_tokens + row.envelope_tokens,
        row.hit_files_tokens,
        row.saved_of_hit_files_tokens,
      ].map((value) => h("td", {}, count(value))),
    ),
  );
  return h(
    "div",
    { class: "table", tabindex: 0, role: "group", "aria-label": `by ${name.toLowerCase()}` },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...head.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, ...body),
    ),
  );
}
