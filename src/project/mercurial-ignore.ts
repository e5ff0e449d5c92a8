// The `.hgignore` of a folder under Mercurial, in the words of a `.gitignore`. Its regular expressions are translated where they say no
// more than a pattern does; what says more is not applied, since matching it could take minutes (hgignore(5)).

export interface MercurialLines {
  /** Lines of an ignore file as git reads it. */
  readonly content: Buffer;
  /** Lines that are not applied. */
  readonly setAside: readonly string[];
}

const SYNTAXES = ["glob", "relglob", "rootglob", "path", "re", "regexp", "relre"] as const;
type Syntax = (typeof SYNTAXES)[number];

const isSyntax = (word: string): word is Syntax => (SYNTAXES as readonly string[]).includes(word);

export function readMercurialIgnore(content: Buffer): MercurialLines {
  const lines: string[] = [];
  const setAside: string[] = [];
  let syntax: Syntax = "regexp";
  for (const raw of content.toString("latin1").split(/\r?\n/)) {
    const line = raw.replace(/(?<!\\)#.*$/, "").trimEnd();
    const [, chosen] = /^syntax:\s*(\w+)\s*$/.exec(line) ?? [];
    if (chosen !== undefined) {
      syntax = isSyntax(chosen) ? chosen : syntax;
    } else if (line !== "") {
      const [, prefix = "", rest = ""] = /^(\w+):(.*)$/.exec(line) ?? [];
      const translated = isSyntax(prefix) ? translate(prefix, rest) : translate(syntax, line);
      (translated === null ? setAside : lines).push(translated ?? raw);
    }
  }
  return { content: Buffer.from(lines.join("\n"), "latin1"), setAside };
}

/** Null for an expression that says more than a pattern. */
function translate(syntax: Syntax, pattern: string): string | null {
  switch (syntax) {
    case "rootglob":
    case "path":
      return `/${pattern}`;
    case "glob":
    case "relglob":
      // A pattern with a slash matches at any depth, too.
      return pattern.includes("/") ? `**/${pattern}` : pattern;
    default:
      return fromExpression(pattern);
  }
}

/** Plain characters, escaped ones among them. */
const PLAIN = /^(?:[\w/@ ~=,:-]|\\[.\-_/+~#@$^()[\]{}|*?])*$/;

/** `^build/` is a path, `\.pyc$` an ending, `^out/.*\.log$` both. */
function fromExpression(expression: string): string | null {
  const isRooted = expression.startsWith("^");
  const isEnded = expression.endsWith("$") && !expression.endsWith("\\$");
  const body = expression.slice(isRooted ? 1 : 0, isEnded ? -1 : undefined);
  if (body === "" || !PLAIN.test(body)) {
    return null;
  }
  const plain = body.replace(/\\(.)/g, "$1").replace(/[[\]*?!#]/g, "\\$&");
  if (isRooted) {
    return isEnded || plain.endsWith("/") ? `/${plain}` : `/${plain}*`;
  }
  // In the middle of a path it may begin and end anywhere in a name.
  return plain.includes("/")
    ? `**/${plain.startsWith("/") ? plain.slice(1) : `*${plain}`}${isEnded ? "" : "*"}`
    : `*${plain}${isEnded ? "" : "*"}`;
}
