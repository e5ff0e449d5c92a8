// Holds what differs between systems to src/system/platform, one interface for each concern, and docs/inside/platforms.md to those files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";

const SRC = packagePath("src");
const PLATFORM = "system/platform/";

interface Use {
  /** How it looks in code. */
  readonly code: RegExp;
  /** Files outside src/system/platform that may have it, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

/** What only src/system/platform may do itself. */
const USES: Readonly<Record<string, Use>> = {
  "asks for the system": { code: /process\.platform|\bos\.platform\(/ },
  "compares names of systems": {
    code: /["'](?:win32|darwin|linux)["']|\b(?:win32|darwin|linux):/,
    except: {
      "cli/check-clients.ts": "endings of programs, on a system that a caller names",
      "clients/contract/client.ts": "where clients keep their files on each system, which a caller names",
      "clients/launch.ts": "what starts npx, on a system that a caller names",
      "clients/hook-entries.ts": "how the shell that a client starts reads a command, on a system that a caller names",
      "clients/zed/index.ts": "where that client keeps its files, likewise",
      "search/ranking/path-signals.ts": "words of a question",
    },
  },
  "reads /proc": { code: /["'`]\/proc\// },
  "sends or takes signals": {
    code: /["']SIG[A-Z]+["']|process\.kill\(/,
    except: {
      "system/parent-watch.ts": "text of a thread, in which nothing can be imported",
      "cli/chat/read-lines.ts": "an event of the line editor, on every system",
    },
  },
  "asks for its parent": {
    code: /process\.ppid/,
    except: { "system/parent-watch.ts": "remembers which parent it had at the start" },
  },
  "sets niceness": { code: /\b[sg]etPriority\(/ },
  "asks for its user": { code: /\bgete?[ug]id\b|\.username\b/ },
  "sets or judges permissions": { code: /\b[fl]?ch(?:mod|own)(?:Sync)?\(|0o[0-7]?[67]00\b|0o0?77\b/ },
  "opens by flags that not every system has": { code: /\bO_(?:NOFOLLOW|NONBLOCK|DIRECTORY)\b/ },
  "watches a folder": {
    code: /import \{[^}]*\bwatch(?:File)?\b[^}]*\} from "node:fs(?:\/promises)?"/,
    except: { "project/disk.ts": "the disk as a test replaces it; what its events prove is decided by watching.ts" },
  },
  "makes a link": {
    code: /\bsymlink(?:Sync)?\(/,
    except: {
      "emacs/agent-clients.ts": "the home of an agent that Emacs runs; where no link can be made, its turn fails",
    },
  },
};

/** Files that replace or move a file and import nothing to wait for another program that has it open, each with the reason. */
const RENAMES_ONCE: Readonly<Record<string, string>> = {
  "edits/store/store-disk.ts": "the disk as a test replaces it; transaction.ts waits",
  "hooks/session-notes.ts": "of two calls that take one answer, one must fail at once",
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, "$1");

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));
const codeOf = new Map(files.map((file) => [file, withoutComments(readFileSync(join(SRC, file), "utf8"))]));
const concerns = files.filter((file) => file.startsWith(PLATFORM)).map((file) => basename(file, ".ts"));

describe("what differs between systems", () => {
  it.each(Object.entries(USES))("only src/system/platform %s", (_, { code, except = {} }) => {
    const found = [...codeOf].filter(([, text]) => code.test(text)).map(([file]) => file);
    expect(found.filter((file) => !file.startsWith(PLATFORM)).sort()).toEqual(Object.keys(except).sort());
  });

  it("is found by these patterns in src/system/platform, so that they are right", () => {
    const used = [...codeOf].filter(([file]) => file.startsWith(PLATFORM)).map(([, text]) => text);
    const unseen = Object.entries(USES).filter(([, { code }]) => !used.some((text) => code.test(text)));
    // Nothing makes a link; folders are watched, and the parent is named, through what a caller passes.
    expect(unseen.map(([use]) => use)).toEqual(["asks for its parent", "watches a folder", "makes a link"]);
  });

  it("includes who replaces a file: it waits for another program that has the file open", () => {
    const renaming = /import \{[^}]*\brename(?:Sync)?\b[^}]*\} from "node:fs(?:\/promises)?"/;
    const once = [...codeOf].filter(([, text]) => renaming.test(text) && !text.includes("busy-files.ts"));
    expect(once.map(([file]) => file).sort()).toEqual(Object.keys(RENAMES_ONCE).sort());
  });

  it("is asked in one file, and chosen once for each concern", () => {
    const asking = [...codeOf].filter(([, text]) => /process\.platform/.test(text)).map(([file]) => file);
    expect(asking).toEqual([`${PLATFORM}this-system.ts`]);
    const chosen = [...codeOf].map(([file, text]) => [file, text.match(/\bforSystem\(/g)?.length ?? 0] as const);
    // Paths have their rules from Node.
    const expected = concerns.filter((name) => !["this-system", "inside", "below"].includes(name));
    expect(chosen.filter(([, times]) => times > 0)).toEqual(expected.map((name) => [`${PLATFORM}${name}.ts`, 1]));
  });
});

describe("docs/inside/platforms.md", () => {
  const page = readFileSync(packagePath("docs/inside/platforms.md"), "utf8");
  const [, section = ""] = page.split("## Where systems differ");
  const table = section.split("\n## ")[0] ?? "";

  it("has a row for each file of src/system/platform", () => {
    const listed = [...table.matchAll(/`src\/system\/platform\/([\w-]+)\.ts`/g)].map(([, name = ""]) => name);
    expect([...new Set(listed)].sort()).toEqual([...concerns].sort());
  });

  it("names only files that exist", () => {
    const named = [...page.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(packagePath(path)))).toEqual([]);
  });

  it("each of these files has its tests beside the others", () => {
    const tested = readdirSync(packagePath("test/system/platform")).map((file) => basename(file, ".test.ts"));
    expect(concerns.filter((name) => !tested.includes(name))).toEqual([]);
  });
});

it("no script of the package needs a shell that Windows lacks", () => {
  const { scripts } = JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  // A variable before a command, a substitution, single quotes, a second command in the background, a path to a program.
  const posixOnly = Object.entries(scripts).filter(([, line]) =>
    /(?:^|&& *)\w+=|\$|`|'|;|(?<!&)&(?!&)|(?:^|&& *)\.\//.test(line),
  );
  expect(posixOnly).toEqual([]);
});
