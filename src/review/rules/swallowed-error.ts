// Errors that the change catches, or gets as a value, and does nothing with.
import type { ErrorUseAt, Handler } from "../../languages/inspection/read-handlers.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { editsOf, isAnyIn, type JudgedFile, judgedFiles, symbolAfter, symbolBefore } from "./changed-places.ts";
import { handlersBefore, type Inspected, unchangedLines, wasUnguarded } from "./handler-pairs.ts";

/** Lines of a handler that are shown. */
const EVIDENCE_MAX = 4;

export const swallowedError: Rule = {
  id: "swallowed-error",
  title: "Swallowed error",
  type: "errors",
  severity: "low",
  needs: [],
  doc: `Code that the change adds or alters so that an error is lost. Whoever runs the program then sees a wrong result and not the cause. Three forms are found:

- an error is caught and nothing is done with it: an empty \`catch\`, \`except: pass\`, \`.catch(() => {})\`, \`if err != nil {}\`;
- an error is caught and a constant replaces the result: \`except Exception: return 0\`;
- an error that was checked before the change is dropped: \`value, _ := load()\`, \`let _ = load();\`, \`err := load()\` without the \`if\` that followed it.

The severity is never more than **low**: whether an error matters is not in the code.

A constant counts as a default, and is not reported, if the code only converts or looks up a value (\`int(text)\`, \`JSON.parse(text)\`, an import), if the
function's name asks a question or names the default (\`isOpen\`, \`try_load\`, \`valueOrNull\`), or if new code catches particular errors. A value that was
passed in (\`return default\`) is not a constant.

Not reported: handlers and dropped values with a comment that says why; errors that are part of the normal course (\`FileNotFoundError\`, \`KeyError\`,
\`InterruptedException\`, \`CancellationError\` …) if nothing else is caught; code that was in the project before, in this place or another; tests, fixtures,
generated and vendored files.

**Remedy**: handle the error, pass it on, catch only what is expected, or say in a comment why it does not matter.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const notChecked: string[] = [];
  const inspected: Inspected[] = [];
  for (const file of judgedFiles(scene.files)) {
    await scene.pause();
    const read = scene.isOver() ? "not inspected in time" : await inspect(scene, file);
    if (typeof read === "string") {
      notChecked.push(`${file.path}: ${read}`);
    } else if (read !== null) {
      inspected.push(read);
    }
  }
  const known = inspected.flatMap(({ file, before }) =>
    before.handlers
      .filter((handler) => dropsError(handler) && isAnyIn(editsOf(file).removed, handler.startLine, handler.endLine))
      .map((handler): KnownHandler => ({ file, handler, isTaken: false })),
  );
  const findings = inspected.flatMap((one) => [...swallowed(one, known), ...dropped(one)]);
  return { kind: "checked", findings, notChecked };
}

/** Null where nothing is known of how the language catches errors; otherwise a sentence that says why it was not inspected. */
async function inspect(scene: ReviewScene, file: JudgedFile): Promise<Inspected | string | null> {
  const after = await scene.inspect(file.path, file.after);
  const before = file.before === null ? null : await scene.inspect(file.from ?? file.path, file.before);
  if ("unread" in after) {
    return after.unread;
  }
  if (before !== null && "unread" in before) {
    return `before the change: ${before.unread}`;
  }
  return after.errors === null
    ? null
    : { file, after: after.errors, before: before?.errors ?? { handlers: [], uses: [] } };
}

/** Whether nobody learns of the error. */
const dropsError = ({ does, isBroad }: Handler): boolean =>
  does === "nothing" || does === "falls back" || (does === "leaves" && isBroad);

/** The same, where no comment says why. */
const isSwallowing = (handler: Handler): boolean =>
  handler.comment !== "full" && dropsError(handler) && (handler.does !== "leaves" || handler.comment === "none");

/** A handler that dropped errors before the change, explained or not, and whose lines the change removes or alters. */
interface KnownHandler {
  readonly file: ReviewedFile;
  readonly handler: Handler;
  /** Found again after the change. */
  isTaken: boolean;
}

function swallowed(one: Inspected, known: readonly KnownHandler[]): RuleFinding[] {
  const { file, before, after } = one;
  const { added, removed } = editsOf(file);
  const paired = handlersBefore(one);
  const taken = new Set(paired.values());
  const emptied = before.handlers.filter(
    (old) => old.does === "something" && !taken.has(old) && isAnyIn(removed, old.startLine, old.endLine),
  );
  return after.handlers.flatMap((handler) => {
    const { startLine, endLine } = handler;
    const old = paired.get(handler);
    const isNew = old === undefined ? isAnyIn(added, startLine, endLine) : old.does === "something";
    if (!isSwallowing(handler) || !isNew || stoodBefore(file, handler, known)) {
      return [];
    }
    const symbol = symbolAfter(file, startLine)?.path ?? null;
    const replaced = emptied.find(
      (gone) =>
        (gone.caught === handler.caught || handler.isBroad) &&
        (symbolBefore(file, gone.startLine)?.path ?? null) === symbol,
    );
    const isReplaced = replaced !== undefined && countIn(one, symbol, "after") < countIn(one, symbol, "before");
    const was = old ?? (isReplaced ? replaced : null);
    const isUnguarded = was === null && wasUnguarded(one, handler);
    return was === null && isAnswer(handler, symbol, isUnguarded)
      ? []
      : [findingOf(file, handler, symbol, was, isUnguarded)];
  });
}

/** Handlers of a symbol that do something. */
const countIn = ({ file, ...states }: Inspected, symbol: string | null, side: "before" | "after"): number =>
  states[side].handlers.filter(
    ({ does, startLine }) =>
      does === "something" &&
      ((side === "before" ? symbolBefore : symbolAfter)(file, startLine)?.path ?? null) === symbol,
  ).length;

/** Whether the same handler was in the change's files before, and is only moved or indented. */
function stoodBefore(file: ReviewedFile, handler: Handler, known: readonly KnownHandler[]): boolean {
  const symbol = symbolAfter(file, handler.startLine)?.path;
  const same = known.find(
    (one) =>
      !one.isTaken &&
      (one.handler.statement === handler.statement ||
        (one.file === file &&
          (one.handler.text === handler.text || isSameTry(one.handler, handler)) &&
          symbolBefore(file, one.handler.startLine)?.path === symbol)),
  );
  if (same !== undefined) {
    same.isTaken = true;
  }
  return same !== undefined;
}

/** Whether both guard the same statements: the variable of the error, or a comment beside it, may have gone. */
const isSameTry = ({ guarded: before }: Handler, { guarded }: Handler): boolean =>
  guarded.length > 0 && guarded.length === before.length && guarded.every((line, at) => line === before[at]);

/** Whether new code answers the error so, as part of its normal course. `isUnguarded`: before the change, the errors of this code were passed on. */
function isAnswer(handler: Handler, symbol: string | null, isUnguarded: boolean): boolean {
  const { does, isExpected, isBroad, tried, guarded } = handler;
  const isDefault = does !== "nothing" && (tried === "converts" || tried === "cleanup" || isQuestion(symbol));
  const isParticular = does === "falls back" && !isBroad && !isUnguarded;
  return isExpected || isDefault || isParticular || (does === "falls back" && guarded.length === 0);
}

/** Names of functions whose answer to an error is the constant: `isOpen`, `try_parse`, `valueOrNull`. */
const QUESTION =
  /(?:^|[.#:])_*(?:[iI]s|[hH]as|[hH]ave|[cC]an|[cC]ould|[sS]hould|[mM]ay|[wW]as|[aA]re|[sS]upports?|[eE]xists?|[cC]ontains?|[tT]ry|[mM]aybe|[sS]afe(?:ly)?|[cC]heck|[pP]robe|[dD]etect|[pP]ing|[tT]est)(?=[A-Z_\d]|$)[\w$]*$|\?$|[oO]r_?(?:[nN]one|[nN]ull|[nN]il|[dD]efault|[uU]ndefined|[eE]mpty)$|(?:[eE]xists?|[sS]afe(?:ly)?)$/;

const isQuestion = (symbol: string | null): boolean => symbol !== null && QUESTION.test(symbol);

const DONE: Readonly<Record<Handler["does"], string>> = {
  nothing: "nothing is done with it",
  leaves: "left behind without a look at it",
  "falls back": "a constant takes the place of the result",
  something: "",
};

function findingOf(
  file: JudgedFile,
  handler: Handler,
  symbol: string | null,
  before: Handler | null,
  isUnguarded: boolean,
): RuleFinding {
  const { startLine, caught, does, isBroad } = handler;
  const what =
    caught === "" ? "every error is caught" : isBroad ? `every error (${caught}) is caught` : `${caught} is caught`;
  const was =
    before !== null ? "; the change empties the handler" : isUnguarded ? "; before the change it was passed on" : "";
  return {
    severity: "low",
    message: `${what} and ${DONE[does]}${was}`,
    path: file.path,
    line: startLine,
    symbol,
    evidence: [...(before === null ? [] : linesOf(file, before, "before")), ...linesOf(file, handler, "after")],
  };
}

function linesOf(
  file: JudgedFile,
  { startLine, endLine }: Pick<Handler, "startLine" | "endLine">,
  side: "before" | "after",
): EvidenceLine[] {
  const path = side === "before" ? (file.from ?? file.path) : file.path;
  const lines = (file[side] ?? "").split(/\r?\n/).slice(startLine - 1, Math.min(endLine, startLine - 1 + EVIDENCE_MAX));
  return lines
    .map((text, at) => ({ path, line: startLine + at, text: text.trim(), side }))
    .filter(({ text }) => text !== "");
}

/** Calls whose error was looked at before the change, and is dropped now. */
function dropped({ file, before, after }: Inspected): RuleFinding[] {
  const { added, removed } = editsOf(file);
  const unchanged = unchangedLines(file);
  return after.uses.flatMap((use) => {
    const symbol = symbolAfter(file, use.line)?.path ?? null;
    if (!use.isDropped || use.isExplained) {
      return [];
    }
    const same = (one: ErrorUseAt): boolean => one.callee === use.callee && !one.isDropped;
    const old = before.uses.filter((one) => same(one) && (symbolBefore(file, one.line)?.path ?? null) === symbol);
    const now = after.uses.filter((one) => same(one) && (symbolAfter(file, one.line)?.path ?? null) === symbol);
    // The call itself may stay as it was, where the change removes the look at its error.
    const was = old.find(({ line }) => (added.has(use.line) ? removed.has(line) : line === unchanged.get(use.line)));
    if (was === undefined || now.length >= old.length) {
      return [];
    }
    const gone = added.has(use.line)
      ? undefined
      : [...removed].filter((line) => line > was.line).sort((a, b) => a - b)[0];
    const evidence = [was.line, gone ?? was.line].flatMap((line, at, all) =>
      all.indexOf(line) === at ? linesOf(file, { startLine: line, endLine: line }, "before") : [],
    );
    evidence.push(...linesOf(file, { startLine: use.line, endLine: use.line }, "after"));
    const message = `the error of ${use.callee} was looked at before the change, and is dropped now`;
    return [
      {
        severity: "low" as const,
        message,
        path: file.path,
        line: use.line,
        symbol,
        evidence,
      },
    ];
  });
}
