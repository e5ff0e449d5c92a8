// Routes a question that fits no form but names one thing of the project: by its other words. A form is stronger evidence than
// single words, so the result is never certain. Pure except for `resolve`.
import { asks, namesIn, REASON, type Subject } from "./question.ts";
import type { Resolution } from "./resolve-subject.ts";
import { unexplainedWords } from "./unexplained-words.ts";

export interface SubjectByOtherWords {
  /** Name of the route. */
  readonly route: string;
  readonly subject: Subject;
  readonly resolution: Resolution;
  /** A request to change something, which no tool does. */
  readonly isRequest: boolean;
  /** Words that narrow what is meant, but that no tool of the route takes into account. */
  readonly unexplained: readonly string[];
}

/** Placeholder for the name in a clause. */
const NAME = "\uE002";

const SYMBOL_OR_PLACE = ["symbol", "several", "file", "folder"] as const;
const SYMBOL = ["symbol", "several"] as const;
const PLACE = ["file", "folder"] as const;

interface Cue {
  readonly route: string;
  /** What the name must be. */
  readonly of: readonly Resolution["kind"][];
  /** Words of the clause, with `\uE002` in place of the name. */
  readonly words: RegExp;
}

/** The first that fits is used: the meaning of a word depends on those before it in this list. */
const CUES: readonly Cue[] = [
  { route: "syntax", of: PLACE, words: /\bsyntax|\bpars(?:e|es|ed|ing)\b|\bvalid\b|\bcompil(?:e|es|ing)\b/i },
  {
    route: "ownership",
    of: SYMBOL_OR_PLACE,
    words:
      /\b(?:who|whom|when|author|commits?)\b.*\b(?:wrote|written|added|introduced|changed|touched|edited|modified|created|maintain\w*|owns?|last)\b|\b(?:authors?|owners?|maintainers?|blame|git history|churn)\b/i,
  },
  {
    route: "references",
    of: SYMBOL_OR_PLACE,
    words:
      /\b(?:us(?:e[ds]?|ing|ages?)|referenced|called|imported)\b.*\b(?:outside|except|besides|other than|but not)\b/i,
  },
  { route: "tests", of: SYMBOL_OR_PLACE, words: /\btests?\b|\btested\b|\bspecs?\b|\bcover(?:s|ed|age)?\b/i },
  {
    route: "call graph",
    of: SYMBOL,
    words: /\bcall (?:graph|tree|hierarchy|chain|stack)\b|\bcallers? and callees?\b|\bcallees? and callers?\b/i,
  },
  {
    route: "callees",
    of: SYMBOL,
    words:
      /\uE002.*\b(?:calls?|calling|invokes?|invoking)\b|\b(?:called|invoked) (?:by|from|in|inside) \uE002|\bcallees?\b/i,
  },
  {
    route: "callers",
    of: SYMBOL,
    words: /\bcall(?:s|ed|ers?|ing|sites?)?\b|\binvo(?:ke|kes|ked|king|cations?)\b|\btriggers?\b/i,
  },
  {
    route: "hierarchy",
    of: SYMBOL,
    words:
      /\b(?:impl|implements?|implementing|implementations? of|implementers?|implementors?|extends?|extending|inherits?|inheriting|subclass\w*|subtypes?|derives?|derived|overrid(?:e|es|es?ing|den)|conforms?|satisf(?:y|ies))\b/i,
  },
  {
    route: "impact",
    of: SYMBOL_OR_PLACE,
    words:
      /\b(?:break|breaks|broken|breaking|affect\w*|impact\w*|consequences?|blast radius|ripple|side effects?|remov\w+|delet\w+|renam\w+|chang(?:e|es|ed|ing)|modif\w+|refactor\w*|mov(?:e|ed|ing)|safely|depends?|dependents?|dependants?|rel(?:y|ies) on|retest)\b/i,
  },
  {
    route: "references",
    of: SYMBOL_OR_PLACE,
    words:
      /\b(?:us(?:e|es|ed|ing|ages?)|refer(?:s|red)?|referenc\w+|import\w*|includ\w+|requir\w+|mention\w*|instantiat\w+|construct(?:s|ed)|occurrences?|unused|dead code|needed)\b/i,
  },
  {
    route: "outline",
    of: PLACE,
    words:
      /\b(?:contain|contains|contents?|inside|outline|define[ds]?|declare[ds]?|exports?|exported|functions|classes|methods|types|structs|symbols|members)\b/i,
  },
  { route: "symbols", of: SYMBOL, words: /\b(?:methods|members|fields|properties|exports)\b/i },
  {
    route: "definition",
    of: SYMBOL,
    words: /\b(?:defin(?:e|ed|es|ition)|declar(?:e|ed|es|ation)|located?|lives?)\b|^where\b/i,
  },
  {
    route: "source",
    of: SYMBOL,
    words: /\b(?:source|code|body|implementation|implemented)\b|^(?:show|print|display|view|open|read|give)\b/i,
  },
];

const ALL_CUES = CUES.map(({ words }) => words);
/** Their tools show the named thing itself: what a question asks of it can be read there. */
const SHOWS_IT: ReadonlySet<string> = new Set(["source", "outline", "symbols"]);

/** Asks only about the name itself. */
const ABOUT = /^(?:what|which|who|is|are|does|do|can|explain|describe|summari[sz]e|tell)\b/i;
const REQUEST =
  /^(?:renam|remov|delet|modify|edit|refactor|mov|updat|drop|replac|rewrit|chang|fix|add|extract|inlin|split|convert)e?\b/i;

/** Null where the clause names nothing of the project, or not one thing, or does not say what it wants of it. */
export function subjectByOtherWords(clause: string, resolve: (text: string) => Resolution): SubjectByOtherWords | null {
  if (REASON.test(clause)) {
    return null;
  }
  const found = namesIn(clause)
    .map((name) => ({ ...name, resolution: resolve(name.subject.text) }))
    .filter(({ resolution }) => resolution.kind !== "none");
  const [named, ...others] = found;
  if (named === undefined) {
    return null;
  }
  const { subject, resolution, written } = named;
  const words = clause.replace(written, NAME);
  const isRequest = REQUEST.test(clause);
  const cue = CUES.find((one) => one.of.some((kind) => kind === resolution.kind) && one.words.test(words));
  if (isRequest) {
    return { route: "impact", subject, resolution, isRequest, unexplained: [] };
  }
  if (others.length > 0) {
    return null;
  }
  if (cue !== undefined) {
    const unexplained = SHOWS_IT.has(cue.route) ? [] : unexplainedWords(words.replace(NAME, " "), cue.words, ALL_CUES);
    return { route: cue.route, subject, resolution, isRequest, unexplained };
  }
  return asks(clause) && ABOUT.test(clause)
    ? { route: "description", subject, resolution, isRequest, unexplained: [] }
    : null;
}
