// Faults inside of bodies: branches and lines without end, a copy with other names, a change that no test reaches, a partner left out.
import { shuffled } from "../../../support/random.ts";
import { branches } from "../branches.ts";
import type { FoundFunction } from "../functions.ts";
import { isOwnCode, isTest, type LanguageName, languageOf } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";

const lengthOf = ({ bodyFrom, bodyTo }: FoundFunction): number => bodyTo - bodyFrom + 1;
const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";
const textOf = (scene: Scene, { path, from, to }: FoundFunction): string =>
  linesOf(scene, path)
    .slice(from, to + 1)
    .join("\n");

export function plantComplexity(scene: Scene): Fault | null {
  const form = scene.pick(["chain", "nested", "long"] as const) ?? "chain";
  for (const one of scene.functions) {
    const lines = linesOf(scene, one.path);
    const first = lines[one.bodyFrom] ?? "";
    if (
      !scene.stoodBefore(one.path, one.from, one.to) ||
      /super|this\(|base\(|"""|'''/.test(first) ||
      first.trim() === "{" ||
      first.trim() === ""
    ) {
      continue;
    }
    const added = branches(one.language.name, form, indentOf(first), 14 + Math.floor(scene.random() * 10));
    return fault({
      form,
      language: one.language.name,
      edits: new Map([[one.path, withLines(lines.join("\n"), one.bodyFrom, one.bodyFrom - 1, added)]]),
      symbols: [one.name],
      places: [{ path: one.path, line: one.from + 1 }],
      why: `${one.name} grows by ${added.length} lines`,
    });
  }
  return null;
}

const LOCALS: Record<LanguageName, RegExp> = {
  go: /\b([a-z]\w+)(?:, \w+)? :=/g,
  python: /^\s+([a-z_]\w+) = /gm,
  javascript: /\b(?:let|const|var) (\w+)\b/g,
  typescript: /\b(?:let|const|var) (\w+)\b/g,
  java: /\b[\w<>]+ ([a-z]\w+) = /g,
  csharp: /\b[\w<>]+ ([a-z]\w+) = /g,
  php: /\$(\w+) = /g,
  ruby: /^\s+([a-z_]\w+) = /gm,
  rust: /\blet (?:mut )?([a-z_]\w+)\b/g,
};
const NEW_NAMES = ["current", "entry", "result", "pending", "source", "outcome", "buffer", "piece"];

/** The function under another name, its local variables renamed; null where it has fewer than two. */
function copyOf(
  text: string,
  { name, language }: FoundFunction,
): { text: string; name: string; renamed: number } | null {
  const body = text.slice(text.indexOf("\n"));
  const locals = [...new Set([...body.matchAll(LOCALS[language.name])].map((match) => match[1] ?? ""))].filter(
    (one) => one.length > 1,
  );
  const snake =
    name.includes("_") || language.name === "python" || language.name === "ruby" || language.name === "rust";
  const copy = snake ? `${name}_for_batch` : `${name}ForBatch`;
  const word = (of: string): RegExp => new RegExp(`(?<![\\w.])${of}\\b(?!\\s*:[^:=])`, "g");
  let changed = text.replace(new RegExp(`\\b${name}\\b`, "g"), copy);
  let renamed = 0;
  for (const [at, local] of locals.slice(0, NEW_NAMES.length).entries()) {
    const to = NEW_NAMES[at] ?? "";
    if (!new RegExp(`\\b${to}\\b`).test(text)) {
      changed = changed.replace(word(local), to);
      renamed += 1;
    }
  }
  return renamed < 2 ? null : { text: changed, name: copy, renamed };
}

const IN_CLASS: readonly LanguageName[] = ["java", "csharp", "php"];

export function plantDuplicate(scene: Scene): Fault | null {
  for (const one of scene.functions) {
    const isMember = IN_CLASS.includes(one.language.name);
    const isFree = isMember ? one.indent.length === 4 : one.indent === "";
    if (
      lengthOf(one) < 20 ||
      lengthOf(one) > 80 ||
      !isFree ||
      !scene.stoodBefore(one.path, one.from, one.to) ||
      !/\w/.test(one.name)
    ) {
      continue;
    }
    const copy = copyOf(textOf(scene, one), one);
    const others = [...scene.files.keys()].filter(
      (path) => path !== one.path && isOwnCode(path) && languageOf(path) === one.language,
    );
    const [path] = shuffled(others, scene.random);
    const text = path === undefined ? "" : (scene.files.get(path) ?? "").trimEnd();
    if (copy === null || path === undefined || (isMember && !text.endsWith("\n}"))) {
      continue;
    }
    const body = isMember
      ? `${text.slice(0, -2)}\n\n${copy.text}\n}\n`
      : `${text}\n\n${one.language.name === "python" ? "\n" : ""}${copy.text}\n`;
    return fault({
      form: "renamed-copy",
      language: one.language.name,
      edits: new Map([[path, body]]),
      symbols: [copy.name],
      why: `${path}#${copy.name} is ${one.path}#${one.name} (${lengthOf(one)} lines) with ${copy.renamed} variables renamed`,
    });
  }
  return null;
}

const TWEAKS: readonly (readonly [RegExp, string])[] = [
  [/ === /, " !== "],
  [/ == /, " != "],
  [/ <= /, " < "],
  [/ < /, " <= "],
  [/ > /, " >= "],
  [/ && /, " || "],
  [/ \+ 1\b/, " + 2"],
  [/\btrue\b/, "false"],
  [/\bTrue\b/, "False"],
  [/\bis None\b/, "is not None"],
  [/\bif not /, "if "],
  [/\bif !(?=\w)/, "if "],
];

/** One condition of the lines, turned round. */
export function tweaked(scene: Scene, path: string, from: number, to: number): string | null {
  const lines = linesOf(scene, path);
  const places = lines.flatMap((line, at) =>
    at < from || at > to || /^\s*(\/\/|#|\*|\/\*)/.test(line) || /<[A-Z]\w*>/.test(line)
      ? []
      : TWEAKS.filter(([pattern]) => pattern.test(line)).map((tweak) => ({ at, tweak })),
  );
  const chosen = scene.pick(places);
  return chosen === undefined
    ? null
    : withLines(lines.join("\n"), chosen.at, chosen.at, [
        (lines[chosen.at] ?? "").replace(chosen.tweak[0], chosen.tweak[1]),
      ]);
}

const wordOf = (name: string): string => name.replace(/[?!]$/, "");
const words = (text: string): string[] => text.match(/[A-Za-z_]\w+/g) ?? [];

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
      words(text).forEach((word) => reached.add(word));
    } else if (isCode(path)) {
      const lines = text.split("\n");
      for (const { path: of, from, to } of own) {
        if (of === path) {
          lines.fill("", from, to + 1);
        }
      }
      words(lines.join("\n")).forEach((word) => reached.add(word));
    }
  }
  let rest = [...own];
  for (;;) {
    const next = rest.filter(({ name }) => reached.has(wordOf(name)));
    if (next.length === 0) {
      return rest;
    }
    rest = rest.filter(({ name }) => !reached.has(wordOf(name)));
    for (const one of next) {
      words(textOf(scene, one)).forEach((word) => reached.add(word));
    }
  }
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
      const edited = scene.stoodBefore(one.path, one.from, one.to)
        ? tweaked(scene, one.path, one.bodyFrom, one.bodyTo)
        : null;
      if (edited !== null && !isCalledUnseen(scene, one)) {
        return fault({
          form: "condition-changed",
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
    if (
      isMember
        ? one.indent.length !== (one.language.name === "java" ? 2 : one.language.name === "csharp" ? 8 : 4)
        : one.indent !== ""
    ) {
      continue;
    }
    const text = scene.files.get(one.path) ?? "";
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

const TOGETHER_MIN = 8;
const TOGETHER_SHARE = 0.8;

export function plantMissingPartner(scene: Scene): Fault | null {
  const counts = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const changed of scene.repository.historyBefore(scene.commit)) {
    const known = changed.filter((path) => scene.files.has(path) && languageOf(path) !== null);
    for (const path of known) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      for (const other of isOwnCode(path) ? known : []) {
        pairs.set(`${path}\0${other}`, (pairs.get(`${path}\0${other}`) ?? 0) + 1);
      }
    }
  }
  const candidates = [...pairs].flatMap(([pair, together]) => {
    const [path = "", partner = ""] = pair.split("\0");
    const all = counts.get(path) ?? 0;
    const isPair = path !== partner && all >= TOGETHER_MIN && together / all >= TOGETHER_SHARE;
    return isPair && !scene.isTouched(path) && !scene.isTouched(partner) ? [{ path, partner, together, all }] : [];
  });
  for (const { path, partner, together, all } of shuffled(candidates, scene.random)) {
    const edited = tweaked(scene, path, 0, Number.POSITIVE_INFINITY);
    if (edited !== null) {
      const partners = candidates.filter((one) => one.path === path).map((one) => one.partner);
      return fault({
        form: "partner-left-out",
        language: languageOf(path)?.name ?? "other",
        edits: new Map([[path, edited]]),
        symbols: [],
        paths: [path, ...partners],
        why: `${together} of ${all} commits that changed ${path} changed ${partner}`,
      });
    }
  }
  return null;
}
