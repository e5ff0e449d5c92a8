// Errors that are swallowed: an existing handler is emptied, an error that is returned is dropped, a call is wrapped.

import { shuffled } from "../../../support/random.ts";
import { isOwnCode, type LanguageName, languageOf } from "../languages.ts";
import { type Fault, fault, linesOf, type Scene, withLines } from "../scene.ts";

interface Edit {
  readonly form: string;
  /** Indexes of the lines replaced, the last one included. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

const BRACED: readonly LanguageName[] = ["javascript", "typescript", "java", "csharp", "php"];
const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";

/** The first line from `at` on that is not indented further than `indent` and not empty. */
function dedentAt(lines: readonly string[], at: number, indent: string): number {
  let end = at;
  while (
    end < lines.length &&
    ((lines[end] ?? "").trim() === "" || indentOf(lines[end] ?? "").length > indent.length)
  ) {
    end += 1;
  }
  return end;
}

const isComment = (line: string): boolean => /^\s*(\/\/|#|\*|\/\*)/.test(line);
/** Whether a handler does something about the error: one that answers a default swallows it already. */
const acts = (body: readonly string[]): boolean =>
  body.some(
    (line) =>
      !isComment(line) &&
      /\b(raise|throw|panic|fail|err|error|e|ex|exception|exit)\b|log|warn|reject|abort|print|exception|\w\(.+\)/i.test(
        line,
      ),
  );

function emptied(lines: readonly string[], at: number, language: LanguageName, isLogged: boolean): Edit | null {
  const line = lines[at] ?? "";
  const indent = indentOf(line);
  const head = BRACED.includes(language)
    ? /(^|\}) ?catch\b.*\{?$/
    : language === "python"
      ? /^\s*except\b.*:$/
      : language === "ruby"
        ? /^\s*rescue\b/
        : language === "go"
          ? /^\s*if err != nil \{$/
          : /(?!)/;
  if (!head.test(language === "go" || language === "python" || language === "ruby" ? line : line.trim())) {
    return null;
  }
  const opened = BRACED.includes(language) && !line.trimEnd().endsWith("{") ? at + 2 : at + 1;
  if (opened === at + 2 && (lines[at + 1] ?? "").trim() !== "{") {
    return null;
  }
  const end = dedentAt(lines, opened, indent);
  const body = lines.slice(opened, end);
  if (end <= opened || !acts(body)) {
    return null;
  }
  const inner = indentOf(body[0] ?? "");
  const filler =
    language === "python"
      ? [`${inner}pass`]
      : isLogged && language !== "ruby"
        ? [`${inner}// ignore`]
        : language === "ruby"
          ? [`${inner}nil`]
          : [];
  return {
    form: isLogged && filler[0]?.includes("//") === true ? "handler-only-comments" : "handler-emptied",
    from: opened,
    to: end - 1,
    lines: filler,
  };
}

/** `if err := call(); err != nil {`: the call stays, its error is dropped. */
function dropped(lines: readonly string[], at: number, language: LanguageName): Edit | null {
  const line = lines[at] ?? "";
  const indent = indentOf(line);
  if (language === "go") {
    const call = /^\s*if err :?= (.+\)); err != nil \{$/.exec(line)?.[1];
    const end = dedentAt(lines, at + 1, indent);
    return call === undefined || (lines[end] ?? "").trim() !== "}"
      ? null
      : { form: "error-dropped", from: at, to: end, lines: [`${indent}_ = ${call}`] };
  }
  if (["javascript", "typescript"].includes(language)) {
    const call = /^\s*await ([\w$.]+\(.*\));?$/.exec(line)?.[1];
    const end = line.trimEnd().endsWith(";") ? ";" : "";
    return call === undefined
      ? null
      : { form: "promise-caught", from: at, to: at, lines: [`${indent}await ${call}.catch(() => {})${end}`] };
  }
  if (language === "rust") {
    const call = /^\s*([\w.:]+\(.*\))\?;$/.exec(line)?.[1];
    const isStatement = /[;{}]$|^$|^\/\//.test((lines[at - 1] ?? "").trim());
    return call === undefined || !isStatement
      ? null
      : { form: "error-dropped", from: at, to: at, lines: [`${indent}let _ = ${call};`] };
  }
  return null;
}

/** A statement that is one call in one line, of a body. */
function wrapped(lines: readonly string[], at: number, language: LanguageName): Edit | null {
  const line = lines[at] ?? "";
  const indent = indentOf(line);
  const isStatement = /[;{}:]$/.test((lines[at - 1] ?? "").trim());
  const call =
    /^\s+(await )?[\w$.>()-]+\(.*\);$/.test(line) &&
    !/^\s*(return|super|this|throw|new|yield|if|for|while)\b\(?/.test(line);
  const inner = indent.includes("\t")
    ? `${indent}\t`
    : `${indent}${language === "ruby" || ["javascript", "typescript"].includes(language) ? "  " : "    "}`;
  const moved = `${inner}${line.trim()}`;
  if (BRACED.includes(language) && isStatement && call) {
    const caught = {
      javascript: "catch {",
      typescript: "catch {",
      java: "catch (Exception e) {",
      csharp: "catch {",
      php: "catch (\\Throwable $e) {",
    };
    const head = (caught as Partial<Record<LanguageName, string>>)[language] ?? "";
    return {
      form: "call-wrapped",
      from: at,
      to: at,
      lines: [`${indent}try {`, moved, `${indent}} ${head}`, `${indent}}`],
    };
  }
  if (
    language === "python" &&
    /^\s+(?!return|raise|yield|if|for|super|assert|print)[\w.]+\(.*\)$/.test(line) &&
    /[:)]$/.test((lines[at - 1] ?? "").trim())
  ) {
    return {
      form: "call-wrapped",
      from: at,
      to: at,
      lines: [`${indent}try:`, moved, `${indent}except Exception:`, `${inner}pass`],
    };
  }
  if (
    language === "ruby" &&
    /^\s+(?!return|raise|yield|super|require|private|include|attr)[\w.@]+\(.*\)$/.test(line) &&
    !/[,(\\&|.]$/.test((lines[at - 1] ?? "").trim())
  ) {
    return {
      form: "call-wrapped",
      from: at,
      to: at,
      lines: [`${indent}begin`, moved, `${indent}rescue StandardError`, `${inner}nil`, `${indent}end`],
    };
  }
  return null;
}

export function plantSwallowedError(scene: Scene): Fault | null {
  const bodies = scene.functions.filter(({ path }) => isOwnCode(path));
  const isWrapping = scene.random() < 0.25;
  const candidates: { path: string; edit: Edit; name: string }[] = [];
  for (const { path, name, bodyFrom, bodyTo, language } of bodies) {
    const lines = linesOf(scene, path);
    for (let at = bodyFrom; at <= bodyTo; at += 1) {
      const edit = isWrapping
        ? wrapped(lines, at, language.name)
        : (emptied(lines, at, language.name, scene.random() < 0.4) ?? dropped(lines, at, language.name));
      if (edit !== null && edit.to <= bodyTo) {
        candidates.push({ path, edit, name });
      }
    }
  }
  const touched = candidates.filter(({ path }) => scene.isTouched(path));
  const [chosen] = shuffled(touched.length > 0 ? touched : candidates, scene.random);
  if (chosen === undefined) {
    return null;
  }
  const { path, edit, name } = chosen;
  const text = scene.files.get(path) ?? "";
  const was = linesOf(scene, path).slice(edit.from, edit.to + 1);
  return fault({
    form: edit.form,
    language: languageOf(path)?.name ?? "other",
    edits: new Map([[path, withLines(text, edit.from, edit.to, edit.lines)]]),
    symbols: [name],
    why: `was ${was.map((line) => line.trim()).join(" ")}`,
  });
}
