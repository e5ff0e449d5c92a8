// The small projects of fixtures/forms: each uses a symbol in one form. `=== what | address of the symbol`, then its files: `--- path`, or
// `--- /path` for one at the root. Lines that use it end in `@@`. `qq` and `QQ` stand for names that no other project has, `NN` for its folder.

export interface Form {
  readonly what: string;
  /** `path#symbol`. */
  readonly symbol: string;
  /** By path. */
  readonly files: Readonly<Record<string, string>>;
  /** `path:line` of the lines that use the symbol; 1-based. */
  readonly uses: readonly string[];
}

const tagOf = (number: number): string =>
  String.fromCharCode(97 + Math.floor(number / 26)) + String.fromCharCode(97 + (number % 26));

export function parseForms(text: string): Form[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part, at): Form => {
      const [folder, tag] = [`c${at + 1}`, tagOf(at + 1)];
      const named = part.replaceAll("QQ", `Zor${tag}`).replaceAll("qq", `zor${tag}`).replaceAll("NN", folder);
      const [head = "", ...files] = named.split(/^--- /m);
      const [what = "", symbol = ""] = head.split("|").map((one) => one.trim());
      const placed = (path: string): string => (path.startsWith("/") ? path.slice(1) : `${folder}/${path}`);
      const uses: string[] = [];
      const written = files.map((file): [string, string] => {
        const [path = "", ...lines] = file.trimEnd().split("\n");
        const own = placed(path.trim());
        const bare = lines.map((line, index) => {
          if (!line.endsWith("@@")) {
            return line;
          }
          uses.push(`${own}:${index + 1}`);
          return line.slice(0, -2).trimEnd();
        });
        return [own, `${bare.join("\n")}\n`];
      });
      return { what, symbol: placed(symbol), files: Object.fromEntries(written), uses };
    });
}
