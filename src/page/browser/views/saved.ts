// Saved results, newest first: what each is, where it is, whether it has changed since; of the chosen one, its files. One can be deleted.
import { ask } from "../base/ask.ts";
import { announce, breakable, count, counted, expandable, h } from "../base/dom.ts";
import { editorLink, here } from "../base/here.ts";
import { ageOf, timeOf } from "../base/time.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Listed {
  readonly name: string;
  readonly query: string;
  readonly timestamp: string;
  readonly scope: string;
  readonly kind?: string;
  /** Another one of its name is read first. */
  readonly hidden: boolean;
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
/** Results that are looked at one after another for changes, with room for no text. */
const JUDGED_MAX = 50;
const JUDGING_TOKENS = 300;

export const saved: View = {
  name: "saved",
  title: "Saved",
  open: (place, signal) => void list(place, signal),
};

async function list(place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const { results, omitted, problems } = await ask<List>("list_saved_results", { limit: LISTED_MAX }, signal);
    const items = results.map((result) => itemOf(result, signal));
    const none = h("p", {}, "Nothing is saved for this project. `context-broker save QUESTION` saves an answer.");
    place.append(
      items.length === 0 ? none : h("ul", { class: "list" }, ...items.map(({ item }) => item)),
      omitted > 0 ? h("p", { class: "soft" }, `${count(omitted)} older not listed.`) : "",
      ...problems.map(({ path = "", message }) => h("p", { class: "warn" }, ...breakable(path), ` ${message}`)),
    );
    for (const { judge } of items.slice(0, JUDGED_MAX)) {
      await judge();
    }
  } catch (error) {
    showProblem(place, error);
  }
}

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** `judge` shows whether the result is as it was saved. */
function itemOf(result: Listed, signal: AbortSignal): { readonly item: HTMLElement; judge(): Promise<void> } {
  const badge = (text: string, more = ""): HTMLElement => h("span", { class: `badge ${more}`.trim() }, text);
  const state = badge("");
  const { button, shown } = expandable([h("strong", {}, result.query)], (place) => void show(result, place, signal));
  const content =
    result.places === undefined
      ? `${counted(result.hits ?? 0, "hit")} in ${counted(result.files, "file")}, ${count(result.context_tokens ?? 0)} tokens`
      : `handoff, ${counted(result.places, "place")}`;
  const about = `${result.name}; ${timeOf(result.timestamp)}; ${content}`;
  const item = h("li", {});
  item.append(
    button,
    h(
      "div",
      { class: "badges" },
      badge(result.kind ?? "search"),
      badge(result.scope === "project" ? "in the project's folder" : "in your data folder"),
      badge(ageOf(result.timestamp)),
      ...(result.hidden ? [badge("another of this name is read first", "warn")] : []),
      ...(result.trust === "untrusted" ? [badge("came with the project", "warn")] : []),
      state,
      deletion(result, item, signal),
    ),
    h("span", { class: "soft" }, about),
    shown,
  );
  const judge = async (): Promise<void> => {
    try {
      const { current } = await ask<Saved>("get_saved_result", askedOf(result, JUDGING_TOKENS), signal);
      state.textContent = current ? "unchanged" : "changed since";
      state.classList.add(current ? "good" : "warn");
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      state.textContent = "cannot be read";
      state.classList.add("warn");
    }
  };
  return { item, judge };
}

/** A button that asks before it deletes, in its own place. */
function deletion(result: Listed, item: HTMLElement, signal: AbortSignal): HTMLElement {
  const place = h("div", { class: "deletion" });
  const begin = h("button", { type: "button", class: "quiet", "aria-label": `Delete ${result.name}` }, "Delete");
  const keep = h("button", { type: "button", class: "quiet" }, "Keep it");
  const confirm = h("button", { type: "button", class: "quiet bad" }, "Delete for good");
  const question = h("span", {}, `Delete ${result.name}?`);
  begin.addEventListener("click", () => {
    place.replaceChildren(question, confirm, keep);
    keep.focus();
  });
  keep.addEventListener("click", () => {
    place.replaceChildren(begin);
    begin.focus();
  });
  confirm.addEventListener("click", () => {
    const asked = askedOf(result);
    ask("delete_saved_result", asked, signal).then(
      () => {
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        (next?.querySelector<HTMLElement>(".row") ?? document.getElementById("main"))?.focus();
        announce(`deleted ${result.name}`);
      },
      (error: unknown) => showProblem(place, error),
    );
  });
  place.append(begin);
  return place;
}

const askedOf = ({ name, scope }: Listed, tokens?: number): object => ({
  name,
  storage_mode: scope === "project" ? "in-project" : "global",
  ...(tokens === undefined ? {} : { max_tokens: tokens }),
});

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

async function show(result: Listed, place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const [saved, where] = await Promise.all([
      ask<Saved>("get_saved_result", askedOf(result, TOKENS_MAX), signal),
      here(),
    ]);
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
          editorLink(where, path),
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
