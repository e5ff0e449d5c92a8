// A function that takes other arguments than before, while calls of it still pass the old ones.
import { survivorsOf } from "../../intelligence/changes/surviving-lines.ts";
import { type SymbolTarget, targetAt } from "../../intelligence/changes/symbol-target.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { type ListText, listAt, openingAfter } from "../../languages/argument-lists.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { atOnce } from "../../system/slices.ts";
import { renderCount } from "../../vocabulary/amounts.ts";
import { type SourceText, sourceText, startOf } from "../../vocabulary/source-text.ts";
import { areReordered, misfitOf, type Parameters } from "../call-fits.ts";
import { calledFunction, parametersAt, parametersOn, wholeWord } from "../called-function.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isOnOwnersName } from "../named-receiver.ts";
import { isTest } from "../test-coverage.ts";

/** Calls shown of those that do not fit. */
const EVIDENCE_MAX = 5;

export const changedSignature: Rule = {
  id: "changed-signature",
  title: "Parameters changed, calls not updated",
  type: "breaking",
  severity: "high",
  needs: ["edges"],
  doc: `A function, method or constructor whose parameters the change alters, while a call that means it passed what it took before and
does not pass what it takes now: an argument is missing, there is one too many, or it is passed under a name that no parameter has. A call
means it where its receiver is known, or is called as what has the function (\`layer.handle()\` of \`Layer.prototype.handle\`). Parameters that changed places count, too, where an unchanged call passes all of them by position.

Parameters and arguments are compared as they are written. A parameter with a default breaks no call; a call that spreads a list, or
whose text cannot be counted, is not reported, nor is one that fits another overload or declaration, or that the change itself adds to a test. Where a function may be called
with fewer arguments, a new parameter whose absence the body tests counts as optional, and the severity is \`medium\`.

**Remedy**: update the calls that are listed, or give the new parameter a default.`,
  check,
};

interface SignatureChange {
  readonly file: ReviewedFile;
  readonly before: SymbolPrint;
  readonly after: SymbolPrint;
  readonly form: CallForm;
  readonly old: Parameters;
  readonly now: Parameters;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  let left = 0;
  for (const change of scene.files.flatMap(changesOf)) {
    await scene.pause();
    const finding = scene.isOver() ? "late" : await findingOf(scene, change);
    if (finding === "late") {
      left += 1;
    } else if (finding !== null) {
      findings.push(finding);
    }
  }
  const notChecked = left === 0 ? [] : [`calls of ${renderCount(left, "changed function")}: not looked for in time`];
  return { kind: "checked", findings, notChecked };
}

function changesOf(file: ReviewedFile): SignatureChange[] {
  const form = languageById(file.language ?? "")?.calls;
  if (form === undefined || file.before === null || file.after === null) {
    return [];
  }
  const [before, after] = [sourceText(file.before, 1), sourceText(file.after, 1)];
  return file.symbols.changed.flatMap((one): SignatureChange[] => {
    const old = one.kind === "body" ? null : parametersOn(before, one.before.nameLine, one.before.name, form);
    const now = old === null ? null : parametersOn(after, one.after.nameLine, one.after.name, form);
    const isAlike = JSON.stringify(old) === JSON.stringify(now);
    return old === null || now === null || isAlike ? [] : [{ ...one, file, form, old, now }];
  });
}

/** A call that does not fit. */
interface StaleCall {
  readonly path: string;
  readonly line: number;
  readonly why: string;
}

async function findingOf(scene: ReviewScene, change: SignatureChange): Promise<RuleFinding | "late" | null> {
  const { file, after, form } = change;
  const target = targetAt(scene.project.now, file.path, after);
  const called = target === null ? null : inTime(() => calledFunction(scene.project.now, target));
  if (target === null || called === null || called.value === null) {
    return target !== null && called === null ? "late" : null;
  }
  const { target: wanted, places } = called.value;
  const alternatives = await parametersAt(scene.project.now, places, form, scene.text);
  const found = alternatives === null ? null : inTime(() => atOnce(findReferences(scene.project.now, wanted)));
  if (alternatives === null || found === null) {
    return alternatives === null ? null : "late";
  }
  const handled = form.fewerFit === true ? alternatives.map((one) => withTested(one, change)) : alternatives;
  const stale: StaleCall[] = [];
  for (const reference of found.value.references.filter(isCall)) {
    const isMeant = reference.certainty !== "heuristic" || (await isOnOwner(scene, after, reference));
    if (!isMeant) {
      continue;
    }
    stale.push(...(await staleCalls(scene, change, handled, wanted.name, reference)));
  }
  return stale.length === 0 ? null : describe(scene, change, target, stale);
}

const isCall = ({ role }: Reference): boolean => role === "call" || role === "new";

async function isOnOwner(scene: ReviewScene, symbol: SymbolPrint, { path, line }: Reference): Promise<boolean> {
  const text = (await scene.evidence(path, line, "after"))?.text ?? "";
  return isOnOwnersName(scene, path, text, symbol);
}

/** New parameters whose absence the body tests are optional. */
function withTested({ all, ...rest }: Parameters, { file, after, old }: SignatureChange): Parameters {
  const known = new Set(old.all.map(({ name }) => name));
  const source = sourceText(file.after ?? "", 1);
  const body = source.text.slice(startOf(source, after.startLine), startOf(source, after.endLine + 1));
  const isTested = (name: string): boolean => {
    const word = name.replaceAll("$", "\\$");
    // What is spread into an object, or given to Object.assign, may be absent as well.
    const spread = new RegExp(`\\.{3}${word}(?![\\w$])|Object\\.assign\\([^()]*,\\s*${word}\\s*[,)]`);
    if (spread.test(body)) {
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

async function staleCalls(
  scene: ReviewScene,
  { form, old, now }: SignatureChange,
  alternatives: readonly Parameters[],
  name: string,
  { path, line }: Reference,
): Promise<StaleCall[]> {
  const text = await scene.text(path, "after");
  if (text === null) {
    return [];
  }
  const source = sourceText(text, 1);
  const calls = callsOn(source, line, name, form);
  const whys = calls.map(({ entries, endLine }) => {
    // A test that is written with the change may call it wrongly on purpose.
    const isMeant = isTest(path) && !isUntouched(scene, path, line, endLine);
    if (entries === null || isMeant || misfitOf(old, entries, form) !== null) {
      return null;
    }
    const misfits = alternatives.map((one) => misfitOf(one, entries, form));
    const isPositional = entries.length === now.all.length && !entries.some((one) => form.namedArgument?.test(one));
    const isSwapped = isPositional && alternatives.length === 1 && areReordered(old, now);
    return misfits.every((one) => one !== null)
      ? (misfits[0] ?? null)
      : isSwapped && isUntouched(scene, path, line, endLine)
        ? "passes them in the old order"
        : null;
  });
  // Of several calls on one line it is not known which one the reference is.
  const [why] = whys;
  return why === null || why === undefined || whys.includes(null) ? [] : [{ path, line, why }];
}

interface Call {
  /** Null where the arguments cannot be counted. */
  readonly entries: ListText["entries"] | null;
  /** 1-based. */
  readonly endLine: number;
}

function callsOn(source: SourceText, line: number, name: string, form: CallForm): Call[] {
  const { text } = source;
  const from = startOf(source, line);
  const names = [...text.slice(from, startOf(source, line + 1)).matchAll(wholeWord(name))];
  return names.flatMap(({ index }): Call[] => {
    const open = openingAfter(text, from + index + name.length);
    const list = open < 0 ? null : listAt(text, open, form);
    const hasBlock = list !== null && form.blockIsArgument === true && /^\s*\{/.test(text.slice(list.end));
    const endLine = line + breaksIn(text.slice(from, list?.end ?? from));
    return open < 0 ? [] : [{ entries: hasBlock ? null : (list?.entries ?? null), endLine }];
  });
}

const breaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

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

async function describe(
  scene: ReviewScene,
  { file, before, after, form }: SignatureChange,
  { definition }: SymbolTarget,
  stale: readonly StaleCall[],
): Promise<RuleFinding> {
  const shown = await Promise.all(
    stale.slice(0, EVIDENCE_MAX).map(({ path, line }) => scene.evidence(path, line, "after")),
  );
  const evidence: (EvidenceLine | null)[] = [
    await scene.evidence(file.from ?? file.path, before.nameLine, "before"),
    await scene.evidence(file.path, after.nameLine, "after"),
    ...shown,
  ];
  const files = new Set(stale.map(({ path }) => path)).size;
  const [first] = stale;
  const calls = `${renderCount(stale.length, "call")} in ${renderCount(files, "file")}`;
  const where = first === undefined ? "" : `: ${first.path}:${first.line} ${first.why}`;
  return {
    severity: form.fewerFit === true ? "medium" : "high",
    message: `${after.kind} ${definition.path} has other parameters, but ${calls} ${stale.length === 1 ? "does" : "do"} not fit them${where}`,
    path: file.path,
    line: after.nameLine,
    symbol: after.path,
    evidence: evidence.filter((line) => line !== null),
  };
}
