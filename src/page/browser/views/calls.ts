// The log of calls: what assistants asked, newest first, a page at a time; a chosen one with what was asked and where the answer points.
import { ask } from "../base/ask.ts";
import { choiceField, optionsOf } from "../base/choice-field.ts";
import { announce, breakable, count, counted, expandable, h, labelled } from "../base/dom.ts";
import type { Here } from "../base/editor-address.ts";
import { here, placeText } from "../base/here.ts";
import { timeOf } from "../base/time.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Call {
  readonly time: string;
  readonly project: string;
  readonly project_id: string;
  readonly client: string;
  readonly client_version: string;
  readonly tool: string;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly question: string;
  readonly outcome: string;
  readonly answer: string;
  readonly places: readonly string[];
  readonly places_found: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

type Counts = readonly { readonly name: string; readonly calls: number }[];

interface Log {
  readonly is_on: boolean;
  readonly calls: readonly Call[];
  readonly total: number;
  readonly tools: Counts;
  readonly clients: Counts;
  readonly problems: readonly { readonly message: string }[];
}

const LIMIT = 20;
const EVERY_MS = 10_000;
const WAIT_MS = 200;

export const calls: View = {
  name: "calls",
  title: "Calls",
  open(place, signal) {
    const tool = choiceField("call-tool", "Tool");
    const client = choiceField("call-client", "Client");
    const text = h("input", { id: "call-text", type: "search", autocomplete: "off", placeholder: "src/session.ts" });
    const all = h("input", { id: "call-all", type: "checkbox" });
    const summary = h("p", { class: "soft", "aria-live": "polite" });
    const list = h("div", { id: "call-list" });
    const form = h(
      "form",
      { class: "asking", role: "search" },
      tool.label,
      client.label,
      labelled("call-text", "In question or answer", text),
      h("div", { class: "check" }, all, h("label", { for: "call-all" }, "all projects")),
    );
    place.append(form, summary, list);
    let timer = 0;
    let page = 1;
    let drawn = "";
    const soon = (ms: number, next: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(next, ms);
    };
    const look = async (): Promise<void> => {
      const input = {
        page,
        limit: LIMIT,
        all_projects: all.checked,
        ...(tool.field.value === "" ? {} : { tool: tool.field.value }),
        ...(client.field.value === "" ? {} : { client: client.field.value }),
        ...(text.value.trim() === "" ? {} : { text: text.value.trim() }),
      };
      try {
        const log = await ask<Log>("list_calls", input, signal);
        const key = JSON.stringify([input, log]);
        if (key !== drawn) {
          drawn = key;
          optionsOf(tool.field, log.tools.map(option));
          optionsOf(client.field, log.clients.map(option));
          summary.textContent = summaryOf(log, page);
          list.replaceChildren(await draw(log, all.checked), pager(log, page, turn));
        }
      } catch (error) {
        drawn = "";
        showProblem(list, error);
      }
      if (!signal.aborted) {
        soon(EVERY_MS, watch);
      }
    };
    /** New calls appear by themselves, but not while somebody reads an entry or an older page. */
    const watch = (): void => {
      const isRead = document.hidden || page > 1 || list.querySelector("[aria-expanded=true]") !== null;
      if (isRead) {
        soon(EVERY_MS, watch);
      } else {
        void look();
      }
    };
    const turn = (to: number): void => {
      page = to;
      void look().then(() => {
        scrollTo(0, 0);
        announce(summary.textContent);
      });
    };
    for (const field of [tool.field, client.field, text, all]) {
      field.addEventListener("input", () => {
        page = 1;
        soon(field === text ? WAIT_MS : 0, () => void look());
      });
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    void look();
    signal.addEventListener("abort", () => clearTimeout(timer));
  },
};

const option = ({ name, calls: number }: Counts[number]): readonly [string, string] => [
  name,
  `${name} (${count(number)})`,
];

function summaryOf({ is_on: isOn, calls: shown, total, tools, problems }: Log, page: number): string {
  const first = (page - 1) * LIMIT + 1;
  const off = isOn ? "" : " Calls are not logged now: the setting `call_log` is off.";
  const unread = problems.map(({ message }) => ` ${message}.`).join("");
  if (total === 0) {
    const none = tools.length === 0 ? "No call of an assistant is logged for this project." : "No call fits.";
    return `${none}${off}${unread}`;
  }
  const part = total > shown.length ? `, ${count(first)} to ${count(first + shown.length - 1)} shown` : "";
  return `${counted(total, "call")}${part}, newest first.${off}${unread}`;
}

function pager({ calls: shown, total }: Log, page: number, turn: (page: number) => void): HTMLElement {
  const step = (title: string, to: number, isPossible: boolean): HTMLElement => {
    const button = h("button", { type: "button", class: "quiet", disabled: !isPossible }, title);
    button.addEventListener("click", () => turn(to));
    return button;
  };
  return total <= shown.length && page === 1
    ? h("div", {})
    : h(
        "p",
        { class: "pager" },
        step("← Newer", page - 1, page > 1),
        h("span", { class: "soft" }, `page ${count(page)} of ${count(Math.max(1, Math.ceil(total / LIMIT)))}`),
        step("Older →", page + 1, page * LIMIT < total),
      );
}

async function draw({ calls: shown }: Log, ofAll: boolean): Promise<HTMLElement> {
  const where = await here();
  const nowhere = { ...where, editor_link: null };
  return h(
    "ul",
    { class: "list" },
    ...shown.map((call) => itemOf(call, ofAll, ofAll || call.project_id === "" ? nowhere : where)),
  );
}

function itemOf(call: Call, ofAll: boolean, where: Here): HTMLElement {
  const { time, project, client, tool, question, outcome, places_found: places, tokens, milliseconds } = call;
  const title = [h("code", {}, tool), " ", h("strong", {}, ...breakable(question))];
  const { button, shown } = expandable(title, (place) => place.replaceChildren(...contentOf(call, where)));
  const isGood = outcome === "found";
  const about = [
    timeOf(time),
    client,
    ...(ofAll && project !== "" ? [project] : []),
    ...(places > 0 ? [counted(places, "place")] : []),
    counted(tokens, "token"),
    `${count(Math.round(milliseconds))} ms`,
  ].join("; ");
  return h(
    "li",
    {},
    button,
    h("span", { class: "soft" }, about, isGood ? "" : h("span", { class: "warn" }, `; ${outcome}`)),
    shown,
  );
}

function contentOf(call: Call, where: Here): HTMLElement[] {
  const { asked, answer, places, places_found: found, client, client_version: version } = call;
  const fields = Object.entries(asked).map(([name, value]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, typeof value === "string" ? value : JSON.stringify(value))),
  );
  return [
    h("h3", {}, "Asked"),
    fields.length === 0 ? h("p", { class: "soft" }, "without any field") : h("dl", { class: "asked" }, ...fields),
    h("h3", {}, "Answered"),
    h("p", {}, answer),
    h("ul", { class: "places" }, ...places.map((place) => h("li", {}, placeText(where, place)))),
    ...(found > places.length ? [h("p", { class: "soft" }, `and ${count(found - places.length)} more`)] : []),
    h("p", { class: "soft" }, `${client} ${version}`.trim()),
  ];
}
