// Calls that pass what a function took before the change, and that do not fit what it takes now.

import { areReordered, mayPassMore, misfitOf, type Parameters, shiftOf } from "../../change/calls/call-fits.ts";
import { survivorsOf } from "../../change/state/surviving-lines.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { type ListText, listAt, openingAfter } from "../../languages/argument-lists.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
import { isTestFile } from "../../languages/file-role.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { countLineEnds, type SourceText, sourceText, startOf } from "../../vocabulary/text.ts";
import type { ReviewedFile, ReviewScene } from "../contract.ts";

/** A symbol as the text or its facts know it. */
export type Declared = Pick<SymbolPrint, "name" | "path" | "nameLine" | "startLine" | "endLine"> & {
  readonly kind: string;
};

/** A function with other parameters than before. */
export interface SignatureChange {
  readonly file: ReviewedFile;
  readonly before: Declared;
  readonly after: Declared;
  readonly form: CallForm;
  readonly old: Parameters;
  readonly now: Parameters;
}

/** A call that does not fit. */
export interface StaleCall {
  readonly path: string;
  readonly line: number;
  readonly why: string;
  /** What it passes. */
  readonly entries: readonly string[];
  /** Whether it may be meant so, since it fits by its count. */
  readonly mayBeMeant: boolean;
}

/** Whether each argument stands for one parameter by its place. */
const areByPlace = (args: readonly string[], form: CallForm): boolean =>
  !mayPassMore(args, form) && !args.some((one) => form.namedArgument?.test(one) === true);

/** Whether the function asks for all arguments that there are, beside its parameters. */
const readsAll = ({ file, after, form }: SignatureChange): boolean => form.readsAll?.test(textOf(file, after)) === true;

function textOf({ after: text }: ReviewedFile, { startLine, endLine }: Declared): string {
  const source = sourceText(text ?? "", 1);
  return source.text.slice(startOf(source, startLine), startOf(source, endLine + 1));
}

/** New parameters whose absence the body tests are optional. */
export function withTested({ all, ...rest }: Parameters, change: SignatureChange): Parameters {
  const { file, after, old, form } = change;
  const known = new Set(old.all.map(({ name }) => name));
  const body = textOf(file, after);
  const assigned = new Set(
    (form.takesAbsent === undefined ? [] : [...body.matchAll(form.takesAbsent)]).flatMap(({ index, 0: callee }) =>
      (listAt(body, index + callee.length, form)?.entries ?? []).slice(1),
    ),
  );
  const isTested = (name: string): boolean => {
    const word = name.replaceAll("$", "\\$");
    // What is spread into an object, or given to what takes that, may be absent as well.
    if (new RegExp(`\\.{3}${word}(?![\\w$])`).test(body) || assigned.has(name)) {
      return true;
    }
    return new RegExp(
      `(?:!|typeof\\s+|if\\s*\\(|&&\\s*|\\|\\|\\s*)${word}(?![\\w$])|(?<![\\w$.])${word}\\s*(?:\\?|\\|\\||&&|[!=]=|instanceof|=[^=>])`,
    ).test(body);
  };
  return {
    ...rest,
    all: all.map((one) => ({
      ...one,
      isOptional: one.isOptional || (one.name !== null && !known.has(one.name) && isTested(one.name)),
    })),
  };
}

/**
 * The first call on the line, whose callee (with the flag `g`) stands before its arguments, that does not fit; null if all fit, or where it is not known which call it is. `alternatives`: what
 * the function takes now, by each of its declarations. `isOnlyOne`: nothing else is called by that name on the line.
 */
export async function staleCall(
  scene: ReviewScene,
  change: SignatureChange,
  alternatives: readonly Parameters[],
  callee: RegExp,
  { path, line, isOnlyOne }: Pick<Reference, "path" | "line"> & { readonly isOnlyOne: boolean },
): Promise<StaleCall | null> {
  const { form, old, now } = change;
  const text = await scene.text(path, "after");
  if (text === null) {
    return null;
  }
  const isShortened = form.moreFit === true && now.all.length < old.all.length && !readsAll(change);
  const misfit = (entries: readonly string[], why: string, mayBeMeant: boolean): StaleCall => ({
    path,
    line,
    entries,
    why,
    mayBeMeant,
  });
  const source = sourceText(text, 1);
  const shift = alternatives.length === 1 ? shiftOf(old, now) : null;
  const misfits = callsOn(source, line, callee, form).map(({ entries, endLine }): StaleCall | null => {
    const isKept = isUntouched(scene, path, line, endLine);
    // A test that is written with the change may call it wrongly on purpose.
    if (
      entries === null ||
      (isTestFile(path) && (!isKept || isToFail(source, line))) ||
      misfitOf(old, entries, form) !== null
    ) {
      return null;
    }
    const whys = alternatives.map((one) => misfitOf(one, entries, form));
    if (whys.every((why) => why !== null)) {
      return misfit(entries, misfitOf(now, entries, form) ?? whys[0] ?? "", false);
    }
    if (!isKept || alternatives.length > 1 || !areByPlace(entries, form)) {
      return null;
    }
    const isSwapped = entries.length === now.all.length && areReordered(old, now);
    const tooMany = isShortened ? misfitOf(now, entries, { ...form, moreFit: false }) : null;
    return isSwapped
      ? misfit(entries, "passes them in the old order", false)
      : shift !== null && entries.length > shift.from
        ? misfit(entries, `passes another argument for \`${shift.name}\``, !shift.isSure)
        : tooMany === null
          ? null
          : misfit(entries, tooMany, true);
  });
  // Where the name may mean something else as well, it is not known which of several calls on one line is meant.
  return !isOnlyOne && misfits.includes(null) ? null : (misfits.find((one) => one !== null) ?? null);
}

/** What a test says of the lines behind it that are to fail: `pytest.raises`, `assertThrows`, `expect(…).toThrow`, `raise_error`. */
const TO_FAIL =
  /\b(?:raises|assert_?raises\w*|assert_?throws\w*|expectException\w*|shouldThrow\w*|toThrow\w*|raise_error|throws|catch_unwind)\b|XCTAssertThrows/i;
/** The line of the call, and those above. */
const LINES_TO_FAIL = 2;

const isToFail = (source: SourceText, line: number): boolean =>
  TO_FAIL.test(source.text.slice(startOf(source, Math.max(1, line - LINES_TO_FAIL)), startOf(source, line + 1)));

interface Call {
  /** Null where the arguments cannot be counted. */
  readonly entries: ListText["entries"] | null;
  /** 1-based. */
  readonly endLine: number;
}

/** The offset behind what stands between a type and the arguments of its constructor; the same where nothing does. */
function behindNew(text: string, at: number, { constructorCall }: CallForm): number {
  if (constructorCall === undefined) {
    return at;
  }
  constructorCall.lastIndex = at;
  return at + (constructorCall.exec(text)?.[0].length ?? 0);
}

function openingOf(text: string, at: number, { takesBraces }: CallForm): number {
  const open = openingAfter(text, at);
  return open < 0 && takesBraces === true && text[at] === "{" ? at : open;
}

function callsOn(source: SourceText, line: number, callee: RegExp, form: CallForm): Call[] {
  const { text } = source;
  const from = startOf(source, line);
  const callees = [...text.slice(from, startOf(source, line + 1)).matchAll(callee)];
  return callees.flatMap(({ index, 0: name }): Call[] => {
    const open = openingOf(text, behindNew(text, from + index + name.length, form), form);
    const list = open < 0 ? null : listAt(text, open, form);
    const hasBlock = list !== null && form.blockIsArgument === true && /^\s*\{/.test(text.slice(list.end));
    const endLine = line + countLineEnds(text.slice(from, list?.end ?? from));
    return open < 0 ? [] : [{ entries: hasBlock ? null : (list?.entries ?? null), endLine }];
  });
}

/** Whether the change leaves all of these lines as they were. */
function isUntouched({ project }: ReviewScene, path: string, startLine: number, endLine: number): boolean {
  const pair = project.pairs.find(({ after }) => after?.path === path);
  const kept = pair === undefined ? null : new Set(survivorsOf(pair).values());
  for (let line = startLine; kept !== null && line <= endLine; line += 1) {
    if (!kept.has(line)) {
      return false;
    }
  }
  return true;
}
