// From a plain question to routes: splits it into clauses and gives each the first route that has its form and can take its
// subject, with a confidence. The rules are documented in docs/tools.md. Pure except for `resolve`.
import { formatNumber } from "../../vocabulary/amounts.ts";
import { doubtOf, doubtOfNamed, isAmbiguous, symbolNamed } from "./doubt.ts";
import { clausesOf, isPronoun, nameWithin, plain, type Subject, subjectOf, subjectsOf, textsOf } from "./question.ts";
import type { Resolution } from "./resolve-subject.ts";
import type { Route, Takes } from "./route.ts";
import { BEHAVIOUR, ROUTES } from "./routes.ts";
import { subjectByOtherWords } from "./subject-by-other-words.ts";

export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface Chosen {
  /** Null: no form fits, and it is searched for by meaning. */
  readonly route: Route | null;
  /** The clause. */
  readonly question: string;
  /** Null where the route is about nothing by name. */
  readonly subject: Subject | null;
  readonly resolution: Resolution;
  readonly confidence: Confidence;
  readonly rationale: string;
}

export interface Choice {
  readonly chosen: readonly Chosen[];
  /** Clauses that nothing is done for: they ask nothing beside others that do, or are too many. */
  readonly leftAside: readonly string[];
}

export type Resolve = (text: string) => Resolution;

/** Questions that one call answers; more of them are for further calls. */
export const PARTS_MAX = 3;
const NONE: Resolution = { kind: "none" };

const FORMS = ROUTES.filter((route) => route !== BEHAVIOUR).flatMap((route) =>
  route.forms.map((form) => ({ route, form: compile(form) })),
);
const BEHAVIOUR_FORMS = BEHAVIOUR.forms.map(compile);
const HINTS = ROUTES.flatMap((route) => (route.hints ?? []).map((hint) => ({ route, words: new RegExp(hint, "iu") })));

/** The subject is some text; of an optional end the form takes as much as there is. */
function compile(form: string): RegExp {
  return new RegExp(`^(?:${form.replace("<x>", "(?<x>.+?)")})$`, "iu");
}

export const worst = (confidences: readonly Confidence[]): Confidence =>
  CONFIDENCES[confidences.reduce((least, one) => Math.max(least, CONFIDENCES.indexOf(one)), 0)] ?? "low";

/** Clauses and names that are looked at, so that no question is long work; what is beyond them is left aside, or searched for. */
const CLAUSES_MAX = 12;
const NAMES_MAX = 8;

/** Resolves each name once, and a limited number of names. */
function bounded(resolve: Resolve): Resolve {
  const known = new Map<string, Resolution>();
  return (text) => {
    const found = known.get(text) ?? (known.size < NAMES_MAX ? resolve(text) : NONE);
    known.set(text, found);
    return found;
  };
}

export function chooseRoutes(question: string, lookUp: Resolve): Choice {
  const resolve = bounded(lookUp);
  const all = clausesOf(question, (text) => resolve(text).kind !== "none");
  const clauses = all.slice(0, CLAUSES_MAX);
  const parts: Chosen[] = [];
  const aside: string[] = all.slice(CLAUSES_MAX);
  for (const clause of clauses) {
    const before = parts.findLast(({ subject }) => subject !== null)?.subject ?? null;
    parts.push(...chooseForClause(clause, before, resolve));
  }
  const fitting = parts.filter(({ route }) => route !== null);
  const kept = fitting.length === 0 ? parts.slice(0, 1) : fitting;
  for (const part of parts) {
    if (!kept.slice(0, PARTS_MAX).includes(part)) {
      aside.push(part.question);
    }
  }
  // What fits nowhere is searched for as it was asked, in one piece.
  const whole = fitting.length === 0 ? kept.map((part) => ({ ...part, question: plain(question) })) : kept;
  return { chosen: whole.slice(0, PARTS_MAX), leftAside: fitting.length === 0 ? [] : aside };
}

/** One for each subject of the clause: by its form, else by its words, else by its meaning. */
function chooseForClause(clause: string, before: Subject | null, resolve: Resolve): Chosen[] {
  for (const { route, form } of FORMS) {
    const match = form.exec(clause);
    const found = match === null ? [] : fit(route, clause, match.groups?.["x"], before, resolve);
    if (found.length > 0) {
      return found;
    }
  }
  return [chooseByWords(clause, resolve) ?? searched(clause, resolve)];
}

function searched(clause: string, resolve: Resolve): Chosen {
  const chosen = { question: clause, subject: null, resolution: NONE };
  return BEHAVIOUR_FORMS.some((form) => form.test(clause))
    ? { ...chosen, route: BEHAVIOUR, ...byMeaning(clause, resolve) }
    : { ...chosen, route: null, confidence: "low", rationale: "no known form of question, so searched by meaning" };
}

/** The question that a route answers, with X for its subject: `who calls X`. */
function patternOf(route: Route): string {
  const subject = FORMS.filter((one) => one.route === route)
    .map(({ form }) => form.exec(route.example)?.groups?.["x"])
    .find((text) => text !== undefined);
  return subject === undefined ? route.example : route.example.replace(subject, () => "X");
}

const formOf = (route: Route): string => `understood as “${patternOf(route)}”`;

/** Chooses by the one name in the clause and the question words around it; otherwise by words about the project. */
function chooseByWords(clause: string, resolve: Resolve): Chosen | null {
  const named = subjectByOtherWords(clause, resolve);
  const route = named === null ? undefined : ROUTES.find(({ name }) => name === named.route);
  if (named !== null && route !== undefined && (route.takes === "ref" || !asksForAbsence(route, clause))) {
    const { subject, resolution, isRequest, unexplained } = named;
    const chosen = { route, question: clause, subject, resolution };
    const doubt = doubtOfNamed(named, clause, resolve);
    return isRequest
      ? {
          ...chosen,
          confidence: "low",
          rationale: "asks for a change, which no tool makes: shows what it would affect",
        }
      : {
          ...chosen,
          confidence: unexplained.length === 0 && doubt === null ? "medium" : "low",
          rationale: `understood by its words as “${patternOf(route)}”, X = ${subject.text}${doubt === null ? "" : ` (${doubt})`}${leavingAside(unexplained)}`,
        };
  }
  const hinted =
    REASON.test(clause) || NEGATION.test(clause) ? undefined : HINTS.find(({ words }) => words.test(clause));
  if (hinted === undefined) {
    return null;
  }
  const rationale = `understood by its words as “${patternOf(hinted.route)}”`;
  return { route: hinted.route, question: clause, subject: null, resolution: NONE, confidence: "medium", rationale };
}

/** Words that are named. */
const UNEXPLAINED_MAX = 4;
const leavingAside = (words: readonly string[]): string =>
  words.length === 0 ? "" : `; not taken into account: ${words.slice(0, UNEXPLAINED_MAX).join(", ")}`;

/** One tool says whether a file can be read, in either case; the others only find what exists. */
const asksForAbsence = ({ name }: Route, clause: string): boolean => name !== "syntax" && NEGATION.test(clause);

/** A reason or a way is found by its meaning. */
const REASON = /^(?:how|why)\b/i;

/** Questions about what is missing, which no tool can find. */
const NEGATION = /\b(?:not|never|no|none|without|except|cannot)\b|n't\b/i;

/** A few words, one of them a pronoun for something unnamed. */
const UNNAMED = /^(?=.*\b(?:it|that|this|them|they)\b)\S+(?: \S+){0,3}$/i;

/** Places that a search finds are no whole list, and say neither yes nor no. */
const LISTING = /^(?:is|are|does|do|can|could|should|has|have|list|which|all)\b/i;

function byMeaning(clause: string, resolve: Resolve): Pick<Chosen, "confidence" | "rationale"> {
  const doubt = doubtOfMeaning(clause, resolve);
  return doubt === null
    ? { confidence: "medium", rationale: "names no known symbol, so searched by meaning" }
    : { confidence: "low", rationale: doubt };
}

function doubtOfMeaning(clause: string, resolve: Resolve): string | null {
  if (UNNAMED.test(clause)) {
    return "names no subject, so searched by meaning";
  }
  if (NEGATION.test(clause)) {
    return "asks for something negated, which no tool finds directly, so searched by meaning";
  }
  const symbol = REASON.test(clause) ? null : symbolNamed(clause, resolve);
  if (symbol !== null) {
    return `“${symbol}” may be the symbol of that name, but it is searched by meaning`;
  }
  return LISTING.test(clause) ? "asks for a list or a yes or no, which a search by meaning does not give" : null;
}

/** None where the subject cannot be what the route is about. */
function fit(
  route: Route,
  clause: string,
  written: string | undefined,
  before: Subject | null,
  resolve: Resolve,
): Chosen[] {
  if (route.takes === "nothing" || written === undefined) {
    return [{ route, question: clause, subject: null, resolution: NONE, confidence: "high", rationale: formOf(route) }];
  }
  const named =
    route.takes === "words" ? textsOf(written) : route.takes === "ref" ? [subjectOf(written)] : subjectsOf(written);
  const subjects = named.map((subject) =>
    isPronoun(subject) && before !== null ? before : (qualified(subject, route, written, resolve) ?? subject),
  );
  const chosen = subjects.map((subject) => fitSubject(route, clause, subject, resolve));
  const fits = chosen.filter((one) => one !== null);
  return fits.length === chosen.length ? fits : [];
}

/** `save in src/order-store.ts` as the address that it means; null where it is not written so, or the place has no such name. */
function qualified({ look }: Subject, { takes }: Route, written: string, resolve: Resolve): Subject | null {
  const within = look === "phrase" && takes.startsWith("symbol") ? nameWithin(written) : null;
  const place = within === null ? NONE : resolve(within.place.text);
  const owner = place.kind === "file" ? `${place.path}#` : place.kind === "symbol" ? `${place.address}.` : null;
  const text = `${owner}${within?.name.text}`;
  return owner !== null && resolve(text).kind !== "none" ? { text, look: "code", quoted: false } : null;
}

/** Several plain words: a text to find, or a description of what to find. */
const PROSE = /^[\p{L}'-]+(?: [\p{L}'-]+)+$/u;

function fitSubject(route: Route, question: string, subject: Subject, resolve: Resolve): Chosen | null {
  const { text, look } = subject;
  const form = formOf(route);
  const shown = JSON.stringify(text.slice(0, 80));
  if (route.takes === "words") {
    const chosen = { route, question, subject, resolution: NONE };
    return PROSE.test(text) && !subject.quoted
      ? { ...chosen, confidence: "medium", rationale: `${form}, X = ${shown}, as it is written` }
      : { ...chosen, confidence: "high", rationale: `${form}, X = ${shown}` };
  }
  if (route.takes === "ref") {
    return /^[\w./~^@-]+$/.test(text)
      ? { route, question, subject, resolution: NONE, confidence: "high", rationale: `${form}, X = ${text}` }
      : null;
  }
  const resolution = look === "phrase" || isPronoun(subject) ? NONE : resolve(text);
  const chosen = { route, question, subject, resolution };
  if (admits(route.takes, resolution)) {
    const [confidence, what] = judge(resolution, subject, question);
    return {
      ...chosen,
      confidence,
      rationale: confidence === "high" ? `${form}, X = ${what}` : `${form}; ${shown} is ${what}`,
    };
  }
  // A name that looks like one is taken for one that is not there; a plain word only where nothing else can be meant.
  return look === "code" || (look === "word" && route.firm === true && !isPronoun(subject))
    ? { ...chosen, confidence: "low", rationale: `${form}, but nothing in this project is named ${shown}` }
    : null;
}

function admits(takes: Takes, { kind }: Resolution): boolean {
  switch (kind) {
    case "none":
      return false;
    case "symbol":
    case "several":
      return takes !== "place";
    case "file":
    case "folder":
      return takes !== "symbol";
  }
}

/** The confidence, and what the subject is: for "high" its address or path alone, else the end of a sentence. */
function judge(resolution: Resolution, subject: Subject, clause: string): [Confidence, string] {
  switch (resolution.kind) {
    case "several":
      return [
        isAmbiguous(subject) ? "low" : "medium",
        `the name of ${formatNumber(resolution.count)} symbols or files`,
      ];
    case "symbol": {
      const doubt = doubtOf(resolution, subject, clause);
      if (doubt !== null) {
        return ["low", doubt];
      }
      if (resolution.namesakes > 0) {
        const among = formatNumber(resolution.namesakes + 1);
        return [
          "medium",
          `the name of ${among} symbols; ${resolution.address} is the only one outside of tests and other symbols`,
        ];
      }
      if (resolution.loosely === true) {
        return ["medium", `a member of the enclosing object; ${resolution.address} has its last part`];
      }
      return subject.look === "word" || resolution.inOtherCase === true
        ? ["medium", `${subject.look === "word" ? "a plain word, and " : ""}the name of ${resolution.address}`]
        : ["high", resolution.address];
    }
    case "file":
    case "folder":
      return ["high", resolution.path];
    case "none":
      return ["low", "not in this project"];
  }
}
