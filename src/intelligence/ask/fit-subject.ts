// Whether what a clause names can be the subject of a route, and how sure that is.
import { formatNumber } from "../../vocabulary/shown-text.ts";
import type { Chosen, Confidence, Resolve } from "./chosen.ts";
import { doubtOf, isAmbiguous } from "./doubt.ts";
import { formOf } from "./forms.ts";
import { isPronoun, nameWithin, type Subject, subjectOf, subjectsOf, textsOf } from "./question.ts";
import { NO_RESOLUTION, type Resolution } from "./resolve-subject.ts";
import type { Route, Takes } from "./route.ts";

/** None where the subject cannot be what the route is about. */
export function fitSubjects(
  route: Route,
  clause: string,
  written: string | undefined,
  before: Subject | null,
  resolve: Resolve,
): Chosen[] {
  if (route.takes === "nothing" || written === undefined) {
    return [
      {
        route,
        question: clause,
        subject: null,
        resolution: NO_RESOLUTION,
        confidence: "high",
        rationale: formOf(route),
      },
    ];
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
  const place = within === null ? NO_RESOLUTION : resolve(within.place.text);
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
    const chosen = { route, question, subject, resolution: NO_RESOLUTION };
    return PROSE.test(text) && !subject.quoted
      ? { ...chosen, confidence: "medium", rationale: `${form}, X = ${shown}, as it is written` }
      : { ...chosen, confidence: "high", rationale: `${form}, X = ${shown}` };
  }
  if (route.takes === "ref") {
    return /^[\w./~^@-]+$/.test(text)
      ? { route, question, subject, resolution: NO_RESOLUTION, confidence: "high", rationale: `${form}, X = ${text}` }
      : null;
  }
  const resolution = look === "phrase" || isPronoun(subject) ? NO_RESOLUTION : resolve(text);
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
