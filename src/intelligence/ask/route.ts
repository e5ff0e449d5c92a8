// Defines a route of plain questions: its forms and its calls. `<x>` in a form is the subject. Also has the words and calls
// that several routes share.
import type { Resolution } from "./resolve-subject.ts";

/** What a route asks about. `words`: any text, taken as it is written; `ref`: a git ref. */
export type Takes = "nothing" | "symbol" | "place" | "symbol or place" | "words" | "ref";

export interface Asked {
  /** The clause without politeness. */
  readonly question: string;
  /** As cleaned; empty where there is none. */
  readonly subject: string;
  readonly resolution: Resolution;
  /** What most of the code is in. */
  readonly language: string | null;
}

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Route {
  readonly name: string;
  readonly takes: Takes;
  /** Nothing but a symbol can be meant, also by one plain word. */
  readonly firm?: boolean;
  readonly example: string;
  /** Expressions of whole clauses, letters of any case. */
  readonly forms: readonly string[];
  /** Expressions found anywhere in a clause that no form fits: of a route that is about nothing by name. */
  readonly hints?: readonly string[];
  calls(asked: Asked): readonly Call[];
  /** Calls for a name that the project does not have, if they can still answer. */
  absent?(asked: Asked): readonly Call[];
  /** What to do with the answer. */
  readonly next: string;
}

export const WE = "(?:i|we|you|they|someone|somebody|one)";
export const SHOW =
  "(?:(?:find|list|show|get|give|print|display|see)(?: me| us)? |(?:what|who|which) (?:is|are) )?(?:all )?(?:of )?(?:the )?";
const DOING =
  "(?:chang|renam|remov|delet|modify|modifi|edit|refactor|touch|mov|updat|dropp?|alter|replac|break|rewrit)(?:e|es|ed|ing|s)?";
/** What of a symbol is changed: still a change of the symbol. */
const PART =
  "(?:signature|name|(?:return |result )?type|result|parameters?|arguments?|params?|args?|fields?|propert(?:y|ies)|body|behaviou?r|implementation|api|interface|contract)";
const SOME = "(?: (?:a|an|another|the|one|its|new|optional|required|first|second|third|last))*";
export const CHANGE = `(?:(?:${DOING}|add(?:s|ed|ing)?)${SOME} ${PART} (?:of|for|in|to|from)|${DOING})`;
/** What kinds of symbols are called, in the singular, and the kinds of the index that they are. */
const TYPES = ["class", "interface", "type", "enum"];
const KINDS_CALLED: Readonly<Record<string, readonly string[]>> = {
  function: ["function", "method"],
  func: ["function", "method"],
  fn: ["function", "method"],
  method: ["method", "function"],
  class: ["class"],
  struct: TYPES,
  trait: TYPES,
  type: TYPES,
  interface: ["interface"],
  protocol: TYPES,
  enum: ["enum"],
  constant: ["variable"],
  variable: ["variable"],
  module: ["module"],
  test: ["test", "function", "method"],
};
/** All of them, in either number. */
export const KIND_WORDS = Object.keys(KINDS_CALLED)
  .map((word) => (word.endsWith("s") ? `${word}(?:es)?` : `${word}s?`))
  .join("|");
const KIND_WORD = new RegExp(`\\b(${KIND_WORDS})\\b`, "i");

/** The kinds that a clause names first; empty where it names none. */
export function kindsIn(clause: string): readonly string[] {
  const word = (KIND_WORD.exec(clause)?.[1] ?? "").toLowerCase();
  return KINDS_CALLED[word] ?? KINDS_CALLED[word.replace(/(?<=s)es$|s$/, "")] ?? [];
}

export const BE = "(?:is|are|was|were|gets?|being)";

export const isOfSymbol = ({ resolution: { kind } }: Asked): boolean => kind === "symbol" || kind === "several";
export const isOfPlace = ({ resolution: { kind } }: Asked): boolean => kind === "file" || kind === "folder";

/** The argument that names the subject for a tool: exact if that is known. */
const address = ({ resolution, subject }: Asked): string =>
  resolution.kind === "symbol" ? resolution.address : subject;
export const meaning = ({ question }: Asked): Call => ({ tool: "search_codebase", input: { query: question } });
export const symbol =
  (tool: string, more: Readonly<Record<string, unknown>> = {}): ((asked: Asked) => Call) =>
  (asked) => ({ tool, input: { symbol: address(asked), ...more } });

export const references: (asked: Asked) => Call = symbol("find_references");
export const callsOf: (asked: Asked) => Call = symbol("find_references", { roles: ["call", "new"] });
export const source: (asked: Asked) => Call = symbol("get_symbol_source");
export const describe: (asked: Asked) => Call = symbol("get_symbol");

export function impact(asked: Asked): Call {
  const { resolution } = asked;
  switch (resolution.kind) {
    case "folder":
      return meaning(asked);
    case "file":
      return { tool: "analyze_impact", input: { symbol: resolution.path } };
    default:
      return symbol("analyze_impact")(asked);
  }
}

/** Contents of a file, a folder or a symbol. */
export function outline({ resolution, subject }: Asked): Call {
  switch (resolution.kind) {
    case "folder":
      return { tool: "analyze_directory", input: { path: resolution.path } };
    case "file":
      return { tool: "analyze_file", input: { path: resolution.path } };
    case "symbol":
      return { tool: "get_symbol", input: { symbol: resolution.address } };
    default:
      return { tool: "search_files", input: { query: subject } };
  }
}
