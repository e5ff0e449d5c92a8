// How stack traces are written, whatever language a pasted one is of: the forms of all languages (`traces` of their records) together.
import { LANGUAGES } from "../../languages/registry.ts";

const FORMS = [...new Set(LANGUAGES.flatMap(({ traces }) => traces ?? []))];

/** Matches what any of the patterns matches; nothing for none. */
const anyOf = (patterns: readonly RegExp[], flags = ""): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join("|") || "(?!)", flags);

export const FRAME_FORMS = FORMS.flatMap(({ frames }) => frames);

/** What traces say whatever was raised. Global. */
export const BOILERPLATE: readonly RegExp[] = [
  ...FORMS.flatMap(({ boilerplate = [] }) => boilerplate),
  /\b[Ss]tack (?:back)?trace:/g,
  /(?<!\S)(?:from|at|[~^]{2,200})(?!\S)/g,
];

/** What stands in place of a function's name, and what compilers add to one. Global. */
export const NOT_A_NAME = anyOf([/<(?:anonymous|unknown)>/, ...FORMS.flatMap(({ notNames }) => notNames ?? [])], "g");

/** Found in a trace whose last frame is the innermost. */
export const INNERMOST_LAST = anyOf(FORMS.flatMap(({ innermostLast }) => innermostLast ?? []));

/** Words between two sections of a trace; after those of BEFORE_EFFECT comes the effect of the section before, else its cause. */
export const BEFORE_EFFECT = anyOf(FORMS.flatMap(({ beforeEffect }) => beforeEffect ?? []));
export const SECTION_BREAK = anyOf([...FORMS.flatMap(({ beforeCause }) => beforeCause ?? []), BEFORE_EFFECT]);

/** Where installed packages and languages' own libraries lie; `<anonymous>` and the like. Over a `/`-separated path. */
export const EXTERNAL = anyOf([/^</, ...FORMS.flatMap(({ external }) => external ?? [])]);

/** Paths of the sources from which the file at a path may have been built, with its folders. */
export const sourcesOf = (path: string): string[] => FORMS.flatMap((form) => form.sourcesOf?.(path) ?? []);
