// From a plain question to routes: splits it into clauses and gives each the first route that has its form and can take its
// subject, with a confidence. The rules are documented in docs/inside/asking.md. Pure except for `resolve`.
import { byMeaning, NEGATION } from "./by-meaning.ts";
import type { Choice, Chosen, Resolve } from "./chosen.ts";
import { doubtOfNamed } from "./doubt.ts";
import { fitSubjects } from "./fit-subject.ts";
import { BEHAVIOUR_FORMS, FORMS, HINTS, patternOf } from "./forms.ts";
import { partsOf } from "./parts.ts";
import { plain, REASON, type Subject } from "./question.ts";
import { NO_RESOLUTION } from "./resolve-subject.ts";
import type { Route } from "./route.ts";
import { BEHAVIOUR, ROUTES } from "./routes.ts";
import { subjectByOtherWords } from "./subject-by-other-words.ts";

/** Questions that one call answers; more of them are for further calls. */
export const PARTS_MAX = 3;
export function chooseRoutes(question: string, lookUp: Resolve): Choice {
  const { clauses, beyond, resolve } = partsOf(question, lookUp);
  const parts: Chosen[] = [];
  const aside: string[] = [...beyond];
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
    const found = match === null ? [] : fitSubjects(route, clause, match.groups?.["x"], before, resolve);
    if (found.length > 0) {
      return found;
    }
  }
  return [chooseByWords(clause, resolve) ?? searched(clause, resolve)];
}

/** A place as compilers and traces write it: `src/app.ts:12`, `app.py", line 12`, `Store.java:12)`. */
const PASTED_PLACE = /\.\w{1,8}(?::|\(|", line )\d+\b/;

function searched(clause: string, resolve: Resolve): Chosen {
  const chosen = { question: clause, subject: null, resolution: NO_RESOLUTION };
  if (PASTED_PLACE.test(clause)) {
    const rationale = "a pasted error or trace, searched by the places and words in it";
    return { ...chosen, route: null, confidence: "medium", rationale };
  }
  return BEHAVIOUR_FORMS.some((form) => form.test(clause))
    ? { ...chosen, route: BEHAVIOUR, ...byMeaning(clause, resolve) }
    : {
        ...chosen,
        route: null,
        confidence: "low",
        rationale: "names nothing that another tool could look up, so searched by meaning",
      };
}

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
  return {
    route: hinted.route,
    question: clause,
    subject: null,
    resolution: NO_RESOLUTION,
    confidence: "medium",
    rationale,
  };
}

/** Words that are named. */
const UNEXPLAINED_MAX = 4;
const leavingAside = (words: readonly string[]): string =>
  words.length === 0 ? "" : `; not taken into account: ${words.slice(0, UNEXPLAINED_MAX).join(", ")}`;

/** One tool says whether a file can be read, in either case; the others only find what exists. */
const asksForAbsence = ({ name }: Route, clause: string): boolean => name !== "syntax" && NEGATION.test(clause);
