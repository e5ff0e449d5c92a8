// HTML with the templates that are written in it, and the pages of Vue, Svelte and Astro.
import { withExamples } from "../../syntax/patterns/settings.ts";
import type { LanguageProfile } from "../../syntax/profile.ts";
import type { GrammarReader } from "../../syntax/reader.ts";
import type { Language } from "../contract/language.ts";
import { pageDeletion } from "../ecmascript/deletion.ts";
import { ecmascriptImports } from "../ecmascript/import-lines.ts";
import { ecmascriptRename } from "../ecmascript/rename.ts";
import { astroProgram, svelteProgram, vueProgram } from "./component-code.ts";
import { embeddedIn, embeddedWithFront, embeddedWithLiquid } from "./embedded.ts";
import { astroProfile, htmlProfile, svelteProfile, vueProfile } from "./outline.ts";
import { razorProgram } from "./razor-code.ts";

const PATTERNS = withExamples("<$TAG>$$$</$TAG>", "<a href=$X></a>");

const markup = (profile: LanguageProfile): GrammarReader => {
  return { by: "grammar", grammar: "tree-sitter-html", profile, embeds: embeddedIn };
};
const component = (profile: LanguageProfile): GrammarReader => {
  return { ...markup(profile), blindTo: "expressions of its template" };
};

export const html: Language = {
  id: "html",
  namesCode: /./,
  extensions: [
    ...[".html", ".htm", ".xhtml", ".html.j2", ".htm.j2", ".jinja", ".jinja2", ".twig", ".njk", ".liquid", ".hbs"],
    ...[".handlebars", ".mustache", ".erb", ".rhtml", ".ejs", ".eta", ".eex", ".leex", ".heex", ".cshtml", ".vbhtml"],
    ...[".razor", ".gohtml", ".tmpl", ".jsp"],
  ],
  // Templates of programs and of settings are called so, too.
  claims: {
    ".tmpl":
      /^[ \t]*(?:\{\{[^}\n]{0,200}\}\}[ \t]*){0,9}<(?:!doctype|\/?(?:html|head|body|div|span|p|a|ul|ol|li|table|tr|t[dh]|form|section|nav|main|header|footer|title|script|link|meta|style|h[1-6]|img|br|button|input|label)\b)/im,
  },
  files: { minifiedEnds: ".min.html -min.html", codeExtensions: "html htm" },
  reader: {
    ...markup(htmlProfile),
    embeds: embeddedWithLiquid,
    program: (_root, text) => razorProgram(text),
  },
  patterns: PATTERNS,
};

export const vue: Language = {
  id: "vue",
  extensions: [".vue"],
  files: { codeExtensions: "vue" },
  reader: { ...component(vueProfile), program: vueProgram },
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
  reader: { ...component(svelteProfile), program: svelteProgram },
  libraryMembers: ["ecmascript"],
  patterns: PATTERNS,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  deletion: pageDeletion,
  rename: ecmascriptRename,
  valueSign: "$",
};

export const astro: Language = {
  id: "astro",
  extensions: [".astro"],
  files: { codeExtensions: "astro" },
  reader: { ...component(astroProfile), embeds: embeddedWithFront, program: astroProgram },
  libraryMembers: ["ecmascript"],
  patterns: PATTERNS,
  importLines: ecmascriptImports,
  constructors: ["constructor"],
  deletion: pageDeletion,
  rename: ecmascriptRename,
};
