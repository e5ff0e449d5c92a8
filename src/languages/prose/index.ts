// Prose: Markdown, reStructuredText, AsciiDoc, Org, plain text.
import type { ProseStyle } from "../../syntax/prose.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { outlineBlocks } from "../notebook/cells.ts";

const headings = (style: ProseStyle): Reader => ({ by: "headings", style });

export const markdown: Language = {
  id: "markdown",
  extensions: [".md", ".markdown", ".mdx", ".mdc", ".qmd", ".rmd"],
  // GCC describes machines in Lisp.
  claims: { ".md": /^(?!\s*;;)/ },
  // What is imported and computed between the prose is run.
  namesCode: /\.(?:mdx|qmd|rmd)$/i,
  // Of R Markdown and Quarto: what is run has its language in braces.
  reader: {
    by: "headings",
    style: "markdown",
    code: outlineBlocks(/^ {0,3}(?:`{3,}|~{3,})\s*\{(\w+)/, /^ {0,3}(?:`{3,}|~{3,})\s*$/),
  },
};

export const restructuredtext: Language = {
  id: "restructuredtext",
  extensions: [".rst", ".rest"],
  reader: headings("restructuredtext"),
};

export const asciidoc: Language = {
  id: "asciidoc",
  extensions: [".adoc", ".asciidoc", ".asc"],
  // A key of PGP, a picture in characters.
  claims: { ".asc": /^(?:={1,6} \S|:[\w-]+:|\[[\w,="'. -]+\]\s*$|include::|image::|[-*] \S)/m },
  reader: headings("asciidoc"),
};

export const org: Language = {
  id: "org",
  extensions: [".org"],
  reader: {
    by: "headings",
    style: "org",
    code: outlineBlocks(/^\s*#\+begin_src\s+([\w+-]+)/i, /^\s*#\+end_src\s*$/i),
  },
};

export const text: Language = {
  id: "text",
  extensions: [".txt", ".text"],
  fileNames: ["README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "AUTHORS", "INSTALL", "NEWS", "TODO"],
  reader: headings("plain"),
};
