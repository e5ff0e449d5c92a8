// Commits that may have left uses behind, told by their text alone: a line that declares a name is gone, no new line declares it, and the
// name still stands somewhere. Told without the program, so that it does not choose its own sample.
import { execFileSync } from "node:child_process";

const DECLARED =
  /\b(?:class|interface|trait|struct|enum|protocol|object|record|type|typedef|func|fun|fn|def|function|module|const|val|define)\s+(?:self\.|\([^)]*\)\s*)?([A-Za-z_]\w{4,})|^\s*(?:public|protected|internal|private|static)\b[^=;]*?\b([A-Za-z_]\w{4,})\s*[({;=]/;
/** Names that are looked for in one commit, and lines by which a name is no common word. */
const NAMES_MAX = 12;
const LINES_MAX = 60;

/** Whether the commit leaves a name behind that it no longer declares. False where git lacks its content. */
export function leavesNames(root: string, commit: string): boolean {
  const git = (...args: string[]): string => {
    try {
      return execFileSync("git", ["-C", root, ...args], { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });
    } catch {
      // `grep` that finds nothing, or a clone without the content.
      return "";
    }
  };
  const lines = git("show", "--format=", "--no-renames", "-U0", commit).split("\n");
  const declared = (mark: string): Set<string> =>
    new Set(
      lines.flatMap((line) => {
        const found = line.startsWith(mark) && line.length < 400 ? DECLARED.exec(line.slice(1)) : null;
        return found?.[1] ?? found?.[2] ?? [];
      }),
    );
  const now = declared("+");
  const gone = [...declared("-")].filter((name) => !now.has(name)).slice(0, NAMES_MAX);
  return gone.some((name) => {
    const found = git("grep", "-wF", name, commit).split("\n").length - 1;
    return found > 0 && found <= LINES_MAX;
  });
}
