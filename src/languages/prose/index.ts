// Prose: Markdown, reStructuredText, AsciiDoc, plain text.
import type { ProseStyle } from "../../syntax/prose.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";

const headings = (style: ProseStyle): Reader => ({ by: "headings", style });

export const markdown: Language = {
  id: "markdown",
  extensions: [".md", ".markdown", ".mdx", ".mdc", ".qmd", ".rmd"],
  // GCC describes machines in Lisp.
  claims: { ".md": /^(?!\s*;;)/ },
  // What is imported and computed between the prose is run.
  namesCode: /\.(?:mdx|qmd|rmd)$/i,
  reader: headings("markdown"),
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

export const text: Language = {
  id: "text",
  extensions: [".txt", ".text"],
  fileNames: ["README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "AUTHORS", "INSTALL", "NEWS", "TODO"],
  reader: headings("plain"),
};
