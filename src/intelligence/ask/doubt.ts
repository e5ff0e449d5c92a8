// Signs that a name of the project is not what a question means, although the right tool would be asked about it. Pure.
import { formatNumber } from "../../vocabulary/shown-text.ts";
import type { Subject } from "./question.ts";
import type { Resolution } from "./resolve-subject.ts";
import { KIND_WORDS, kindsIn } from "./route.ts";
import type { SubjectByOtherWords } from "./subject-by-other-words.ts";
import { unexplainedWords } from "./unexplained-words.ts";

type Found = Extract<Resolution, { kind: "symbol" }>;

/** Members of the enclosing object, whose class is the project's own. */
const OF_ITSELF = /^\$?(?:this|self)\b/;

/** Why the symbol may be another than the one that is meant, in words for the rationale; null where nothing speaks against it. */
export function doubtOf(found: Found, { look, text }: Subject, clause: string): string | null {
  if (found.loosely === true && !OF_ITSELF.test(text)) {
    return `not in this project by its whole name; ${found.address} has its last part`;
  }
  if (look === "word" && found.inOtherCase === true) {
    return `a plain word; ${found.address} is written in another case`;
  }
  if (look === "word" && found.isAside === true) {
    return `a plain word, and the name of ${found.address}, which is in a test or the like`;
  }
  const word = kindWord(text, clause);
  return word !== null && found.symbolKind !== undefined && !kindsIn(word).includes(found.symbolKind)
    ? `called a ${word} in the question, but ${found.address} is not one`
    : null;
}

const KIND_BEFORE = new RegExp(`\\b(?:the|a|an|this|our) (${KIND_WORDS}) [\`"']?$`, "i");
const KIND_BEHIND = new RegExp(`^[\`"']?(?:\\(\\))? (${KIND_WORDS})\\b`, "i");

/** The word for a kind beside the name: `the struct Router`, `save function`; null without one. */
function kindWord(name: string, clause: string): string | null {
  const at = clause.indexOf(name);
  if (at < 0) {
    return null;
  }
  const word = KIND_BEFORE.exec(clause.slice(0, at)) ?? KIND_BEHIND.exec(clause.slice(at + name.length));
  return word?.[1]?.toLowerCase() ?? null;
}

/** A plain word or a path that several things have: which of them is meant, the question does not say. */
export const isAmbiguous = ({ look, text }: Subject): boolean => look === "word" || text.includes("/");

/** Words of a clause that are tried as members of what it names. */
const MEMBERS_MAX = 4;

/** A plain word of the clause that is a member of the symbol that it names: `reset` in "what does reset do in Logger". */
function memberNamed(
  clause: string,
  subject: Subject,
  { address }: Found,
  resolve: (text: string) => Resolution,
): string | null {
  const words = unexplainedWords(clause.replace(subject.text, " "), /$^/, []).slice(0, MEMBERS_MAX);
  return words.find((word) => resolve(`${address}.${word}`).kind === "symbol") ?? null;
}

/** The same for a subject that no form names, and whether a member of it is named too; `null` where nothing speaks against it. */
export function doubtOfNamed(
  { route, subject, resolution }: SubjectByOtherWords,
  clause: string,
  resolve: (text: string) => Resolution,
): string | null {
  if (resolution.kind !== "symbol") {
    return resolution.kind === "several" && isAmbiguous(subject)
      ? `the name of ${formatNumber(resolution.count)} symbols or files`
      : null;
  }
  const member = route === "description" ? memberNamed(clause, subject, resolution, resolve) : null;
  return (
    doubtOf(resolution, subject, clause) ?? (member === null ? null : `has a member ${member}, which is named too`)
  );
}

/** `the echo function`, `method echo`. */
const WORD_OF_KIND = new RegExp(
  `\\bthe ([\\w:.#!?]+) (?:${KIND_WORDS})\\b|\\bthe (?:${KIND_WORDS}) ([\\w:.#!?]+)`,
  "gi",
);

/** A word that the clause calls a function, a class and so on, if the project has a symbol of that name; null without one. */
export function symbolNamed(clause: string, resolve: (text: string) => Resolution): string | null {
  const words = [...clause.matchAll(WORD_OF_KIND)].map(([, before, after]) => before ?? after ?? "");
  return words.find((word) => ["symbol", "several"].includes(resolve(word).kind)) ?? null;
}
