// Stack traces in a query: which frames there are, innermost first, and what is left when they are taken out. A query is one
// line by now, so frames are known by their form alone.
import { type Place, placeAt } from "./parse-places.ts";

export interface Frame {
  readonly place: Place;
  /** The function with at most one enclosing name (`Cart.total`); null where the trace has none. */
  readonly name: string | null;
}

export interface Trace {
  /** The innermost call first; at least one. Each place once. */
  readonly frames: readonly Frame[];
  /** What was raised and why: the text beside the frames, without what every trace says. */
  readonly message: string;
}

interface FrameForm {
  /** Groups `path`, and where they are written `line` and `name`. Every pattern starts at a token and is linear. */
  readonly pattern: RegExp;
  /** One such frame is a trace already; the others need a second, since prose can look like one. */
  readonly alone: boolean;
  /** The path's folders are those of a package. */
  readonly packaged?: boolean;
}

const FORMS: readonly FrameForm[] = [
  // Python: File "/app/cart.py", line 12, in total
  { pattern: /(?<!\S)File "(?<path>[^"]{1,500})", line (?<line>\d{1,9})(?:, in (?<name>\S{1,200}))?/gu, alone: true },
  // C#: at Shop.Cart.Total(Int32 count) in C:\src\Cart.cs:line 12
  {
    pattern:
      /(?<!\S)at (?<name>[^\s()]{1,300})\([^()]{0,500}\) in (?<path>[^()]{1,300}?\.\w{1,8}):line (?<line>\d{1,9})/gu,
    alone: true,
  },
  // Java, Kotlin, Scala: at app//com.shop.Cart.total(Cart.java:12)
  {
    pattern:
      /(?<!\S)at (?:[^\s()/]{1,100}\/{1,2}){0,3}(?<name>[^\s()/]{1,300})\((?<path>[\p{L}\p{N}_$-]{1,100}\.[a-z]{1,8}):(?<line>\d{1,9})\)/gu,
    alone: true,
    packaged: true,
  },
  // Node, Chrome, Edge: at async Cart.total [as sum] (file:///app/src/cart.js:12:3)
  {
    pattern:
      /(?<!\S)at (?:async )?(?:new )?(?<name>[^\s()]{1,300})(?: \[as [^\]\s]{1,100}\])? \((?<path>(?:[^()]|\([^()]{0,100}\)){1,500}?):(?<line>\d{1,9}):\d{1,9}\)/gu,
    alone: true,
  },
  // The same without a name, and Rust: at /app/src/cart.js:12:3; 4: shop::cart::total at ./src/cart.rs:12:5
  {
    pattern:
      /(?:(?<!\S)\d{1,4}: (?<name>\S{1,300}) )?(?<!\S)at (?:async )?(?<path>[^\s()]{1,500}?):(?<line>\d{1,9}):\d{1,9}(?![^\s)])/gu,
    alone: false,
  },
  // Rust: thread 'main' panicked at src/cart.rs:12:5: … and, before 1.73, panicked at 'message', src/cart.rs:12:5
  { pattern: /(?<!\S)panicked at (?<path>[^\s']{1,500}?):(?<line>\d{1,9}):\d{1,9}:?(?!\S)/gu, alone: true },
  { pattern: /(?<=', )(?<path>[^\s']{1,500}\.rs):(?<line>\d{1,9}):\d{1,9}(?!\S)/gu, alone: true },
  // Ruby: from /app/cart.rb:12:in 'Cart#total'
  {
    pattern: /(?<!\S)(?<path>[^\s:]{1,500}):(?<line>\d{1,9}):in [`'"](?<name>[^'`"]{1,200})['`"]/gu,
    alone: true,
  },
  // Go: main.(*Server).handle(0xc000010000, 0x1) /app/server.go:12 +0x1d
  {
    pattern:
      /(?<!\S)(?<name>(?:[^\s()]|\([^\s()]{1,100}\)){1,300})\([^()]{0,500}\) (?<path>[^\s()]{1,500}\.go):(?<line>\d{1,9})(?: \+0x[0-9a-f]{1,16})?(?!\S)/gu,
    alone: true,
  },
  {
    pattern:
      /(?<!\S)created by (?<name>\S{1,300})(?: in goroutine \d{1,9})? (?<path>[^\s()]{1,500}\.go):(?<line>\d{1,9})(?: \+0x[0-9a-f]{1,16})?(?!\S)/gu,
    alone: true,
  },
  // gdb, lldb: #1 0x0000555 in total (cart=0x7ffd, count=1) at src/cart.c:12
  {
    pattern:
      /(?<!\S)#\d{1,4} (?:0x[0-9a-f]{1,16} in )?(?<name>[^\s()]{1,300}) ?\([^()]{0,500}\) at (?<path>[^\s()]{1,500}?):(?<line>\d{1,9})(?!\S)/gu,
    alone: true,
  },
  // PHP: #1 /app/src/Cart.php(12): Shop\Cart->total()
  {
    pattern: /(?<!\S)#\d{1,4} (?<path>[^\s()]{1,500})\((?<line>\d{1,9})\): (?<name>[^\s()]{1,300})\(/gu,
    alone: true,
  },
  {
    pattern: /(?<!\S)in (?<path>[^\s()]{1,500}\.php):(?<line>\d{1,9})(?= Stack trace:)/gu,
    alone: true,
  },
  // Firefox, Safari: total@http://localhost:3000/src/cart.js:12:3
  {
    pattern:
      /(?<!\S)(?<name>[^\s@/]{0,300})@(?<path>[a-z][a-z-]{1,20}:\/\/[^\s()]{1,500}?):(?<line>\d{1,9}):\d{1,9}(?!\S)/gu,
    alone: false,
  },
  // Elixir: (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1
  {
    pattern: /(?<!\S)(?<path>[^\s:()]{1,500}\.exs?):(?<line>\d{1,9}): (?<name>\S{1,300}\/\d{1,3})(?!\S)/gu,
    alone: true,
  },
];

/** What traces say of themselves, whatever was raised. */
const BOILERPLATE: readonly RegExp[] = [
  /\bTraceback \(most recent call last\):/g,
  /\bDuring handling of the above exception, another exception occurred:/g,
  /\bThe above exception was the direct cause of the following exception:/g,
  /\bException in thread "[^"]{0,200}"/g,
  /\bUnhandled (?:exception\.|promise rejection)/gi,
  /\bUncaught (?:\(in promise\) )?/g,
  /\bgoroutine \d{1,9} \[[^\]]{0,100}\]:/g,
  /\bexit status \d{1,3}/g,
  /\bthread '[^']{0,200}'(?: panicked at)?/g,
  /\bNode\.js v\d[\d.]{0,20}/g,
  /\bthrown in \S{1,500} on line \d{1,9}/g,
  /\b[Ss]tack (?:back)?trace:/g,
  /--- End of [\w ]{1,60} ---/g,
  /\bCaused by:|\[cause\]:/g,
  /\bnote: (?:run with|Some details are omitted)[^.]{0,200}(?:\.|$)/g,
  /(?<!\S)\d{1,4}: [\w:<>]{1,300}(?= \d{1,4}: |$| at )/g,
  /(?<!\S)#\d{1,4} 0x[0-9a-f]{1,16} in \S{1,300} \([^()]{0,300}\)(?: from \S{1,300})?/g,
  /(?<!\S)\.\.\. \d{1,6} (?:more|common frames omitted)/g,
  /(?<!\S)at \S{1,300} ?\((?:native|<anonymous>|Native Method|Unknown Source|index \d{1,4})\)/gi,
  /(?<!\S)(?:from|at|#\d{1,4} \{main\}|\+0x[0-9a-f]{1,16}|[~^]{2,200})(?!\S)/g,
];

interface Found extends Frame {
  readonly start: number;
  readonly end: number;
  readonly alone: boolean;
}

/** What is in a function's place where it has no name, and what compilers make of names. */
const NOT_A_NAME =
  /<(?:anonymous|unknown|module|lambda|locals|\w{3,4}comp|genexpr|init|clinit)>|\{[^{}]{0,100}\}|\bh[0-9a-f]{16}\b|\b[a-z]__\w{0,100}|\b(?:MoveNext|invokeSuspend|lambda)\b|\b(?:block|rescue|ensure) in\b/g;
const SEPARATORS = /[^\p{L}\p{M}\p{N}_]+/u;
const NUMBERED = /^\d*$/;
/** Ruby and Elixir: `save!` and `save` are two functions. */
const ENDING_MARK = /(?<=[\p{L}\p{M}\p{N}_])[?!]$/u;

/** `main.(*Server).handle` to `Server.handle`: the function with what encloses it, without packages; null for none. */
function functionName(written: string | undefined): string | null {
  const named = (written ?? "").replace(/\/\d{1,3}$/, "").replace(NOT_A_NAME, " ");
  const parts = named.split(SEPARATORS).filter((part) => !NUMBERED.test(part));
  const mark = ENDING_MARK.exec(named)?.[0] ?? "";
  return parts.length === 0 ? null : parts.slice(-2).join(".") + mark;
}

/** `com.shop.Cart$Item.total` in `Cart.java` lies in `com/shop/Cart.java`, or in a file of that name alone. */
function packagedPath(name: string | undefined, file: string): string {
  const folders = (name ?? "").split(".").slice(0, -2);
  return [...folders, file].join("/");
}

function framesOf({ pattern, alone, packaged = false }: FrameForm, text: string): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const { path: written = "", line, name } = match.groups ?? {};
    const at = line === undefined ? null : Number(line);
    const place = placeAt(packaged ? packagedPath(name, written) : written, at, { packaged });
    const [start, end] = [match.index, match.index + match[0].length];
    return place === null ? [] : [{ place, name: functionName(name), start, end, alone }];
  });
}

/** In order of place; of two that overlap, the one that starts first, or whose form stands first. */
function foundIn(text: string): Found[] {
  const all = FORMS.flatMap((form) => framesOf(form, text)).sort((a, b) => a.start - b.start);
  let end = 0;
  return all.filter((one) => {
    const free = one.start >= end;
    end = free ? one.end : end;
    return free;
  });
}

/** Python writes the innermost call last. */
const INNERMOST_LAST = /\bmost recent call last\b/;
/** Words between two sections of a trace. After the first kind comes the cause of the section before, after the second its effect. */
const CAUSES =
  /\bCaused by:|\[cause\]:|\bThe above exception was the direct cause\b|\bDuring handling of the above exception\b/g;
const CAUSE = new RegExp(CAUSES.source);

/** The frames by section, each section's innermost first, the section of the cause first. */
function innermostFirst(text: string, found: readonly Found[]): Found[] {
  const breaks = [...text.matchAll(CAUSES)];
  const sections = [0, ...breaks.map(({ index }) => index)].map((start, at) => {
    const end = breaks[at]?.index ?? text.length;
    const inside = found.filter((one) => one.start >= start && one.start < end);
    return INNERMOST_LAST.test(text) ? inside.reverse() : inside;
  });
  // Only of "the direct cause of the following" the first section is the cause.
  const causeFirst = breaks.every(([words]) => words.startsWith("The above"));
  return (causeFirst ? sections : sections.reverse()).flat();
}

const cleaned = (text: string): string =>
  BOILERPLATE.reduce((rest, pattern) => rest.replace(pattern, " "), text)
    .replace(/\s+/g, " ")
    .trim();

/**
 * The error message. Python writes it at the end, below lines of source; the others begin with it, or
 * write it after the first frame, and after the word for a cause. Text before and after the trace counts too.
 */
function messageOf(text: string, found: readonly Found[]): string {
  const ends = [0, ...found.map(({ end }) => end)];
  const gaps = ends.map((end, at) => text.slice(end, found[at]?.start ?? text.length));
  const first = INNERMOST_LAST.test(text) || cleaned(gaps[0] ?? "") !== "" ? 0 : 1;
  return gaps
    .filter((gap, at) => at === first || at === gaps.length - 1 || CAUSE.test(gap))
    .map(cleaned)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .join("; ");
}

/** Null for a text that is no trace: a lone path with a line is a place, no frame. `text` as normalised. */
export function parseTrace(text: string): Trace | null {
  const found = foundIn(text);
  if (found.length < 2 && !found.some(({ alone }) => alone)) {
    return null;
  }
  const keyOf = ({ place: { path, line } }: Frame): string => `${path}:${line}`;
  const inner = innermostFirst(text, found);
  // The place of a panic occurs twice: by itself, and as a frame with its function.
  const names = new Map(inner.filter(({ name }) => name !== null).map((one) => [keyOf(one), one.name]));
  const frames = [
    ...new Map(inner.map((one) => [keyOf(one), { place: one.place, name: names.get(keyOf(one)) ?? null }])).values(),
  ];
  return {
    frames: frames.map(({ place, name }, frame) => ({ place: { ...place, frame }, name })),
    message: messageOf(text, found),
  };
}
