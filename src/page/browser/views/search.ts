// Search as you type: hits with their source, the words of the question marked, and what each score is made of.
import { CHUNK_KINDS } from "../../../vocabulary/chunk.ts";
import { askUntilComplete } from "../base/ask.ts";
import { announce, count, counted, h, labelled } from "../base/dom.ts";
import type { Here } from "../base/editor-address.ts";
import { globsOf } from "../base/globs.ts";
import { here } from "../base/here.ts";
import { wordsOf } from "../base/mark-words.ts";
import { drawHit, type Hit } from "./draw-hit.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Answer {
  readonly outcome: string;
  /** Words of the question that occur nowhere in the project. */
  readonly missing_words?: readonly string[];
  /** Words that the project does not have, and what was searched in place of each. */
  readonly corrections?: readonly { readonly written: string; readonly searched: readonly string[] }[];
  readonly hits: readonly Hit[];
  /** What the filters leave; absent without them. */
  readonly scope?: { readonly files_in_scope: number };
  readonly details: {
    /** What found the hits. */
    readonly match_type: string;
    readonly completeness: { readonly files: number; readonly files_by_words: number };
    readonly statistics: { readonly context_tokens: number };
  };
}

const WAIT_MS = 150;
/** So many answers in a row that are the same, about four minutes, and the files that are missing are not waited for. */
const SAME_MAX = 13;
const HITS = 12;
/** Room for the source of all hits and for what each score is made of: an answer without that room leaves the latter out. */
const TOKENS_MAX = 40_000;

interface Typed {
  readonly query: string;
  readonly paths: string;
  readonly kind: string;
}

/** Kept while other views are open. */
let typed: Typed = { query: "", paths: "", kind: "" };

export const search: View = {
  name: "search",
  title: "Search",
  open(place, signal) {
    const query = h("input", {
      id: "query",
      type: "search",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "where are sessions renewed",
      "aria-describedby": "keys",
    });
    const paths = h("input", { id: "paths", type: "text", placeholder: "src/**", autocomplete: "off" });
    const kind = h(
      "select",
      { id: "kind" },
      h("option", { value: "" }, "any"),
      ...CHUNK_KINDS.map((one) => h("option", {}, one)),
    );
    const results = h("div", { id: "results", "aria-busy": "false" });
    const summary = h("p", { class: "soft", id: "summary" });
    place.append(
      h(
        "form",
        { role: "search", class: "asking" },
        labelled("query", "Question, name or error message", query, " wide"),
        labelled("paths", "Only files", paths),
        labelled("kind", "Kind", kind),
      ),
      h(
        "p",
        { class: "soft", id: "keys" },
        h("span", { class: "away" }, "/ to type, "),
        "↓ and ↑ to go through the hits, Enter to copy where one is",
      ),
      summary,
      results,
    );
    [query.value, paths.value, kind.value] = [typed.query, typed.paths, typed.kind];
    const read = (): Typed => {
      typed = { query: query.value, paths: paths.value, kind: kind.value };
      return typed;
    };
    const asking = startAsking(read, summary, results);
    asking.now();
    for (const field of [query, paths, kind]) {
      field.addEventListener("input", asking.soon);
    }
    place.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      asking.now();
    });
    const onKey = (event: KeyboardEvent): void => moveThroughHits(event, query, results);
    place.addEventListener("keydown", onKey);
    signal.addEventListener("abort", asking.end);
  },
  focus: (place) => {
    const query = place.querySelector("input");
    query?.focus();
    query?.select();
  },
};

function startAsking(read: () => Typed, summary: HTMLElement, results: HTMLElement) {
  let timer = 0;
  let running = new AbortController();
  const now = (): void => {
    clearTimeout(timer);
    running.abort();
    running = new AbortController();
    void answerInto(read(), summary, results, running.signal);
  };
  return {
    now,
    soon: (): void => {
      clearTimeout(timer);
      timer = setTimeout(now, WAIT_MS);
    },
    end: (): void => {
      clearTimeout(timer);
      running.abort();
    },
  };
}

async function answerInto(
  { query: text, paths, kind }: Typed,
  summary: HTMLElement,
  results: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const query = text.trim();
  if (query === "") {
    summary.textContent = "";
    results.replaceChildren();
    results.setAttribute("aria-busy", "false");
    return;
  }
  const globs = globsOf(paths);
  const input = {
    query,
    top_k: HITS,
    max_tokens: TOKENS_MAX,
    explain: true,
    ...(globs.length === 0 ? {} : { paths: globs }),
    ...(kind === "" ? {} : { kinds: [kind] }),
  };
  results.setAttribute("aria-busy", "true");
  summary.textContent ||= "Searching …";
  const words = wordsOf(query);
  let drawn = "";
  try {
    const where = await here();
    signal.throwIfAborted();
    await askUntilComplete<Answer>("search_codebase", input, signal, {
      isPartial: ({ details: { completeness } }) => completeness.files_by_words < completeness.files,
      attempts: SAME_MAX,
      progress: ({ hits, details: { completeness } }) =>
        JSON.stringify([hits, completeness.files, completeness.files_by_words]),
      draw: (answer, isLast) => {
        summary.textContent = summaryOf(answer, isLast);
        // The same hits are left alone, with the keyboard's place and the selection in them.
        const isNew = JSON.stringify(answer.hits) !== drawn;
        if (isNew) {
          drawn = JSON.stringify(answer.hits);
          drawHits(results, answer.hits, words, where);
        }
        if (isNew || isLast) {
          announce(summary.textContent);
        }
        results.setAttribute("aria-busy", "false");
      },
    });
  } catch (error) {
    if (!signal.aborted) {
      summary.textContent = "";
      results.setAttribute("aria-busy", "false");
    }
    showProblem(results, error);
  }
}

const FOUND_BY: Readonly<Record<string, string>> = {
  hybrid: " by words and meaning",
  words: " by words",
  meaning: " by meaning",
  symbol: " by name",
};

function summaryOf(answer: Answer, isLast: boolean): string {
  const { outcome, corrections = [], missing_words: missing = [], hits, scope } = answer;
  const { match_type: by, completeness, statistics } = answer.details;
  const { files, files_by_words: byWords } = completeness;
  if (files === 0) {
    return "There is no file to search: see Index for what is left out.";
  }
  const found =
    hits.length === 0
      ? `Nothing found in ${counted(scope?.files_in_scope ?? byWords, "file")}.`
      : `${counted(hits.length, "hit")}${FOUND_BY[by] ?? ""}, ${count(statistics.context_tokens)} tokens of source.`;
  return [
    ...(outcome === "none" ? ["Nothing here answers this; the nearest places:"] : []),
    ...(outcome === "weak" ? ["Nothing clearly answers this:"] : []),
    found,
    ...(missing.length > 0 ? [`Nowhere in the project: ${missing.map((word) => `"${word}"`).join(", ")}.`] : []),
    ...corrections.map(({ written, searched }) => `"${written}" was read as "${searched.join(" ")}".`),
    ...(byWords < files
      ? [
          `${count(byWords)} of ${counted(files, "file")} are indexed so far: ${isLast ? "there may be more hits, see Index and search again." : "hits are added as it goes on."}`,
        ]
      : []),
  ].join(" ");
}

function drawHits(results: HTMLElement, hits: readonly Hit[], words: readonly string[], where: Here): void {
  const place = (document.activeElement as HTMLElement | null)?.dataset["anchor"];
  results.replaceChildren(h("ol", { class: "hits" }, ...hits.map((hit) => drawHit(hit, words, where))));
  if (place !== undefined) {
    results.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(place)}"]`)?.focus({ preventScroll: true });
  }
}

function moveThroughHits(event: KeyboardEvent, query: HTMLElement, results: HTMLElement): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") {
    return;
  }
  const target = event.target as HTMLElement;
  if (target.tagName === "PRE" || target.tagName === "SELECT") {
    return;
  }
  const hits = [...results.querySelectorAll(".hit")];
  const at = hits.findIndex((hit) => hit.contains(target));
  const next = at + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  (next < 0 ? query : hits[next]?.querySelector<HTMLElement>(".anchor"))?.focus();
}
