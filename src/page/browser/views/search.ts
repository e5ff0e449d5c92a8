// Search as you type: hits with their source, the words of the question marked, and what each score is made of.
import type { ChunkKind } from "../../../vocabulary/chunk.ts";
import { ask } from "../base/ask.ts";
import { announce, count, counted, h } from "../base/dom.ts";
import { markWords, wordsOf } from "../base/mark-words.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

interface Hit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol?: string;
  readonly kind?: string;
  readonly score: number;
  readonly signals?: Readonly<Record<string, number>>;
  readonly source?: readonly string[];
}

interface Answer {
  readonly summary: string;
  readonly hits: readonly Hit[];
  readonly completeness: { readonly files: number; readonly files_by_words: number };
  /** What the filters leave; absent without them. */
  readonly scope?: { readonly files_in_scope: number };
  readonly statistics: { readonly context_tokens: number; readonly hit_files_tokens: number };
}

const WAIT_MS = 150;
const HITS = 12;
/** Room for the source of all hits and for what each score is made of: an answer without that room leaves the latter out. */
const TOKENS_MAX = 40_000;
const KINDS: readonly ChunkKind[] = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "enum",
  "variable",
  "test",
  "section",
];

export const search: View = {
  name: "search",
  title: "Search",
  open(place) {
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
      ...KINDS.map((one) => h("option", {}, one)),
    );
    const results = h("div", { id: "results", "aria-busy": "false" });
    const summary = h("p", { class: "soft", id: "summary" });
    place.append(
      h(
        "form",
        { role: "search", class: "asking" },
        h("div", { class: "field wide" }, h("label", { for: "query" }, "Question, name or error message"), query),
        h("div", { class: "field" }, h("label", { for: "paths" }, "Only files"), paths),
        h("div", { class: "field" }, h("label", { for: "kind" }, "Kind"), kind),
      ),
      h("p", { class: "soft", id: "keys" }, "/ to type, ↓ and ↑ to go through the hits, Enter to copy where one is"),
      summary,
      results,
    );
    const asking = startAsking(() => ({ query: query.value, paths: paths.value, kind: kind.value }), summary, results);
    for (const field of [query, paths, kind]) {
      field.addEventListener("input", asking.soon);
    }
    place.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      asking.now();
    });
    const onKey = (event: KeyboardEvent): void => moveThroughHits(event, query, results);
    place.addEventListener("keydown", onKey);
    return asking.end;
  },
  focus: (place) => place.querySelector("input")?.focus(),
};

interface Typed {
  readonly query: string;
  readonly paths: string;
  readonly kind: string;
}

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

async function answerInto(typed: Typed, summary: HTMLElement, results: HTMLElement, signal: AbortSignal) {
  const query = typed.query.trim();
  if (query === "") {
    summary.textContent = "";
    results.replaceChildren();
    return;
  }
  const globs = typed.paths.split(/[\s,]+/).filter((glob) => glob !== "");
  const input = {
    query,
    top_k: HITS,
    max_tokens: TOKENS_MAX,
    explain: true,
    ...(globs.length === 0 ? {} : { paths: globs }),
    ...(typed.kind === "" ? {} : { kinds: [typed.kind] }),
  };
  results.setAttribute("aria-busy", "true");
  try {
    const { hits, completeness, scope, statistics } = await ask<Answer>("search_codebase", input, signal);
    const partly =
      completeness.files_by_words < completeness.files
        ? ` Only ${count(completeness.files_by_words)} of ${counted(completeness.files, "file")} are indexed so far.`
        : "";
    const found =
      hits.length === 0
        ? `Nothing found in ${counted(scope?.files_in_scope ?? completeness.files, "file")}.`
        : `${counted(hits.length, "hit")}, ${count(statistics.context_tokens)} tokens in place of the ${count(statistics.hit_files_tokens)} of the whole files.`;
    summary.textContent = `${found}${partly}`;
    const words = wordsOf(query);
    results.replaceChildren(h("ol", { class: "hits" }, ...hits.map((hit) => hitItem(hit, words))));
    announce(summary.textContent);
  } catch (error) {
    showProblem(results, error);
  } finally {
    if (!signal.aborted) {
      results.setAttribute("aria-busy", "false");
    }
  }
}

const anchorOf = ({ path, start_line: start, end_line: end }: Hit): string =>
  `${path}:${start}${end === start ? "" : `-${end}`}`;

function hitItem(hit: Hit, words: readonly string[]): HTMLElement {
  const anchor = anchorOf(hit);
  const button = h("button", { type: "button", class: "anchor", "data-anchor": anchor, title: "Copy" }, anchor);
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(anchor).then(
      () => announce(`copied ${anchor}`),
      () => announce("the browser does not allow copying"),
    );
  });
  const about = [hit.kind, hit.symbol].filter((part) => part !== undefined).join(" ");
  return h(
    "li",
    { class: "hit" },
    h("div", { class: "hit-head" }, button, h("span", { class: "soft" }, about)),
    hit.source === undefined ? null : sourceBlock(hit.source, hit.start_line, words),
    hit.signals === undefined ? null : signalBar(hit.signals),
  );
}

function sourceBlock(source: readonly string[], first: number, words: readonly string[]): HTMLElement {
  const lines = source.map((line, at) =>
    h("span", { class: "line", "data-line": first + at }, ...markWords(line, words), "\n"),
  );
  return h("pre", { tabindex: 0, "aria-label": `source from line ${first}` }, h("code", {}, ...lines));
}

/** The signals that raise the score, as shares of their sum; those that lower it are named. */
function signalBar(signals: Readonly<Record<string, number>>): HTMLElement {
  const raising = Object.entries(signals)
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a);
  const lowering = Object.entries(signals).filter(([, share]) => share < 0);
  const sum = raising.reduce((total, [, share]) => total + share, 0);
  const percent = (share: number): number => Math.round((100 * share) / sum);
  const text = [
    ...raising.map(([name, share]) => `${name.replaceAll("_", " ")} ${percent(share)} %`),
    ...lowering.map(([name, share]) => `${name.replaceAll("_", " ")} lowers it by ${Math.abs(share).toFixed(1)}`),
  ].join(", ");
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  for (const [at, [, share]] of raising.entries()) {
    const part = h("span", { class: `part part-${at % 6}` });
    part.style.flexGrow = String(share);
    bar.append(part);
  }
  return h("details", { class: "signals" }, h("summary", {}, "Why here ", bar), h("p", { class: "soft" }, text));
}

function moveThroughHits(event: KeyboardEvent, query: HTMLElement, results: HTMLElement): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") {
    return;
  }
  const target = event.target as HTMLElement;
  if (target.tagName === "PRE" || target.tagName === "SELECT") {
    return;
  }
  const anchors = [...results.querySelectorAll<HTMLElement>(".anchor")];
  const next = anchors.indexOf(target) + (event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  (next < 0 ? query : (anchors[next] ?? target)).focus();
}
