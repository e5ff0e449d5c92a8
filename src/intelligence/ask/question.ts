// A plain question as text: its clauses, without the words around them that ask nothing, and what a clause is about. Pure;
// knows neither routes nor the index.

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
const JOINED = /(?:,\s*(?:and|then|but|or)?\s+|\s+(?:and|then|but|or|plus)\s+)(?:also\s+|then\s+)?/i;

/** The clauses of a question, at least one; a quotation is never cut. */
export function clausesOf(question: string): string[] {
  const held: string[] = [];
  // One sign for each quotation, so that what stands in it joins nothing.
  const open = question
    .replace(/[\uE000\uE001]/g, " ")
    .replace(QUOTATION, (quotation) => `\uE000${held.push(quotation) - 1}\uE001`);
  const clauses = open
    .split(SENTENCES)
    .flatMap(joined)
    .map(plain)
    .filter((clause) => /[\p{L}\p{N}\uE000]/u.test(clause));
  const whole = clauses.length === 0 ? [plain(open)] : clauses;
  return whole.map((clause) => clause.replace(/\uE000(\d+)\uE001/g, (_all, at: string) => held[Number(at)] ?? ""));
}

function joined(sentence: string): string[] {
  const pieces = sentence.split(JOINED);
  const clauses: string[] = [];
  let from = 0;
  let written = "";
  for (const piece of pieces) {
    const at = sentence.indexOf(piece, from);
    // One word before "and" is a part of what follows: callers and callees of X.
    if (/\s/.test(written.trim()) && asks(plain(piece))) {
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
const CODE = /[._#:/\\$*@<>()[\]{}\d]|\p{Ll}\p{Lu}|^\p{Lu}\p{L}*\p{Ll}|^\p{Lu}{2,}$/u;

const QUOTED = /^(?:`([^`]+)`|"([^"]+)"|'([^']+)'|“([^”]+)”)(?:\(\))?$/;
const unquoted = (text: string): string | undefined =>
  QUOTED.exec(text)
    ?.slice(1)
    .find((one) => one !== undefined);

export function subjectOf(written: string): Subject {
  let text = written.trim();
  for (let at = 0; at < TRIMS_MAX; at++) {
    const cleaned = text.replace(BEFORE, "").replace(AFTER, "");
    if (cleaned === text || cleaned === "") {
      break;
    }
    text = cleaned;
  }
  const inside = unquoted(text);
  const bare = (inside ?? text).replace(/\(\s*\)$/, "");
  const look = /\s/.test(bare.trim()) ? "phrase" : inside !== undefined || CODE.test(bare) ? "code" : "word";
  return { text: bare, look, quoted: inside !== undefined };
}

/** What is meant as it stands: one text, or several where each is quoted. */
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

/** Stands for what the clause before was about. */
export const isPronoun = ({ text }: Subject): boolean =>
  /^(?:it|that|this|them|those|these|that one|this one)$/i.test(text);
