// Prose: Markdown, reStructuredText, AsciiDoc, plain text.
import type { ProseStyle } from "../../syntax/prose.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";

const headings = (style: ProseStyle): Reader => ({ by: "headings", style });

export const markdown: Language = {
  id: "markdown",
  extensions: [".md", ".markdown", ".mdx", ".mdc", ".qmd", ".rmd"],
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
  reader: headings("asciidoc"),
};

export const text: Language = {
  id: "text",
  extensions: [".txt", ".text"],
  fileNames: ["README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "AUTHORS", "INSTALL", "NEWS", "TODO"],
  reader: headings("plain"),
};
