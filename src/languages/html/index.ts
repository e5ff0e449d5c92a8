// HTML, and the pages of Vue and Svelte.
import { withExamples } from "../../syntax/patterns/settings.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { pageDeletion } from "../ecmascript/deletion.ts";
import { ecmascriptImports } from "../ecmascript/import-lines.ts";
import { ecmascriptRename } from "../ecmascript/rename.ts";
import { embeddedIn } from "./embedded.ts";
import { htmlProfile } from "./outline.ts";

const PATTERNS = withExamples("<$TAG>$$$</$TAG>", "<a href=$X></a>");

const markup: Reader = { by: "grammar", grammar: "tree-sitter-html", profile: htmlProfile, embeds: embeddedIn };
const template: Reader = { ...markup, blindTo: "expressions of its template" };

export const html: Language = {
  id: "html",
  namesCode: /./,
  extensions: [".html", ".htm", ".xhtml"],
  files: { minifiedEnds: ".min.html -min.html", codeExtensions: "html htm" },
  reader: markup,
  patterns: PATTERNS,
};

export const vue: Language = {
  id: "vue",
  extensions: [".vue"],
  files: { codeExtensions: "vue" },
  reader: template,
  libraryMembers: ["ecmascript"],
  patterns: PATTERNS,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  deletion: pageDeletion,
  rename: ecmascriptRename,
};

export const svelte: Language = {
  id: "svelte",
  extensions: [".svelte"],
  files: { codeExtensions: "svelte" },
  reader: template,
  libraryMembers: ["ecmascript"],
  patterns: PATTERNS,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  deletion: pageDeletion,
  rename: ecmascriptRename,
  valueSign: "$",
};
