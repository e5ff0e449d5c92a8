// The index as it is now, looked at again every two seconds.
import { ask } from "../base/ask.ts";
import { count, counted, h } from "../base/dom.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Status {
  readonly project_root: string;
  readonly lagging: number;
  readonly coverage: {
    readonly files: number;
    readonly files_searchable: number;
    readonly chunks: number;
    readonly chunks_embedded: number;
  };
  readonly vectors: { readonly state: string; readonly kind?: string; readonly reason?: string };
  readonly watching: { readonly state: string; readonly reason?: string };
  readonly excluded?: Readonly<Record<string, { readonly count: number; readonly examples: readonly string[] }>>;
  readonly problems_count?: number;
  readonly problems?: readonly { readonly code: string; readonly path?: string; readonly message: string }[];
}

const EVERY_MS = 2_000;

export const indexState: View = {
  name: "index",
  title: "Index",
  open(place) {
    const ending = new AbortController();
    let timer = 0;
    let drawn = "";
    const look = async (): Promise<void> => {
      try {
        const status = await ask<Status>("index_status", {}, ending.signal);
        // What has not changed is left alone, with the selection and the reading position in it.
        if (JSON.stringify(status) !== drawn) {
          draw(place, status);
          drawn = JSON.stringify(status);
        }
      } catch (error) {
        showProblem(place, error);
        drawn = "";
      }
      if (!ending.signal.aborted) {
        timer = setTimeout(() => void look(), EVERY_MS);
      }
    };
    void look();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  },
};

function meter(label: string, done: number, all: number): HTMLElement {
  const id = `meter-${label.replaceAll(" ", "-")}`;
  return h(
    "div",
    { class: "meter" },
    h("label", { for: id }, label),
    h("progress", { id, max: Math.max(1, all), value: all === 0 ? 1 : done }),
    h("span", { class: "soft" }, `${count(done)} of ${count(all)}`),
  );
}

function draw(place: HTMLElement, status: Status): void {
  const { coverage, vectors, watching, excluded = {}, problems = [], problems_count: problemsCount = 0 } = status;
  const opened = new Set([...place.querySelectorAll("details[open]")].map((one) => one.id));
  const focused = document.activeElement?.closest("details")?.id;
  const details = (id: string, title: string, lines: readonly string[]): HTMLElement | null =>
    lines.length === 0
      ? null
      : h(
          "details",
          { id, open: opened.has(id) },
          h("summary", {}, title),
          h("ul", {}, ...lines.map((line) => h("li", {}, line))),
        );
  const parts = [
    meter("Files by words", coverage.files_searchable, coverage.files),
    meter("Chunks by meaning", coverage.chunks_embedded, coverage.chunks),
    h(
      "dl",
      { class: "facts" },
      ...fact("Files to index again", count(status.lagging)),
      ...fact("Vectors", vectors.kind ?? vectors.state),
      ...fact("Watching", watching.state),
    ),
    h("p", { class: "soft" }, [vectors.reason, watching.reason].filter((text) => text !== undefined).join(". ")),
    details(
      "excluded",
      "What is not searched",
      Object.entries(excluded).map(
        ([name, { count: number, examples }]) =>
          `${name}: ${count(number)}, such as ${examples.slice(0, 3).join(", ")}`,
      ),
    ),
    details(
      "problems",
      counted(problemsCount, "problem"),
      problems.map(({ code, path, message }) => `${code}${path === undefined ? "" : ` ${path}`}: ${message}`),
    ),
  ];
  place.replaceChildren(...parts.filter((part) => part !== null));
  if (focused !== undefined) {
    place.querySelector<HTMLElement>(`#${focused} > summary`)?.focus({ preventScroll: true });
  }
}

const fact = (name: string, value: string): HTMLElement[] => [h("div", {}, h("dt", {}, name), h("dd", {}, value))];
