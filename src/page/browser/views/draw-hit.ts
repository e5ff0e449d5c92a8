// Draws one hit of a search: its place, its source with the words of the question marked, and what its score is made of.
import { announce, breakable, h } from "../base/dom.ts";
import type { Here } from "../base/editor-address.ts";
import { editorLink } from "../base/here.ts";
import { markWords } from "../base/mark-words.ts";
import { labelOfSignal } from "../base/signal-labels.ts";

export interface Hit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol?: string;
  readonly kind?: string;
  readonly signals?: Readonly<Record<string, number>>;
  readonly source?: readonly string[];
}

const anchorOf = ({ path, start_line: start, end_line: end }: Hit): string =>
  `${path}:${start}${end === start ? "" : `-${end}`}`;

/** `words`: as `wordsOf` has them. */
export function drawHit(hit: Hit, words: readonly string[], where: Here): HTMLElement {
  const anchor = anchorOf(hit);
  const button = h(
    "button",
    { type: "button", class: "anchor", "data-anchor": anchor, title: "Copy" },
    ...breakable(anchor),
  );
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
    h("div", { class: "hit-head" }, button, h("span", { class: "soft" }, about), editorLink(where, anchor)),
    hit.source === undefined ? null : sourceBlock(hit.source, hit.start_line, words),
    hit.signals === undefined ? null : signalShares(hit.signals),
  );
}

function sourceBlock(source: readonly string[], first: number, words: readonly string[]): HTMLElement {
  const lines = source.map((line, at) =>
    h("span", { class: "line", "data-line": first + at }, ...markWords(line, words), "\n"),
  );
  return h("pre", { tabindex: 0, "aria-label": `source from line ${first}` }, h("code", {}, ...lines));
}

const COLORS = 6;

/** The signals that raise the score, as shares of their sum; those that lower it are named. */
function signalShares(signals: Readonly<Record<string, number>>): HTMLElement {
  const raising = Object.entries(signals)
    .filter(([, share]) => share > 0)
    .sort(([, a], [, b]) => b - a);
  const lowering = Object.entries(signals).filter(([, share]) => share < 0);
  const sum = raising.reduce((total, [, share]) => total + share, 0);
  const color = (at: number): string => `part part-${at % COLORS}`;
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  for (const [at, [, share]] of raising.entries()) {
    const part = h("span", { class: color(at) });
    part.style.flexGrow = String(share);
    bar.append(part);
  }
  const parts = raising.map(([name, share], at) =>
    h(
      "li",
      {},
      h("span", { class: color(at), "aria-hidden": "true" }),
      `${labelOfSignal(name)} ${Math.round((100 * share) / sum)} %`,
    ),
  );
  const less = lowering.map(([name, share]) =>
    h("li", {}, `${labelOfSignal(name)}: ${share.toFixed(1).replace("-", "−")}`),
  );
  return h(
    "details",
    { class: "signals" },
    h("summary", {}, "Why here ", bar),
    h("ul", { class: "soft" }, ...parts, ...less),
  );
}
