// What an intent in plain words asks for: which edit its verb means, the names in it, and what follows "to". Pure.
import { namesIn, textsOf } from "../../intelligence/ask/question.ts";

export const ACTIONS = ["rename", "move", "delete", "insert before", "insert after", "replace", "replace in"] as const;
export type Action = (typeof ACTIONS)[number];

export interface Intent {
  /** Null where no verb of editing is in the text. */
  readonly action: Action | null;
  /** Names of the program, paths, quotations, and the word that the verb is about; in order, each once. */
  readonly names: readonly string[];
  /** What a rename or a move leads to: `persist` of "rename save to persist". Null where it is not said. */
  readonly to: string | null;
}

/** Parts of a symbol: adding one changes the symbol that has it. */
const PART =
  "parameters?|params?|arguments?|args?|options?|flags?|fields?|propert(?:y|ies)|checks?|log(?:ging|s)?|cases?|branch(?:es)?|return|types?|comments?|docs?|documentation|error handling";

/** The first that matches is meant; each has the words of its verb. */
const VERBS: readonly (readonly [Action, RegExp])[] = [
  ["replace in", new RegExp(`\\b(?:add|remove|delete|drop|insert)\\b(?:\\s+[\\w-]+){0,3}?\\s+(?:${PART})\\b`, "i")],
  ["rename", /\brenam(?:e|es|ed|ing)\b|\bcall (?=.+\binstead\b)/i],
  ["move", /\bmov(?:e|es|ed|ing)\b|\brelocat(?:e|ing)\b|\bextract\b.+\b(?:to|into)\b.+\.\w+/i],
  ["insert before", /\b(?:add|insert|put|create|write)\b.+\bbefore\b/i],
  ["insert after", /\b(?:add|insert|put|create|write|introduce)\b/i],
  ["delete", /\b(?:delet|remov)(?:e|es|ed|ing)\b|\bdrop\b|\bget rid of\b/i],
  ["replace", /\b(?:replac|rewrit|reimplement|refactor)(?:e|es|ed|ing)?\b/i],
  ["replace in", /\b(?:chang|updat|edit|modif|fix|adjust|mak|us|handl|support|return)(?:e|es|y|ed|ing)?\b/i],
];

/** What a word of a program may be called before its name. */
const KIND =
  "functions?|methods?|class(?:es)?|types?|type alias|interfaces?|structs?|enums?|traits?|protocols?|records?|unions?|modules?|namespaces?|objects?|components?|hooks?|macros?|fields?|propert(?:y|ies)|getters?|setters?|constants?|variables?|helpers?|symbols?";
/** The plain word that a verb is about: `rename save to persist`, `delete the function frobnicate`. */
const OBJECT = new RegExp(
  `\\b(?:renam|mov|delet|remov|replac|rewrit|refactor)(?:e|ing)\\s+(?:(?:the|our|my|this|an?)\\s+)?(?:(?:${KIND})\\s+)?(?!(?:the|our|my|an?|it|them|this|that|these|those|all|${KIND})\\b)([\\p{L}_$][\\p{L}\\p{N}_$]*)(?=[\\s,;]|[.!?]?$)`,
  "iu",
);
const A_FILE = /[./]/;
const TO = /\b(?:to|into|as)\s+(?:be\s+)?[`"']?([^\s`"',;]+)[`"']?/i;
/** A capital there says nothing of a name. */
const FIRST_OF_SENTENCE = /(?<=^\s*|[.!?:;]\s+)\p{Lu}\p{Ll}*(?=[\s,]|$)/gu;
const QUOTATIONS = /`[^`]+`|"[^"]+"|“[^”]+”|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu;

/** Where another verb of editing begins: "rename save to persist, and delete open". */
const NEXT_CLAUSE =
  /(?:[.;]\s+|\n+|,?\s+(?:and\s+then|then|and)\s+)(?=(?:please\s+)?(?:renam|mov|relocat|delet|remov|drop|replac|rewrit|refactor|insert|add|creat|introduc)(?:e|es|ed|ing|s)?\b)/gi;

/** One for each verb that has names of its own, or that changes a part of what the verb before it is about; at least one. */
export function intentsOf(text: string): Intent[] {
  const intents: Intent[] = [];
  let before = "";
  for (const clause of text.split(NEXT_CLAUSE)) {
    const last = intents.at(-1);
    const intent = intentOf(clause);
    if (last === undefined || last.action === null || last.names.length === 0) {
      // "look at OrderStore and delete it": its verb and its name are in two clauses.
      before = before === "" ? clause : `${before} and ${clause}`;
      intents.splice(-1, 1, intentOf(before));
    } else if (intent.names.length > 0 || intent.action === "replace in") {
      intents.push(intent.names.length > 0 ? intent : { ...intent, names: last.names });
    }
  }
  return intents;
}

export function intentOf(text: string): Intent {
  const [action, verb] = VERBS.find(([, words]) => words.test(text)) ?? [null, null];
  // Not the first "to" of "I want to rename save to persist".
  const said = TO.exec(verb === null ? "" : text.slice(text.search(verb)))?.[1]?.replace(/[.:]+$/, "") ?? "";
  const isTo = action === "rename" ? said !== "" : action === "move" && A_FILE.test(said);
  const to = isTo ? said : null;
  const quoted = (text.match(QUOTATIONS) ?? []).flatMap((one) => textsOf(one.replace(/^“|”$/g, '"')));
  const object = OBJECT.exec(text)?.[1];
  const names = [
    ...quoted.map((one) => one.text),
    ...(object === undefined ? [] : [object]),
    ...namesIn(text.replace(QUOTATIONS, " ").replace(FIRST_OF_SENTENCE, " ")).map(({ subject }) => subject.text),
  ];
  return { action, to, names: [...new Set(names)].filter((name) => name !== to && /^\S*[\p{L}_$]\S*$/u.test(name)) };
}
