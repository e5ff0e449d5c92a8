// A plain question as text: its clauses, without words that ask nothing, and the subject of a clause. Pure.

/** What asks for a reason or a way is answered by code that is found by its meaning. */
export const REASON = /^(?:how|why)\b/i;

/** What a clause is about, as it was written and cleaned. */
export interface Subject {
  readonly text: string;
  /** `code`: looks like nothing but a name of the program, a path or a quotation; `word`: one plain word; `phrase`: several. */
  readonly look: "code" | "word" | "phrase";
  readonly quoted: boolean;
}

const POLITE =
  /^(?:please|hey|hi|hello|ok|okay|so|well|now|also|then|and|but|can you|could you|would you|will you|can i see|tell me|i want to know|i need to know|i wonder|i would like to know|i'd like to know|do you know|let me know|help me understand|quick question)\b[\s,:]*/i;
const TRAILING =
  /[\s,]*(?:\bplease|\bthanks|\bthank you|\b(?:in|of|across|throughout|within) (?:this|the|our|my) (?:whole |entire )?(?:project|repo|repository|code ?base|code|workspace)|\bhere|\banyway|\bexactly|\bactually|[?!.…]+)$/i;
/** Words that are taken off one end, at most. */
const TRIMS_MAX = 8;

/** Without politeness and punctuation, white space made one. */
export function plain(clause: string): string {
  let text = clause
    .replace(/\s+/g, " ")
    .replace(/^(.*?)\b(who|what|where|how|which|that|it)['’]s\b/i, "$1$2 is")
    .replace(/^(who|what|where|how)s\b/i, "$1 is")
    .trim();
  for (let at = 0; at < TRIMS_MAX; at++) {
    const trimmed = withoutEnd(text.replace(POLITE, ""));
    if (trimmed === text || trimmed === "") {
      break;
    }
    text = trimmed;
  }
  return text;
}

/** What trails a quotation or a path belongs to the sentence, not to them. */
const withoutEnd = (text: string): string => text.replace(TRAILING, "").trimEnd();

/** What a clause that asks begins with. */
const OPENER =
  /^(?:who|whom|whose|what|what's|where|where's|which|why|when|how|is|are|does|do|did|can|could|should|may|has|have|show|find|list|explain|describe|grep|search|locate|give|tell|print|summari[sz]e|review|compare|diff|trace|check|validate|callers|callees|usages|references|tests)\b/i;

export const asks = (clause: string): boolean => OPENER.test(clause);

/** Between sentences and after a question mark; and where what follows "and" asks something of its own. */
const SENTENCES = /(?<=[?!;])\s+|;|\n+|(?<=[\p{L}\p{N})`"'])\.\s+/u;
const QUOTATION = /`[^`]*`|"[^"]*"|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu;
/** A clause that only describes the situation in which the next one is asked. */
const CONDITION = /^(?:if|when|once|after|before|assuming|suppose|given)\b/i;
const JOINED = /(?:,\s*(?:and|then|but|or)?\s+|\s+(?:and|then|but|or|plus)\s+)(?:also\s+|then\s+)?/i;

/** A word with marks that end a sentence, or an assignment, at its end: `call!`, `Request#safe?`, `body=`, `static!?`. */
const MARKED = /(?<![^\s(])[^\s`"'\uE000\uE001]*[\w\])][!?=]+(?=[\s,;)]|$)/g;

/**
 * The longest beginning of a marked word that is a name of the project, null where the marks belong to the sentence. A question
 * mark that may end a question is part of the name only where there is no such name without it. `rest`: what follows the word.
 */
function markedName(word: string, rest: string, isName: (text: string) => boolean): string | null {
  const mayEnd = rest.trim() === "" || asks(plain(rest));
  for (let end = word.length; /[!?=]/.test(word[end - 1] ?? ""); end--) {
    const name = word.slice(0, end);
    const isDoubtful = mayEnd && name.endsWith("?") && end === word.length;
    if (isName(name) && !(isDoubtful && isName(name.slice(0, -1)))) {
      return name;
    }
  }
  return null;
}

/**
 * The clauses of a question, at least one; a quotation is never cut, nor a name that ends in a mark. `isName`: whether the
 * project has something of that name.
 */
export function clausesOf(question: string, isName: (text: string) => boolean): string[] {
  const hidden: string[] = [];
  const hide = (text: string): string => `\uE000${hidden.push(text) - 1}\uE001`;
  // One sign for each quotation and marked name, so that their content neither joins nor ends a clause.
  const open = question
    .replace(/[\uE000-\uE002]/g, " ")
    .replace(QUOTATION, hide)
    .replace(MARKED, (word, at: number, whole: string) => {
      const name = markedName(word, whole.slice(at + word.length), isName);
      return name === null ? word : hide(name) + word.slice(name.length);
    });
  const clauses = open
    .split(SENTENCES)
    .flatMap(joined)
    .map(plain)
    .filter((clause) => /[\p{L}\p{N}\uE000]/u.test(clause));
  const whole = clauses.length === 0 ? [plain(open)] : clauses;
  return whole.map((clause) => clause.replace(/\uE000(\d+)\uE001/g, (_all, at: string) => hidden[Number(at)] ?? ""));
}

function joined(sentence: string): string[] {
  const pieces = sentence.split(JOINED);
  const clauses: string[] = [];
  let from = 0;
  let written = "";
  for (const piece of pieces) {
    const at = sentence.indexOf(piece, from);
    // One word before "and" is a part of what follows: callers and callees of X. So is a condition: if I change X, what breaks?
    if (/\s/.test(written.trim()) && !CONDITION.test(written.trim()) && asks(plain(piece))) {
      clauses.push(written);
      written = piece;
    } else {
      written += written === "" ? piece : sentence.slice(from, at) + piece;
    }
    from = at + piece.length;
  }
  return [...clauses, written];
}

const KIND =
  "functions?|methods?|class(?:es)?|types?|interfaces?|structs?|enums?|constants?|variables?|components?|hooks?|traits?|macros?|symbols?|modules?|packages?|decorators?|annotations?|middlewares?|handlers?|files?|folders?|director(?:y|ies)|helpers?|objects?|fields?|propert(?:y|ies)";
const BEFORE = new RegExp(`^(?:the|a|an|my|our|this|that|all|any)\\s+|^(?:${KIND})\\s+(?:named |called )?(?=\\S)`, "i");
const AFTER = new RegExp(`\\s+(?:${KIND})$`, "i");
const LISTED = /\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|versus|vs\.?)\s+/i;
const CODE = /[._#:/\\$*@<>()[\]{}\d]|\p{Ll}\p{Lu}|^\p{Lu}\p{L}*\p{Ll}|^\p{Lu}{2,}$|\p{L}[!?=]$/u;

const QUOTED = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)'|“([^”]+)”)(?:\(\))?$/;
const unquoted = (text: string): string | undefined =>
  QUOTED.exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);

const FOLDER = /(?:^|\s)(?:folder|directory)(?=\s|$)/i;

export function subjectOf(written: string): Subject {
  let text = written.trim();
  for (let at = 0; at < TRIMS_MAX; at++) {
    const cleaned = text.replace(BEFORE, "").replace(AFTER, "");
    if (cleaned === text || cleaned === "") {
      break;
    }
    text = cleaned;
  }
  // What is said to be a folder is no symbol of that name.
  if (FOLDER.test(written) && !/[\s/`"']/.test(text)) {
    text += "/";
  }
  const inside = unquoted(text);
  const bare = (inside ?? text).replace(/\(\s*\)$/, "");
  const look = /\s/.test(bare.trim()) ? "phrase" : inside !== undefined || CODE.test(bare) ? "code" : "word";
  return { text: bare, look, quoted: inside !== undefined };
}

/** Literal texts: one, or several if each is quoted. */
export function textsOf(written: string): Subject[] {
  const whole = written.trim();
  const quotations = whole.match(QUOTATION) ?? [];
  const between = whole.replace(QUOTATION, "").replace(/\b(?:and|or)\b|[\s,]/gi, "");
  const texts = quotations.length > 1 && between === "" ? quotations : [whole];
  return texts.map((text) => ({ text: unquoted(text) ?? text, look: "code", quoted: unquoted(text) !== undefined }));
}

/** A longer list is no list of names. */
const LIST_MAX = 6;

/** One for each name of a list such as `a, b and c`; a phrase stays whole. */
export function subjectsOf(written: string): Subject[] {
  const each = written.split(LISTED).map(subjectOf);
  return each.length > 1 && each.length <= LIST_MAX && each.every(({ text, look }) => text !== "" && look !== "phrase")
    ? each
    : [subjectOf(written)];
}

/** Refers to the subject of the clause before. */
export const isPronoun = ({ text }: Subject): boolean =>
  /^(?:it|that|this|them|those|these|that one|this one)$/i.test(text);

/** `save in src/order-store.ts`, `the save method of OrderStore`: a name, and its container. */
const WITHIN = /^(.+?)\s+(?:(?:defined |declared |implemented )?(?:in|inside|within|from|of|on))\s+(.+)$/i;

/** Null where it is not written so. */
export function nameWithin(written: string): { readonly name: Subject; readonly place: Subject } | null {
  const [, first = "", second = ""] = WITHIN.exec(written.trim()) ?? [];
  const [name, place] = [subjectOf(first), subjectOf(second)];
  return first === "" || name.look === "phrase" || place.look === "phrase" ? null : { name, place };
}

/** A word of a clause that may be a name, with its quotes and without the punctuation of the sentence. */
const WORD = /`[^`]+`(?:\(\))?|[^\s,;"“”]+/g;

/** What looks like a name of the program or a path, in order, each once; no plain words. */
export function namesIn(clause: string): { readonly subject: Subject; readonly written: string }[] {
  const names = new Map<string, { readonly subject: Subject; readonly written: string }>();
  for (const [word] of clause.matchAll(WORD)) {
    const bare = word.replace(/(?<=.)(?:['’]s|[:.]+)$/, "");
    // `run()` keeps its brackets; those of a sentence are no part of a name.
    const written = (/\(/.test(bare.slice(1)) ? bare : bare.replace(/\)+[:.]*$/, "")).replace(/^\((?!.*\))/, "");
    const subject = subjectOf(written);
    if (subject.look === "code" && !(word === clause.split(" ")[0] && asks(word))) {
      names.set(subject.text, names.get(subject.text) ?? { subject, written });
    }
  }
  return [...names.values()];
}
