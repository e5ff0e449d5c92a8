// Saved results, newest first, and for the chosen one what has changed since it was saved.
import { ask } from "../base/ask.ts";
import { announce, count, counted, h } from "../base/dom.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Listed {
  readonly results: readonly {
    readonly name: string;
    readonly query: string;
    readonly timestamp: string;
    readonly files: number;
    readonly hits: number;
    readonly context_tokens: number;
    readonly trust: string;
  }[];
}

interface Saved {
  readonly name: string;
  readonly current: boolean;
  readonly files: readonly { readonly path: string; readonly state?: string; readonly lines?: readonly string[] }[];
}

const WHEN = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

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
    const { results } = await ask<Listed>("list_saved_results", { limit: 200 }, signal);
    if (results.length === 0) {
      place.append(h("p", {}, "Nothing is saved for this project. `context-broker save QUESTION` saves an answer."));
      return;
    }
    const shown = h("section", { class: "shown", "aria-live": "polite" });
    const items = results.map((result) => {
      const button = h("button", { type: "button", class: "row" }, h("strong", {}, result.query || result.name));
      button.addEventListener("click", () => void show(result.name, shown, signal));
      const when = WHEN.format(new Date(result.timestamp));
      const origin = result.trust === "untrusted" ? "; came with the project" : "";
      return h(
        "li",
        {},
        button,
        h(
          "span",
          { class: "soft" },
          `${when}; ${counted(result.hits, "hit")} in ${counted(result.files, "file")}, ${count(result.context_tokens)} tokens${origin}`,
        ),
      );
    });
    place.append(h("ul", { class: "list" }, ...items), shown);
  } catch (error) {
    showProblem(place, error);
  }
}

const STATES: Readonly<Record<string, string>> = {
  changed: "changed since",
  missing: "is gone",
  outside: "is no longer searched",
  unknown: "cannot be read now",
};

async function show(name: string, place: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const { current, files } = await ask<Saved>("get_saved_result", { name, max_tokens: 20_000 }, signal);
    const changed = files.filter(({ state }) => state !== undefined && state !== "unchanged");
    const verdict = current ? "No file has changed since." : `${counted(changed.length, "file")} changed since.`;
    place.replaceChildren(
      h("h2", {}, name),
      h("p", { class: current ? "good" : "warn" }, verdict),
      ...files.map(({ path, state, lines }) =>
        h(
          "details",
          {},
          h(
            "summary",
            {},
            path,
            state === undefined ? "" : h("strong", { class: "warn" }, ` ${STATES[state] ?? state}`),
          ),
          lines === undefined
            ? h("p", { class: "soft" }, "its text was left out")
            : h("pre", { tabindex: 0 }, h("code", {}, lines.join("\n"))),
        ),
      ),
    );
    announce(`${name}: ${verdict}`);
  } catch (error) {
    showProblem(place, error);
  }
}
