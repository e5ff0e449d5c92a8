// The table of languages, one folder each: which extensions, file names and `#!` lines are which language, and how each is read.
// choose-language.ts chooses from it.
import type { FactsReader } from "../facts/read-facts.ts";
import type { GrammarName } from "../syntax/grammars.ts";
import { type PatternSettings, PLAIN } from "../syntax/patterns/settings.ts";
import type { LanguageProfile } from "../syntax/profile.ts";
import type { ParseState } from "../vocabulary/chunk.ts";
import type { FileNames } from "../vocabulary/file-names.ts";
import { bash, zsh } from "./bash/index.ts";
import {
  cmake,
  dockerfile,
  graphql,
  ini,
  json5,
  latex,
  makefile,
  powershell,
  protobuf,
  vim,
} from "./by-marks/index.ts";
import { BY_MARKS } from "./by-marks/table.ts";
import { c, cpp } from "./c/index.ts";
import { clojure } from "./clojure/index.ts";
import type { ErrorHandling } from "./contract/error-handling.ts";
import type { Language } from "./contract/language.ts";
import type { OutsideInput } from "./contract/outside-input.ts";
import type { ProjectLayout } from "./contract/project-layout.ts";
import { csharp } from "./csharp/index.ts";
import { css, less, sass, scss } from "./css/index.ts";
import { dart } from "./dart/index.ts";
import { json, jsonc, jsonl, properties, toml, xml, yaml } from "./data/index.ts";
import { javascript, tsx, typescript } from "./ecmascript/index.ts";
import { elisp } from "./elisp/index.ts";
import { elixir } from "./elixir/index.ts";
import { elm } from "./elm/index.ts";
import { erlang } from "./erlang/index.ts";
import { gdscript } from "./gdscript/index.ts";
import { gleam } from "./gleam/index.ts";
import { go } from "./go/index.ts";
import { haskell } from "./haskell/index.ts";
import { hcl } from "./hcl/index.ts";
import { astro, html, svelte, vue } from "./html/index.ts";
import { java } from "./java/index.ts";
import { julia } from "./julia/index.ts";
import { kotlin } from "./kotlin/index.ts";
import { lua } from "./lua/index.ts";
import { nix } from "./nix/index.ts";
import { notebook } from "./notebook/index.ts";
import { objectivec } from "./objectivec/index.ts";
import { ocaml, ocamlInterface } from "./ocaml/index.ts";
import { perl } from "./perl/index.ts";
import { php } from "./php/index.ts";
import { asciidoc, markdown, org, restructuredtext, text } from "./prose/index.ts";
import { python } from "./python/index.ts";
import { r } from "./r/index.ts";
import { ruby } from "./ruby/index.ts";
import { rust } from "./rust/index.ts";
import { scala } from "./scala/index.ts";
import { sql } from "./sql/index.ts";
import { starlark } from "./starlark/index.ts";
import { swift } from "./swift/index.ts";
import { zig } from "./zig/index.ts";

export const LANGUAGES: readonly Language[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  kotlin,
  scala,
  c,
  cpp,
  objectivec,
  csharp,
  ruby,
  php,
  swift,
  dart,
  lua,
  elixir,
  haskell,
  ocaml,
  ocamlInterface,
  zig,
  bash,
  zsh,
  r,
  clojure,
  elm,
  gleam,
  gdscript,
  nix,
  hcl,
  sql,
  html,
  vue,
  svelte,
  astro,
  css,
  scss,
  less,
  sass,
  json,
  jsonc,
  jsonl,
  yaml,
  toml,
  xml,
  properties,
  notebook,
  makefile,
  dockerfile,
  cmake,
  powershell,
  protobuf,
  graphql,
  erlang,
  julia,
  elisp,
  vim,
  json5,
  ini,
  latex,
  starlark,
  ...BY_MARKS,
  perl,
  markdown,
  restructuredtext,
  asciidoc,
  org,
  text,
];

const byId: ReadonlyMap<string, Language> = new Map(LANGUAGES.map((language) => [language.id, language]));

/** Undefined for null and for an identifier that is in no record. */
export const languageById = (id: string | null): Language | undefined => (id === null ? undefined : byId.get(id));

/** Whether a text was read less well than its language can be. Without a grammar, to be cut at blank lines is the ordinary case. */
export const isPoorlyParsed = ({ language, parse }: ReadText): boolean =>
  parse === "partial" || (parse === "fallback" && languageById(language)?.reader.by === "grammar");

interface ReadText {
  readonly language: string | null;
  readonly parse: ParseState | null;
}

/** Of each language that a grammar reads: what `pick` takes of it, by its profile. */
const byProfile = <Picked>(pick: (language: Language) => Picked | undefined): ReadonlyMap<LanguageProfile, Picked> =>
  new Map(
    LANGUAGES.flatMap((language) => {
      const picked = pick(language);
      return language.reader.by === "grammar" && picked !== undefined
        ? [[language.reader.profile, picked] as const]
        : [];
    }),
  );

const readers: ReadonlyMap<LanguageProfile, FactsReader> = byProfile(({ facts }) => facts);

/** How the facts of what is read by this profile are read; undefined for a language that has definitions alone. */
export const factsReaderOf = (profile: LanguageProfile): FactsReader | undefined => readers.get(profile);

const errorRules: ReadonlyMap<LanguageProfile, ErrorHandling> = byProfile(({ errors }) => errors);

/** How what is read by this profile catches errors; undefined where that is not known. */
export const errorRulesOf = (profile: LanguageProfile): ErrorHandling | undefined => errorRules.get(profile);

const inputRules: ReadonlyMap<LanguageProfile, OutsideInput> = byProfile(({ input }) => input);

/** What comes from outside of a program, for what is read by this profile; undefined where that is not known. */
export const inputRulesOf = (profile: LanguageProfile): OutsideInput | undefined => inputRules.get(profile);

const patterns: ReadonlyMap<GrammarName, PatternSettings> = new Map(
  LANGUAGES.flatMap((language) =>
    language.reader.by === "grammar" && language.patterns !== undefined
      ? [[language.reader.grammar, language.patterns] as const]
      : [],
  ),
);

export const patternSettings = (grammar: GrammarName): PatternSettings => patterns.get(grammar) ?? PLAIN;

/** By the name of a file: what its language says of entry points in such files. */
export const ENTRY_FILES: ReadonlyMap<string, NonNullable<ProjectLayout["entryFiles"]>[string]> = new Map(
  LANGUAGES.flatMap(({ project }) => Object.entries(project?.entryFiles ?? {})),
);

/** What the tools of all languages call files and folders. */
export const FILE_NAMES: readonly FileNames[] = LANGUAGES.flatMap(({ files }) => files ?? []);

/** By the name of a manifest: the name under which its package is published. */
export const PUBLISHED_NAMES: ReadonlyMap<string, NonNullable<ProjectLayout["publishedNames"]>[string]> = new Map(
  LANGUAGES.flatMap(({ project }) => Object.entries(project?.publishedNames ?? {})),
);
