// The index as it is now, looked at again every two seconds.
import { ask } from "../base/ask.ts";
import { count, counted, h, warning } from "../base/dom.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Status {
  readonly lagging: number;
  readonly coverage: {
    readonly files: number;
    readonly files_searchable: number;
    readonly chunks: number;
    readonly chunks_embedded: number;
  };
  readonly work?: { readonly phase: string; readonly seconds_left: number | null; readonly paused: string | null };
  readonly vectors: { readonly state: string; readonly reason?: string };
  readonly watching?: { readonly state: string; readonly reason?: string };
  readonly excluded?: Readonly<Record<string, { readonly count: number; readonly examples: readonly string[] }>>;
  readonly problems_count?: number;
  readonly problems?: readonly { readonly code: string; readonly path?: string; readonly message: string }[];
}

interface Indexed {
  /** It takes longer than an answer waits. */
  readonly goes_on?: boolean;
  readonly indexed_files?: number;
  readonly removed_files?: number;
  readonly embedded_chunks?: number;
  readonly seconds?: { readonly total: number };
}

const EVERY_MS = 2_000;

export const indexState: View = {
  name: "index",
  title: "Index",
  open(place, signal) {
    const state = h("div", {});
    place.append(state, indexAgain());
    let timer = 0;
    let drawn = "";
    /** What has not changed is left alone, with the selection and the reading position in it. */
    const redraw = (key: string, draw: () => void): void => {
      if (key !== drawn) {
        draw();
        drawn = key;
      }
    };
    const look = async (): Promise<void> => {
      try {
        const status = await ask<Status>("index_status", {}, signal);
        redraw(JSON.stringify(status), () => drawStatus(state, status));
      } catch (error) {
        redraw(String(error), () => showProblem(state, error));
      }
      if (!signal.aborted) {
        timer = setTimeout(() => void look(), EVERY_MS);
      }
    };
    void look();
    signal.addEventListener("abort", () => clearTimeout(timer));
  },
};

/** Begins to index all that is not indexed as it is now, vectors included. It goes on while other views are open. */
function indexAgain(): HTMLElement {
  const said = h("div", { class: "soft", role: "status" });
  const button = h("button", { type: "button", class: "quiet" }, "Index now");
  button.addEventListener("click", () => {
    button.disabled = true;
    said.replaceChildren("Indexing …");
    ask<Indexed>("index_project")
      .then(
        (indexed) => said.replaceChildren(resultOf(indexed)),
        (error: unknown) => showProblem(said, error),
      )
      .finally(() => {
        button.disabled = false;
      });
  });
  return h("div", { class: "acting" }, button, said);
}

function resultOf({
  goes_on: goesOn,
  indexed_files: files = 0,
  removed_files: removed = 0,
  ...indexed
}: Indexed): string {
  const { embedded_chunks: chunks = 0, seconds } = indexed;
  return goesOn === true
    ? "It goes on: see Work above."
    : `${counted(files, "file")} read, ${count(removed)} removed, ${counted(chunks, "chunk")} embedded, ${(seconds?.total ?? 0).toFixed(1)} s`;
}

function meter(label: string, done: number, all: number, noun: string): HTMLElement {
  const id = `meter-${label.replaceAll(" ", "-")}`;
  return h(
    "div",
    { class: "meter" },
    h("label", { for: id }, label),
    h("progress", { id, max: Math.max(1, all), value: done }),
    h("span", { class: "soft" }, `${count(done)} of ${counted(all, noun)}`),
  );
}

/** A longer time is left of work that stood still, and says nothing. */
const FORESEEN_S = 86_400;

/** "1:05 min" */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}

function workOf({ work, lagging }: Status): string {
  if (work === undefined) {
    return lagging === 0 ? "nothing, all is up to date" : "waiting";
  }
  const { seconds_left: seconds } = work;
  const left = seconds === null || seconds > FORESEEN_S ? "" : `, ${duration(seconds)} left`;
  return work.paused === null ? `${work.phase}${left}` : `paused: ${work.paused}`;
}

/** By state of the vectors; other states are told as they are. */
const MEANING: Readonly<Record<string, string>> = { applied: "on", stale: "on, in part", disabled: "off" };
const WATCHING: Readonly<Record<string, string>> = { live: "on", starting: "starting" };

function drawStatus(place: HTMLElement, status: Status): void {
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
    coverage.files === 0 ? warning("There is no file to search in this project.") : null,
    meter("Searchable by words", coverage.files_searchable, coverage.files, "file"),
    vectors.state === "disabled"
      ? null
      : meter("Searchable by meaning", coverage.chunks_embedded, coverage.chunks, "chunk"),
    h(
      "dl",
      { class: "facts" },
      fact("Work", workOf(status), ""),
      fact("Search by meaning", MEANING[vectors.state] ?? vectors.state, vectors.reason),
      watching === undefined
        ? null
        : fact("Watching for changes", WATCHING[watching.state] ?? watching.state, watching.reason),
    ),
    details(
      "excluded",
      "What is not searched",
      Object.entries(excluded).map(
        ([name, { count: number, examples }]) => `${name}: ${counted(number, "file")}, such as ${examples.join(", ")}`,
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

const fact = (name: string, value: string, why: string | undefined): HTMLElement =>
  h("div", {}, h("dt", {}, name), h("dd", {}, value), why ? h("dd", { class: "soft" }, why) : null);
