// The questions that `ask` is judged by, and when an answer to one is right. Knows no repository and no router.
//
// A file of questions is a table, tabs between its columns: repository, question, tools, subject. `tools` are alternatives with
// `|` between them, tools that are needed together with `+`; `none` among them: low confidence, or nothing but a search, is right.
// `subject` is the symbol (`path#Class.method`, `Class.method` or a name), the path or the text that the tool must be asked
// about; `-`: nothing in particular.
import { readFileSync } from "node:fs";
import { packagePath } from "../../../../../src/system/package-root.ts";

export interface Question {
  readonly repository: string;
  readonly question: string;
  /** One of these lists is needed, with all of its tools. */
  readonly tools: readonly (readonly string[])[];
  /** No tool need answer it: low confidence, or nothing but a search, is right too. */
  readonly mayBeNone: boolean;
  /** Null: nothing in particular. */
  readonly subject: string | null;
}

/** The fields of an answer of `ask` that are judged. */
export interface AskAnswer {
  readonly confidence: "high" | "medium" | "low";
  readonly evidence: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
}

const NONE = "none";
export const OPEN = packagePath("test/benchmarks/truth/judges/ask/open.tsv");
/** What of these is answered wrong is never shown. */
export const KEPT_ASIDE = packagePath("test/benchmarks/truth/judges/ask/kept-aside.tsv");

export function readQuestions(file: string): readonly Question[] {
  const [, ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  return rows.map((row) => {
    const [repository = "", question = "", tools = "", subject = ""] = row.split("\t");
    const alternatives = tools.split("|");
    return {
      repository,
      question,
      tools: alternatives.filter((one) => one !== NONE).map((together) => together.split("+")),
      mayBeNone: alternatives.includes(NONE),
      subject: subject === "-" ? null : subject,
    };
  });
}

const dotted = (name: string): string => name.replaceAll(/::|->|#/g, ".");
const endsWithName = (name: string, end: string): boolean => name === end || name.endsWith(`.${end}`);
const lastName = (name: string): string => name.split(".").at(-1) ?? name;

/** What an input may have around the text that was asked for: a wildcard, an expression. */
const AROUND_MAX = 12;
/** Tools that are asked with a text, not with the name of one thing. */
const SEARCHES = new Set(["search_text", "search_ast", "search_symbols", "search_files"]);

/** `given`: one value of the input of `tool`. */
function isAbout(subject: string, given: string, tool: string): boolean {
  const value = given.replace(/\/?(?:\*\*)?$/, "");
  if (value === subject || value.endsWith(`/${subject}`)) {
    return true;
  }
  if (SEARCHES.has(tool) && value.includes(subject) && value.length <= subject.length + AROUND_MAX) {
    return true;
  }
  const [path = "", name = ""] = subject.includes("#") && subject.includes("/") ? subject.split("#") : ["", subject];
  const isAddress = /[./][^#]*#/.test(value);
  if (isAddress) {
    const [at = "", symbol = ""] = value.split("#");
    return (path === "" || path === at) && endsWithName(dotted(symbol), dotted(name));
  }
  const written = dotted(value);
  // A search for the last name finds it among others; every other tool must be told which one.
  return endsWithName(written, dotted(name)) || (tool === "search_symbols" && written === lastName(dotted(name)));
}

const strings = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.flatMap(strings) : [];

export type Verdict = "right" | "other tool" | "other subject";

export function judgeAnswer(question: Question, { confidence, evidence }: AskAnswer): Verdict {
  const { tools, subject, mayBeNone } = question;
  if (mayBeNone && (confidence === "low" || evidence.every(({ tool }) => tool === "search_codebase"))) {
    return "right";
  }
  const asked = (tool: string): boolean => evidence.some((one) => one.tool === tool);
  const askedRight = (tool: string): boolean =>
    evidence.some(
      (one) =>
        one.tool === tool &&
        (subject === null ||
          Object.values(one.input)
            .flatMap(strings)
            .some((value) => isAbout(subject, value, tool))),
    );
  return tools.some((together) => together.every(askedRight))
    ? "right"
    : tools.some((together) => together.every(asked))
      ? "other subject"
      : "other tool";
}
