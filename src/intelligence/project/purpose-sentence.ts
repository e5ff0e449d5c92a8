// The sentence of a README that says what a project is for, in its own words.

const LENGTH_MAX = 190;
/** Fewer words are a slogan's or a badge's. */
const WORDS_MIN = 4;

/** Paragraphs that point elsewhere before they say anything. */
const POINTS_ELSEWHERE = /^(?:see|website|documentation|docs|note|warning|https?:)\b/i;

/** Lines that are no prose: headings, underlines, list items, tables, rules, directives, images, HTML alone. */
const NO_PROSE =
  /^\s*(?:#|[-*+] |=+\s*$|-{3,}\s*$|\*{3,}\s*$|\||:?\.\. |:\w+:|!\[|\[!|\[[^\]]*\]:|<[^>]*>\s*$|>?\s*\[!)/;

/** Thanks, news and hints may come first: the definition is searched for in this many sentences. */
const OPENING_SENTENCES = 12;

/**
 * The first sentence that defines the project by one of its `names` (`fzf is a …`), else the first of all. Null where the text has no
 * sentence of prose. Markup is taken off; a long sentence is cut with `…`.
 */
export function purposeSentence(text: string, names: readonly string[]): string | null {
  const opening: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (opening.push(sentence) === OPENING_SENTENCES) {
      break;
    }
  }
  const sentence = opening.find((one) => names.some((name) => defines(one, name))) ?? opening[0] ?? null;
  return sentence === null || sentence.length <= LENGTH_MAX
    ? sentence
    : `${sentence.slice(0, LENGTH_MAX - 1).trimEnd()}…`;
}

/** `Prometheus, a CNCF project, is a systems and service monitoring system.` */
function defines(sentence: string, name: string): boolean {
  const said = sentence.replace(/^the /i, "").toLowerCase();
  return (
    said.startsWith(name.toLowerCase()) &&
    /^[^\p{L}\p{N}][^.!?]{0,60}?\b(?:is (?:an?|the)|provides|lets|helps|makes|implements|sends)\b/u.test(
      said.slice(name.length),
    )
  );
}

function* sentencesOf(text: string): Generator<string> {
  const bare = text
    .slice(0, 20_000)
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\[!\[[^\]]*\]\s*\([^)]*\)\]\s*\([^)]*\)/g, "")
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  for (const block of bare.split(/\n[ \t]*\n/)) {
    const lines = block.split("\n").filter((line) => !NO_PROSE.test(line));
    const prose = withoutMarkup(lines.join(" "));
    if (
      prose.split(" ").filter((word) => /\p{L}{2}/u.test(word)).length >= WORDS_MIN &&
      !POINTS_ELSEWHERE.test(prose)
    ) {
      // An abbreviation or a version has no space and capital after its point.
      for (const sentence of prose.split(/(?<=[.!?])\s+(?=["'(]?\p{Lu})/u)) {
        yield sentence.replace(/:$/, ".");
      }
    }
  }
}

const withoutMarkup = (line: string): string =>
  line
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, "$1")
    .replace(/`([^`<]*?)\s*<[^>`]*>`_+/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/^\s*>\s+/, "")
    .replace(/(\*\*|__|``?|\*)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/\s+/g, " ")
    .trim();
