// The report as one page that needs nothing else: no script, no network (its policy forbids both), no markup of its author's. Beside each citation
// stand its lines, folded.
import MarkdownIt from "markdown-it";
import type { CheckedCitation } from "../reason/citations/check-citations.ts";
import { countLines, type LineSpan } from "../reason/citations/find-citations.ts";
import { redactSecrets } from "../secrets/redact.ts";
import { standalonePage } from "../system/standalone-page.ts";
import { html, type Markup } from "../vocabulary/html-text.ts";
import { escapeUnseen, renderCount } from "../vocabulary/shown-text.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** Of one citation; the page says how many more it has. */
const LINES_MAX = 200;

/** A citation's place in the Markdown: no text of an author has control characters. */
export const mark = (at: number): string => `${OPENS}${at}${CLOSES}`;
const [OPENS, CLOSES] = ["\u0001", "\u0002"] as const;

export interface Quote extends Pick<CheckedCitation, "text" | "lines"> {
  /** The file's lines. */
  readonly source: readonly string[];
  /** Where the lines are to be seen; null for nowhere. */
  readonly link: string | null;
  /** Whether the text before it names the place already. */
  readonly isNamed: boolean;
}

export interface ReportParts {
  readonly title: string;
  /** Markdown. The sections have `mark(n)` where `quotes[n]` is. */
  readonly head: string;
  readonly contents: string;
  readonly sections: string;
  readonly quotes: readonly Quote[];
  /** Of the second-level headings of `sections`, in order. */
  readonly anchors: readonly string[];
}

export function renderPage({ title, head, contents, sections, quotes, anchors }: ReportParts): string {
  // Once for all citations of a file.
  const redacted = new Map(
    [...new Set(quotes.map(({ source }) => source))].map((source) => [
      source,
      redactSecrets(source.join("\n")).text.split("\n"),
    ]),
  );
  const [start = "", ...rest] = markdown(sections, anchors).split(OPENS);
  const body = rest.map((part) => {
    const [at = "", text = ""] = part.split(CLOSES);
    const quote = quotes[Number(at)];
    // A sentence's end stays in its line while the lines are unfolded.
    const [end = ""] = /^[.,;:!?)]+/.exec(text) ?? [];
    return quote === undefined
      ? text
      : `${unfolded(quote, redacted.get(quote.source) ?? [], end).markup}${text.slice(end.length)}`;
  });
  return standalonePage({
    title,
    style: PAGE_STYLE,
    body: html`<nav aria-label="Contents">${{ markup: markdown(contents, []) }}</nav>
<main>
${{ markup: markdown(head, []) }}${{ markup: start + body.join("") }}</main>`,
  });
}

/** Markup in it is shown as text, and addresses other than of the web are no links. */
function markdown(text: string, anchors: readonly string[]): string {
  const renderer = new MarkdownIt({ html: false }).disable("image");
  const { rules } = renderer.renderer;
  let next = 0;
  rules["heading_open"] = (tokens, at, options, _, self) => {
    const anchor = tokens[at]?.tag === "h2" ? anchors[next] : undefined;
    if (anchor !== undefined) {
      tokens[at]?.attrSet("id", anchor);
      next += 1;
    }
    return self.renderToken(tokens, at, options);
  };
  // What unfolds may not stand in a <p>.
  rules["paragraph_open"] = (tokens, at) => (tokens[at]?.hidden === true ? "" : '<div class="p">');
  rules["paragraph_close"] = (tokens, at) => (tokens[at]?.hidden === true ? "" : "</div>\n");
  rules["table_open"] = () => '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n';
  rules["table_close"] = () => "</table></div>\n";
  return renderer.render(text);
}

function unfolded({ text, lines, link, isNamed }: Quote, source: readonly string[], end: string): Markup {
  const rows = lines.flatMap((span, at) => [...(at === 0 ? [] : [html`⋯\n`]), ...rowsOf(span, source)]);
  const left = countLines(lines) - LINES_MAX;
  const more = left > 0 ? html`… ${renderCount(left, "more line")}` : "";
  const to = link === null ? "" : html`<a href="${link}" rel="noreferrer">open</a>`;
  return html`<details class="cited"><summary><span>${isNamed ? "lines" : text}</span>${end}</summary><div class="lines">${to}<pre tabindex="0">${rows.slice(0, LINES_MAX + lines.length - 1)}${more}</pre></div></details>`;
}

const rowsOf = ({ startLine, endLine }: LineSpan, source: readonly string[]): Markup[] =>
  source
    .slice(startLine - 1, endLine)
    .map((line, at) => html`<span class="n">${startLine + at}</span>${escapeUnseen(line, "\t")}\n`);
