// Parses error messages in a query: which of their text occurs in the source that raises them, and which was filled in.

export interface Message {
  /** The text without what was filled in. */
  readonly constant: string;
  /** What was filled in: quoted values, numbers, paths, addresses, in order. */
  readonly values: readonly string[];
  /** The text around a quoted message; "" if the whole query is the message. */
  readonly asked: string;
  /** Runs of two or more words that occur in the source as they are here, longest first. */
  readonly phrases: readonly string[];
}

/** Words of error messages; `invalid` and the like only at the beginning, before a value. */
const FAILURE_WORDS =
  /\b(?:cannot|can ?not|can['’]t|could ?n['’]t|could not|unable to|failed(?= to\b| with\b|:|$)|fails? to|failure:|must (?:not )?(?:be|have|match|contain)|is not (?:a|an|the|defined|supported|allowed|valid|iterable|assignable|found|set)|(?:was|were|are|been) not|(?:has|have|with) no|no (?:such|matching|default)|not found|not exist|doesn['’]t|does not|did not|already (?:exists|defined|been|in)|out of (?:range|bounds|memory)|timed out|permission denied|connection refused|expected .{1,80}\b(?:got|but|found|received)|undefined (?:method|variable|reference|is)|of undefined|of null|not implemented|too (?:many|few|long|large)|exceed(?:s|ed)|(?<=^|[:;] )(?:unexpected|unknown|unsupported|unresolved|missing|invalid|illegal|duplicate)\b(?=.{0,200}['"`“‘\d:]))\b/i;
/** `TypeError: …`, `fatal: …`, `error[E0308]: …`, `[ERR_INVALID]: …`, `panic: …`. */
const HEADED =
  /(?:^|\s)(?:[\w.$]{0,100}(?:Error|Exception|Warning|Failure|Panic)|error|fatal|panic|ERROR|FATAL|warning)(?:\[[\w.-]{1,40}\]| [A-Z]{1,4}\d{1,6})?: \S/;
/** A question about a subject, or a wish: its words are not a message's unless they are quoted. */
const ASKING =
  /^(?:how|where|what|which|who|when|why|does|do|is|are|can|find|show|list|explain|describe|implement|add)\b/i;

/** `'…'`, `"…"`, `` `…` ``, `“…”`, `‘…’`, `«…»`; an apostrophe inside a word opens nothing. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:`([^`']{0,300})'|'([^']{0,300})'|"([^"]{0,300})"|`([^`]{0,300})`|“([^”]{0,300})”|‘([^’]{0,300})’|«([^»]{0,300})»)(?![\p{L}\p{N}])/gu;
/** Addresses, dates, versions, numbers, hashes, links and paths; a token each. */
const FILLED =
  /(?<![\p{L}\p{N}_])(?:0x[0-9a-f]{1,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,128}|[a-z]{2,12}:\/\/[^\s'"`<>()]{1,500}|(?:[a-z]:)?(?:\.{0,2}[\\/])?[\p{L}\p{N}_.@+~-]{1,200}(?:[\\/][\p{L}\p{N}_.@+~-]{1,200}){1,60}[\\/]?|[\\/][\p{L}\p{N}_.@+~-]{1,200}|[-+]?\d(?:[\d.,:_/-]{0,60}\d)?(?:ms|s|m|h|[kmg]i?b|b|%|px)?)(?![\p{L}\p{N}_])/giu;
/** Where a run of constant words ends: the gap that a value leaves, and what separates a head from its message. */
const GAP = "\n";
const ENDS_OF_RUN = /[\n:;|()[\]{}<>=?!]+|\.(?:\s|$)|\S{0,200}\w(?:\.|::|->)\w\S{0,200}/;
/** A status of HTTP is written in the source; other numbers are filled in. */
const STATUS = /^[1-5]\d\d$/;
const OF_HTTP = /\b(?:http|status|response|request)\b/i;
const WORD = /[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}]+)?/gu;

/** Quoted text of this many words is a message or a part of one, not a value. */
const QUOTED_WORDS_MIN = 3;
const PHRASES_MAX = 8;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

function phrasesIn(constant: string): string[] {
  const runs = constant
    .split(ENDS_OF_RUN)
    .map((run) => wordsOf(run))
    .filter((words) => words.length >= 2 && words.join("").length >= 6);
  const phrases = [...new Set(runs.map((words) => words.join(" ").toLowerCase()))];
  return phrases.sort((a, b) => b.length - a.length).slice(0, PHRASES_MAX);
}

const isLong = (quoted: string): boolean => wordsOf(quoted).length >= QUOTED_WORDS_MIN;

function parseRaised(text: string): Message {
  const values: string[] = [];
  const take = (value: string): string => {
    values.push(value);
    return GAP;
  };
  const constant = text
    .replace(QUOTED, (quoted) => (isLong(quoted) ? quoted : take(quoted.slice(1, -1))))
    .replace(FILLED, (value) => (STATUS.test(value) && OF_HTTP.test(text) ? value : take(value)));
  return { constant: constant.replaceAll(GAP, " "), asked: "", values, phrases: phrasesIn(constant) };
}

/** Messages that a question or a wish quotes. */
function parseQuoted(text: string): Message | null {
  const messages: Message[] = [];
  const asked = text.replace(QUOTED, (quoted) => {
    if (!isLong(quoted)) {
      return quoted;
    }
    messages.push(parseRaised(quoted.slice(1, -1)));
    return GAP;
  });
  return messages.length === 0
    ? null
    : {
        constant: [asked.replaceAll(GAP, " "), ...messages.map(({ constant }) => constant)].join(" "),
        asked: asked.replaceAll(GAP, " "),
        values: messages.flatMap(({ values }) => values),
        phrases: messages.flatMap(({ phrases }) => phrases).slice(0, PHRASES_MAX),
      };
}

/** Null for a text that neither is a message nor quotes one. `raised`: it is one, since it was found with a trace. */
export function parseMessage(text: string, raised: boolean): Message | null {
  const isMessage = !ASKING.test(text) && (FAILURE_WORDS.test(text) || HEADED.test(text));
  return raised || isMessage ? parseRaised(text) : parseQuoted(text);
}
