// What a `.gitattributes` says of which files tools make or bring (`linguist-generated`, `linguist-vendored`), in the words of an ignore
// file: a pattern that sets the attribute, or with `!` one that unsets it (gitattributes(5)).

/** A line: the pattern, in quotes if it has spaces, then its attributes. */
const LINE = /^\s*("(?:[^"\\]|\\.)*"|[^\s"#]\S*)\s+(\S.*)$/;

/** `content` as git stores it; `attribute`: its name. */
export function readAttribute(content: Buffer, attribute: string): Buffer {
  const lines: string[] = [];
  for (const raw of content.toString("latin1").split(/\r?\n/)) {
    const [, written = "", attributes = ""] = LINE.exec(raw) ?? [];
    const pattern = written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
    const says = attributes.split(/\s+/).findLast((one) => one.replace(/^[-!]|=.*$/g, "") === attribute);
    // As for git, a pattern cannot take another one back, and one that ends in a slash matches no file.
    if (says === undefined || /^[!#]|^\[attr\]|\/$/.test(pattern)) continue;
    lines.push(/^[-!]|=false$/.test(says) ? `!${pattern}` : pattern);
  }
  return Buffer.from(lines.join("\n"), "latin1");
}
