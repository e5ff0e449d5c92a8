// Changes that no test reaches: of a function that none names, or of one that is new.
import type { FoundFunction } from "../functions.ts";
import { isOwnCode, isTest, type LanguageName, languageOf, memberIndent } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";
import { IN_CLASS, textOf } from "./bodies.ts";
import { tweaked } from "./tweak.ts";

function addAll(to: Set<string>, all: readonly string[]): void {
  for (const one of all) {
    to.add(one);
  }
}

const wordOf = (name: string): string => name.replace(/[?!]$/, "");
const words = (text: string): string[] => text.match(/[A-Za-z_]\w+/g) ?? [];

/** Methods of interfaces that Go's library calls: sorting, printing, reading, serving. */
const BY_LIBRARY = /^(?:Len|Less|Swap|String|Error|Read|Write|Close|ServeHTTP|(?:Un)?[mM]arshal\w*|Scan|Value|Format)$/;

const DYNAMIC: readonly LanguageName[] = ["python", "ruby", "php", "javascript"];

/** Whether something else may call it that stands nowhere: a framework, a supertype, a name put together at run time. */
function isCalledUnseen(scene: Scene, one: FoundFunction): boolean {
  const above = linesOf(scene, one.path)
    .slice(Math.max(0, one.from - 2), one.from + 1)
    .join(" ");
  const word = new RegExp(`(?<!\\w)${wordOf(one.name)}(?!\\w)`, "g");
  const named = [...scene.files]
    .filter(([path]) => isOwnCode(path))
    .reduce((sum, [, text]) => sum + (text.match(word) ?? []).length, 0);
  return (
    /main$|^__|^test/i.test(one.name) ||
    (one.language.name === "go" && BY_LIBRARY.test(one.name)) ||
    /@override|\boverride\b|^\s*@\w/im.test(above) ||
    (DYNAMIC.includes(one.language.name) && named < 2)
  );
}

/**
 * Functions whose name no test names, nor any function that a test may reach by its words, nor code outside of functions. By words more is
 * reached than in truth, so what is left is surely not.
 */
function unreached(scene: Scene): FoundFunction[] {
  const isCode = (path: string): boolean => languageOf(path) !== null;
  const own = scene.functions;
  const reached = new Set<string>();
  for (const [path, text] of scene.files) {
    if (isCode(path) && !isOwnCode(path)) {
      addAll(reached, words(text));
    } else if (isCode(path)) {
      const lines = text.split("\n");
      for (const { path: of, from, to } of own) {
        if (of === path) {
          lines.fill("", from, to + 1);
        }
      }
      addAll(reached, words(lines.join("\n")));
    }
  }
  // Who has an object calls `__invoke` without its name.
  const isReached = ({ name }: FoundFunction): boolean => reached.has(wordOf(name)) || name.startsWith("__");
  let rest = [...own];
  for (;;) {
    const next = rest.filter(isReached);
    if (next.length === 0) {
      return rest;
    }
    rest = rest.filter((one) => !isReached(one));
    for (const one of next) {
      addAll(reached, words(textOf(scene, one)));
    }
  }
}

/** One call in one line, of a body that has more. */
function statementRemoved(scene: Scene, { path, bodyFrom, bodyTo }: FoundFunction): string | null {
  const lines = linesOf(scene, path);
  const at = scene.pick(
    lines.flatMap((line, index) =>
      index > bodyFrom &&
      index < bodyTo &&
      /^\s+[\w.$>-]+\([^()]*\);?$/.test(line) &&
      /[;)}]$/.test((lines[index - 1] ?? "").trim())
        ? [index]
        : [],
    ),
  );
  return at === undefined ? null : withLines(lines.join("\n"), at, at, []);
}

const NEW_FUNCTIONS: Record<LanguageName, string> = {
  go: '\n// NAME cuts a name that is too long for a label.\nfunc NAME(value string, limit int) string {\n\tif limit <= 0 {\n\t\treturn ""\n\t}\n\tif len(value) > limit {\n\t\treturn value[:limit]\n\t}\n\treturn value\n}\n',
  python:
    '\n\ndef NAME(value, limit):\n    """Cuts a name that is too long for a label."""\n    if limit <= 0:\n        return ""\n    if len(value) > limit:\n        return value[:limit]\n    return value\n',
  javascript:
    "\nfunction NAME (value, limit) {\n  if (limit <= 0) {\n    return ''\n  }\n  return value.length > limit ? value.slice(0, limit) : value\n}\n",
  typescript:
    "\nexport function NAME(value: string, limit: number): string {\n  if (limit <= 0) {\n    return ''\n  }\n  return value.length > limit ? value.slice(0, limit) : value\n}\n",
  java: '\n  public static String NAME(String value, int limit) {\n    if (limit <= 0) {\n      return "";\n    }\n    return value.length() > limit ? value.substring(0, limit) : value;\n  }\n',
  csharp:
    '\n        public static string NAME(string value, int limit)\n        {\n            if (limit <= 0)\n            {\n                return "";\n            }\n            return value.Length > limit ? value.Substring(0, limit) : value;\n        }\n',
  php: "\n    public static function NAME(string $value, int $limit): string\n    {\n        if ($limit <= 0) {\n            return '';\n        }\n\n        return strlen($value) > $limit ? substr($value, 0, $limit) : $value;\n    }\n",
  ruby: "\n    def NAME(value, limit)\n      return '' if limit <= 0\n\n      value.length > limit ? value[0...limit] : value\n    end\n",
  rust: '\npub fn NAME(value: &str, limit: usize) -> &str {\n    if limit == 0 {\n        return "";\n    }\n    value.get(..limit).unwrap_or(value)\n}\n',
};

export function plantUntested(scene: Scene): Fault | null {
  if (![...scene.files.keys()].some((path) => isTest(path) && languageOf(path) !== null)) {
    return null;
  }
  if (scene.random() < 0.5) {
    for (const one of unreached(scene)) {
      const isStanding = scene.stoodBefore(one.path, one.from, one.to);
      const isRemoved = scene.random() < 0.3;
      const edited = !isStanding
        ? null
        : isRemoved
          ? statementRemoved(scene, one)
          : tweaked(scene, one.path, one.bodyFrom, one.bodyTo);
      if (edited !== null && !isCalledUnseen(scene, one)) {
        return fault({
          form: isRemoved ? "statement-removed" : "condition-changed",
          language: one.language.name,
          edits: new Map([[one.path, edited]]),
          symbols: [one.name],
          places: [{ path: one.path, line: one.from + 1 }],
          why: `no test names ${one.name}, nor what may call it`,
        });
      }
    }
  }
  for (const one of scene.functions) {
    const snake = ["python", "ruby", "rust"].includes(one.language.name);
    const name = snake
      ? "shorten_label"
      : one.language.name === "go" || one.language.name === "csharp"
        ? "ShortenLabel"
        : "shortenLabel";
    const isMember = [...IN_CLASS, "ruby"].includes(one.language.name);
    const text = scene.files.get(one.path) ?? "";
    if (one.indent.length !== (isMember ? memberIndent(one.language.name, text) : 0)) {
      continue;
    }
    const added = NEW_FUNCTIONS[one.language.name].replaceAll("NAME", name).replace(/\n$/, "").split("\n");
    return fault({
      form: "function-added",
      language: one.language.name,
      edits: new Map([[one.path, withLines(text, one.to + 1, one.to, added)]]),
      symbols: [name],
      why: `${name} is new, and nothing calls it`,
    });
  }
  return null;
}
