// Saved results, newest first, and for the chosen one what has changed since it was saved.
import { ask } from "../base/ask.ts";
import { announce, breakable, count, counted, h } from "../base/dom.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Listed {
  readonly name: string;
  readonly query: string;
  readonly timestamp: string;
  readonly scope: string;
  readonly files: number;
  /** Of a search. */
  readonly hits?: number;
  readonly context_tokens?: number;
  /** Of a handoff. */
  readonly places?: number;
  readonly trust: string;
}

interface List {
  readonly results: readonly Listed[];
  /** Older ones that are not listed. */
  readonly omitted: number;
  readonly problems: readonly { readonly path?: string; readonly message: string }[];
}

interface Piece {
  readonly path: string;
  readonly state?: string;
  readonly lines?: readonly string[];
}

interface Saved {
  readonly current: boolean;
  /** Of a search. */
  readonly files?: readonly Piece[];
  /** Of a handoff. */
  readonly places?: readonly (Piece & { readonly start_line?: number; readonly end_line?: number })[];
  readonly document: Readonly<Record<string, unknown>>;
  readonly places_omitted?: number;
  /** Files that there was no room to name. */
  readonly files_unlisted?: number;
}

const LISTED_MAX = 200;
const TOKENS_MAX = 20_000;
const WHEN = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A file that came with a project may have a time that is none, such as the 99th of a month. */
function timeOf(timestamp: string): string {
  const time = new Date(timestamp);
  return Number.isNaN(time.valueOf()) ? timestamp : WHEN.format(time);
}

export const saved: View = {
  name: "saved",
  title: "Saved",
  open(place) {
    const ending = new AbortController();
    void list(place, ending.signal);
    return () => ending.abort();
  },
};

async function list(place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const { results, omitted, problems } = await ask<List>("list_saved_results", { limit: LISTED_MAX }, signal);
    place.append(
      results.length === 0
        ? h("p", {}, "Nothing is saved for this project. `context-broker save QUESTION` saves an answer.")
        : h("ul", { class: "list" }, ...results.map((result) => itemOf(result, signal))),
      omitted > 0 ? h("p", { class: "soft" }, `${count(omitted)} older not listed.`) : "",
      ...problems.map(({ path = "", message }) => h("p", { class: "warn" }, ...breakable(path), ` ${message}`)),
    );
  } catch (error) {
    showProblem(place, error);
  }
}

function itemOf(result: Listed, signal: AbortSignal): HTMLElement {
  const button = h("button", { type: "button", class: "row", "aria-expanded": "false" }, h("strong", {}, result.query));
  const origin = result.trust === "untrusted" ? "; came with the project" : "";
  const content =
    result.places === undefined
      ? `${counted(result.hits ?? 0, "hit")} in ${counted(result.files, "file")}, ${count(result.context_tokens ?? 0)} tokens`
      : `handoff, ${counted(result.places, "place")}`;
  const about = `${result.name}; ${timeOf(result.timestamp)}; ${content}${origin}`;
  const shown = h("section", { class: "shown" });
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    shown.replaceChildren();
    if (!isOpen) {
      void show(result, shown, signal);
    }
  });
  return h("li", {}, button, h("span", { class: "soft" }, about), shown);
}

const STATES: Readonly<Record<string, string>> = {
  changed: "changed since",
  moved: "is at other lines now",
  missing: "is gone",
  outside: "is no longer searched",
  unknown: "cannot be read now",
};

/** What a handoff's document says beside its goal. */
const LISTS = ["next", "decisions", "constraints", "failed"] as const;

const textsOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

const placeOf = ({ path, start_line: start, end_line: end }: NonNullable<Saved["places"]>[number]): string =>
  start === undefined ? path : `${path}:${start === end ? start : `${start}-${end}`}`;

async function show({ name, scope }: Listed, place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const asked = { name, storage_mode: scope === "project" ? "in-project" : "global", max_tokens: TOKENS_MAX };
    const saved = await ask<Saved>("get_saved_result", asked, signal);
    const { current, document, places } = saved;
    const unlisted = saved.files_unlisted ?? saved.places_omitted ?? 0;
    const what = places === undefined ? "file" : "place";
    const pieces: readonly Piece[] = places?.map((one) => ({ ...one, path: placeOf(one) })) ?? saved.files ?? [];
    const changed = pieces.filter(({ state }) => state !== undefined && state !== "unchanged");
    const verdict = current
      ? `No ${what} has changed since.`
      : `${counted(changed.length, what)} changed since, or gone.`;
    place.replaceChildren(
      h("p", { class: current ? "good" : "warn" }, verdict),
      ...LISTS.flatMap((list) => textsOf(document[list]).map((text) => h("p", {}, `${list}: ${text}`))),
      ...pieces.map(({ path, state, lines }) =>
        h(
          "details",
          {},
          h(
            "summary",
            {},
            ...breakable(path),
            state === undefined ? "" : h("strong", { class: "warn" }, ` ${STATES[state] ?? state}`),
          ),
          lines === undefined
            ? h("p", { class: "soft" }, "its text was left out")
            : h("pre", { tabindex: 0 }, h("code", {}, lines.join("\n"))),
        ),
      ),
      unlisted > 0 ? h("p", { class: "soft" }, `There is no room for ${counted(unlisted, `more ${what}`)}.`) : "",
    );
    announce(verdict);
  } catch (error) {
    showProblem(place, error);
  }
}
