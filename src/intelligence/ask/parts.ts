// A question or a task taken apart: its clauses, what each wants, and what it names. `ask` chooses a route for each clause, and a context is
// gathered for all of them. Pure except for `lookUp`.
import type { Resolve } from "./chosen.ts";
import { clausesOf, namesIn, type Subject } from "./question.ts";
import { NO_RESOLUTION, type Resolution } from "./resolve-subject.ts";

/** Clauses and names that are looked at, so that no question is long work. */
const CLAUSES_MAX = 12;
const NAMES_MAX = 8;

export interface Parts {
  readonly clauses: readonly string[];
  /** Clauses beyond those. */
  readonly beyond: readonly string[];
  /** Resolves each name once, and a limited number of names. */
  readonly resolve: Resolve;
}

export function partsOf(question: string, lookUp: Resolve): Parts {
  const known = new Map<string, Resolution>();
  const resolve: Resolve = (text) => {
    const found = known.get(text) ?? (known.size < NAMES_MAX ? lookUp(text) : NO_RESOLUTION);
    known.set(text, found);
    return found;
  };
  const all = clausesOf(question, (text) => resolve(text).kind !== "none");
  return { clauses: all.slice(0, CLAUSES_MAX), beyond: all.slice(CLAUSES_MAX), resolve };
}

export const INTENTS = ["explain", "locate", "fix", "add", "refactor", "review", "test"] as const;
/** What a task wants to be done. */
export type Intent = (typeof INTENTS)[number];

/** Where a sentence begins, politeness apart. */
const BEGIN = "(?:^|[.!?;:]\\s+|\\n\\s*)(?:(?:please|can you|could you|now|then|so|and)[\\s,]+)*";
const WE = "(?:i|we|you|somebody|someone)";
const sentence = (pattern: string): RegExp => new RegExp(`${BEGIN}(?:${pattern})`, "i");

/**
 * Tried in this order: a request names what it wants at the beginning of a sentence, whatever the others tell of. What only describes a
 * symptom wants it mended.
 */
const SIGNS: readonly (readonly [Intent, RegExp])[] = [
  [
    "test",
    sentence(`(?:write|add|extend|create|give me|${WE} (?:need|want))\\b[^.?!]{0,40}\\b(?:tests?|specs?)\\b|cover\\b`),
  ],
  [
    "review",
    /\breview\b|\b(?:proposal|proposes?|suggests?)\b|\bwe (?:think of|consider|plan|intend|are about)\b|\bside effects?\b|\bwhat (?:else )?(?:would|could|might) (?:that |it |this )?(?:open|break|change|happen|depend)/i,
  ],
  [
    "refactor",
    sentence(
      "(?:refactor|rename|extract|split|merge|move|unify|inline|dedupl\\w+|de-dupl\\w+|simplify|tidy|untangle|clean up|pull)\\b|(?:put|turn|replace|fold)\\b[^.?!]{0,60}\\b(?:into|by|with|one)\\b",
    ),
  ],
  [
    "add",
    sentence(`(?:add|let|give|implement|support|introduce|allow|make|${WE}(?:'d| would)? (?:want|like|need))\\b`),
  ],
  ["fix", sentence("(?:find out why and )?(?:fix|mend|repair|debug)\\b")],
  [
    "locate",
    sentence(
      "(?:tell me |show me |find out |i need to know )?(?:find (?!out)|where\\b|which (?:file|line|function|place)s?\\b|locate\\b)",
    ),
  ],
  ["locate", /\bwhere (?:is|are|does|do) (?!.*\bhow\b)/i],
  [
    "explain",
    sentence("(?:explain|describe|walk me|tell me|show me|how|why|what|which|when|who|follow|is|are|does|do|can)\\b"),
  ],
];

const signOf = (text: string): Intent | null => SIGNS.find(([, sign]) => sign.test(text.trim()))?.[0] ?? null;

/** A text that asks and requests nothing reports what is wrong. */
const intentOf = (text: string): Intent => signOf(text) ?? "fix";

/** A name in a task, and what it is in the project. */
export interface Named {
  /** Without quotes. */
  readonly written: string;
  readonly resolution: Resolution;
}

export interface SubTask {
  readonly text: string;
  readonly intent: Intent;
  /** Whether it asks or requests something itself: others say what is, as a line of a trace does. */
  readonly isAsked: boolean;
  readonly names: readonly Named[];
}

export interface Decomposition {
  readonly intent: Intent;
  /** At least one, in the order of the text. */
  readonly subTasks: readonly SubTask[];
  /** Clauses that are not looked at. */
  readonly beyond: readonly string[];
}

/** Looks like nothing but a name of the program: `orderStore`, `order_store`, `Order::put`, `Order.put`, `put()`, `src/order.ts`. */
const NAME = /^[\p{L}_$@][\p{L}\p{N}_$]*(?:(?:::|->|[.#/])[\p{L}\p{N}_$@.-]+)*(?::\d+)?(?:\(\))?[!?]?$/u;
const NAME_SIGN = /\p{Ll}\p{Lu}|\p{L}_\p{L}|::|->|#|\p{L}\.\p{L}{2}|\/|\(\)$/u;
/** A word with a slash is more often two words, or a kind of content, than a path. */
const PATH_ONLY = /^[^.:#]*\/[^.:#]*$/;

/**
 * A task is prose: of its words with a capital hardly any is meant as a name, and searches find those that are. Names in quotes or of a form
 * that prose does not have are looked up, and said to be missing where the project has none.
 */
const mayBeNamed = ({ quoted, text }: Subject, written: string): boolean =>
  (quoted && /\p{L}{2}/u.test(text)) || (NAME.test(written) && NAME_SIGN.test(written));

/** Each name stands in the first clause that has it. */
export function decompose(task: string, lookUp: Resolve): Decomposition {
  const { clauses, beyond, resolve } = partsOf(task, lookUp);
  const seen = new Set<string>();
  const subTasks = clauses.map((text): SubTask => {
    const names: Named[] = [];
    for (const { subject, written } of namesIn(text)) {
      if (!seen.has(subject.text) && mayBeNamed(subject, written)) {
        const resolution = resolve(subject.text);
        const isPath = resolution.kind === "none" && !subject.quoted && PATH_ONLY.test(subject.text);
        names.push(...(isPath ? [] : [{ written: subject.text, resolution }]));
      }
      seen.add(subject.text);
    }
    return { text, intent: intentOf(text), isAsked: signOf(text) !== null, names };
  });
  return { intent: intentOf(task), subTasks, beyond };
}
