// What Perl writes as one piece: comments, documentation, strings, patterns. Not all of it can be told without running the program.

/** From a bracket to its other one, with the same inside two deep. */
const between = (open: string, close: string): string => {
  const plain = String.raw`\\[\s\S]|[^\\${open}${close}]`;
  const around = (...inner: readonly string[]): string => `${open}(?:${[plain, ...inner].join("|")})*${close}`;
  return around(around(around()));
};
const IN_BRACKETS = ["{}", "()", "[]", "<>"].map(([open, close]) => between(`\\${open}`, `\\${close}`)).join("|");
const BEFORE_QUOTE = String.raw`(?<![\w$@%&]|->)`;
const NO_KEY = String.raw`(?!\s*(?:=[>=\s~]|[,;)}]))`;
/** `q{…}`, `m/…/`. */
const QUOTED = String.raw`${BEFORE_QUOTE}(?:q[qwrx]?|m)${NO_KEY}(?:\s*(?:${IN_BRACKETS})|(?<q>[^\w\s])(?:\\[\s\S]|(?!\k<q>)[^\\])*\k<q>)\w*`;
/** `s{…}{…}`, `tr/…/…/`. */
const REPLACED = String.raw`${BEFORE_QUOTE}(?:s|tr|y)${NO_KEY}(?:\s*(?:${IN_BRACKETS})\s*(?:${IN_BRACKETS}|\/(?:\\.|[^\/\\])*\/)|(?<r>[^\w\s])(?:\\[\s\S]|(?!\k<r>)[^\\])*\k<r>(?:\\[\s\S]|(?!\k<r>)[^\\])*\k<r>)\w*`;
const MATCHED = String.raw`(?<=(?:[(,=!~&|{;?:]|\b(?:split|if|elsif|unless|while|until|and|or|not|grep|map|return|when|lt|gt|le|ge|eq|ne|cmp|x))\s{0,9})\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\/\\\n])+\/`;
const HEREDOC = String.raw`(?<=<<~?["']?(?<tag>[A-Za-z_]\w*)\b[^\n]*)\n[\s\S]*?(?:^[ \t]*\k<tag>$)`;

export const PERL_OPAQUE = new RegExp(
  [
    String.raw`^=[a-zA-Z][\s\S]*?(?:^=cut\b[^\n]*|(?![\s\S]))`,
    String.raw`^__(?:END|DATA)__$[\s\S]*`,
    String.raw`^format\b[^\n]*=[ \t]*\n[\s\S]*?\n\.$`,
    HEREDOC,
    QUOTED,
    REPLACED,
    String.raw`[$@](?:[^\w\s{}()[$:]|\$(?![\w{]))`,
    String.raw`(?<![$\w])#[^\n]*`,
    MATCHED,
    String.raw`"(?:\\[\s\S]|[^"\\])*"`,
    String.raw`'(?:\\[\s\S]|[^'\\])*'`,
  ].join("|"),
  "my",
);
