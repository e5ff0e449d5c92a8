// Tokens that answers saved, day by day, by client and by tool. The number and its sentence are the report's own.
import { ask } from "../base/ask.ts";
import { choiceField, optionsOf } from "../base/choice-field.ts";
import { count, counted, h, s } from "../base/dom.ts";
import { numberTable } from "../base/number-table.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Row {
  readonly searches: number;
  readonly answers_counted: number;
  readonly sent_tokens: number;
  readonly alternative_tokens: number;
  readonly saved_of_alternative_tokens: number;
  readonly other_answers_tokens: number;
}

interface Report {
  readonly from: string;
  readonly to: string;
  readonly headline: { readonly number: string; readonly sentence: string };
  readonly totals: Row;
  readonly days: readonly (Row & { readonly day: string })[];
  readonly clients: readonly (Row & { readonly client: string })[];
  readonly tools: readonly (Row & { readonly tool: string })[];
}

const DAYS = 30;

export const savings: View = {
  name: "savings",
  title: "Savings",
  open: (place, signal) => void draw(place, signal),
};

/** Which rows are added up: those of one client, of one tool, of both; empty for all. */
interface Choice {
  readonly client: string;
  readonly tool: string;
}

const ofChoice = ({ client, tool }: Choice): object => ({
  days: DAYS,
  ...(client === "" ? {} : { client }),
  ...(tool === "" ? {} : { tool }),
});

async function draw(place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const all = await ask<Report>("report_token_savings", { days: DAYS }, signal);
    if (all.totals.searches + all.totals.answers_counted === 0) {
      place.append(h("p", {}, `No answer was recorded in the last ${DAYS} days.`));
      return;
    }
    const [client, tool] = [choiceField("client", "Client"), choiceField("tool", "Tool")];
    optionsOf(
      client.field,
      all.clients.map((row) => [row.client, row.client]),
    );
    optionsOf(
      tool.field,
      all.tools.map((row) => [row.tool, row.tool]),
    );
    const shown = h("div", { "aria-live": "polite" });
    const choose = async (): Promise<void> => {
      try {
        const choice = { client: client.field.value, tool: tool.field.value };
        drawReport(shown, await ask<Report>("report_token_savings", ofChoice(choice), signal));
      } catch (error) {
        showProblem(shown, error);
      }
    };
    for (const { field } of [client, tool]) {
      field.addEventListener("input", () => void choose());
    }
    place.append(h("form", { class: "asking" }, client.label, tool.label), shown);
    drawReport(shown, all);
  } catch (error) {
    showProblem(place, error);
  }
}

function drawReport(place: HTMLElement, report: Report): void {
  const { headline, totals, clients, tools } = report;
  place.replaceChildren(
    h("p", { class: "big" }, headline.number),
    h("p", { class: "soft" }, `In ${DAYS} days. ${headline.sentence}`),
    ...(totals.alternative_tokens === 0 ? [] : [chart(report)]),
    sums(
      "Client",
      clients.map((row) => [row.client, row]),
    ),
    sums(
      "Tool",
      tools.map((row) => [row.tool, row]),
    ),
    h("p", { class: "soft" }, "Of all projects. How this is counted, and how far to trust it: docs/use/statistics.md."),
  );
}

const WIDTH = 600;
const HEIGHT = 160;
const DAY_MS = 86_400_000;

/** One pair of bars a day, days without answers included: what reading or grepping would have taken, and what was sent. */
function chart({ days, from, to }: Report): HTMLElement {
  const most = Math.max(1, ...days.map((day) => Math.max(day.alternative_tokens, day.sent_tokens)));
  const step = WIDTH / DAYS;
  // A day may have answers without a search.
  const searched = days.filter(({ searches }) => searches > 0).length;
  const bars = days.flatMap((day) => {
    const at = Math.round((Date.parse(day.day) - Date.parse(from)) / DAY_MS);
    const bar = (tokens: number, name: string, width: number) => {
      const height = (HEIGHT * tokens) / most;
      return s("rect", { class: name, x: at * step + (step - width) / 2, y: HEIGHT - height, width, height });
    };
    const { sent_tokens: sent, alternative_tokens: instead } = day;
    const title = s("title", {}, `${day.day}: ${count(sent)} tokens sent instead of ${count(instead)}`);
    return [s("g", {}, title, bar(instead, "whole", step * 0.7), bar(sent, "sent", step * 0.4))];
  });
  return h(
    "figure",
    {},
    h("figcaption", {}, "Tokens a day"),
    h(
      "p",
      { class: "soft legend" },
      h("span", { class: "whole" }, "reading or grepping instead"),
      h("span", { class: "sent" }, "sent"),
      h("span", {}, `full height: ${count(most)}`),
    ),
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `bars; ${counted(searched, "day")} with searches, ${from} to ${to}; the tables below have the sums`,
      },
      ...bars,
    ),
    h("p", { class: "soft ends" }, h("span", {}, from), h("span", {}, to)),
  );
}

/** Rows as they are added up for each client or tool. */
const sums = (name: string, rows: readonly (readonly [string, Row])[]): HTMLElement =>
  numberTable(
    [name, "Searches", "Counted", "Sent", "Instead", "Saved", "Other answers"],
    rows.map(([label, row]) => [
      label,
      row.searches,
      row.answers_counted,
      row.sent_tokens,
      row.alternative_tokens,
      row.saved_of_alternative_tokens,
      row.other_answers_tokens,
    ]),
  );
