// A function that takes other arguments than before, while calls of it still pass the old ones.
import { type AddedRequirement, findAddedRequirements } from "../../change/breaks/added-requirement.ts";
import { misfits } from "../../change/breaks/broken-uses.ts";
import { groupsAt, leadsTo } from "../../change/breaks/replaced.ts";
import { calledFunction, parametersAt, parametersOn, wholeWord } from "../../change/calls/called-function.ts";
import { type SymbolTarget, targetAt } from "../../change/read/symbol-target.ts";
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import type { Reference } from "../../intelligence/edges/reference-search.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf } from "../../linking/resolution.ts";
import { atOnce } from "../../system/slices.ts";
import { CALL_ROLES, type DefinitionFact, LOCAL } from "../../vocabulary/facts.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { sourceText, splitLines } from "../../vocabulary/text.ts";
import type { EvidenceLine, ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isDistinctName, isOnOwnersName } from "../named-receiver.ts";
import { doubtOfCall, notProven } from "../proof.ts";
import { unnamedConstructorCalls } from "../unnamed-constructor-calls.ts";
import { type Declared, type SignatureChange, type StaleCall, staleCall, withTested } from "./stale-calls.ts";

/** Calls shown of those that do not fit. */
const EVIDENCE_MAX = 5;

export const changedSignature: Rule = {
  id: "changed-signature",
  title: "Parameters changed, calls not updated",
  type: "breaking",
  severity: "high",
  needs: ["edges"],
  doc: `A function, method or constructor whose parameters the change alters, while a call of it fitted the old parameters and does not fit the new ones: an
argument is missing, there is one too many, or an argument has a name that no parameter has. These are reported, too:

- a method whose type no longer fits an interface where it is used as one, or that others override as it was;
- a member that an interface or an abstract class asks for since the change, and that a class below it lacks (low);
- parameters that changed places, while an unchanged call passes all of them by position;
- a new parameter before a last one that takes any number of arguments, so that each call still fits by its count.

Calls of a constructor count without its class's name, too: \`cls(…)\` and \`new(…)\` in the class, \`super(…)\` in a subclass, C#'s \`Store a = new("b")\`. So do
those of what a type's head declares: \`record Point(int x)\`, \`class Order(val id: String)\`.

A call counts if the type of its receiver is known, or if the receiver has the name of the function's owner (\`layer.handle()\` for \`Layer.prototype.handle\`).

- **high**: it is [proven](#what-is-proven) which function the call means.
- **low**: it is not; the language ignores what is missing or left over; the new parameter is right before the last one that takes any number; or calls
  are only matched by the function's name, which has several words and is unique in the project.

Parameters and arguments are compared as they are written. A parameter with a default breaks no call. Calls are not reported if they spread a list (but in Go, where it
stands for the last parameter alone), if their arguments cannot be counted, if they fit another overload or declaration, or if the change itself adds them to a test, or a test expects them to fail.

**Remedy**: update the calls that are listed, or give the new parameter a default.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  let left = 0;
  for (const change of scene.files.flatMap((file) => changesOf(scene, file))) {
    await scene.pause();
    const found = scene.isOver()
      ? (["late"] as const)
      : [await findingOf(scene, change), await misfitOf(scene, change)];
    left += found.includes("late") ? 1 : 0;
    findings.push(...found.filter((finding) => finding !== null && finding !== "late"));
  }
  for (const pair of scene.project.pairs) {
    await scene.pause();
    const added = inTime(() => atOnce(findAddedRequirements(scene.project, pair)));
    for (const one of added?.value ?? []) {
      findings.push(await findingOfAdded(scene, pair.after?.path ?? "", one));
    }
  }
  const notChecked = left === 0 ? [] : [`calls of ${renderCount(left, "changed function")}: not looked for in time`];
  return { kind: "checked", findings, notChecked };
}

function changesOf({ project }: ReviewScene, file: ReviewedFile): SignatureChange[] {
  const { calls: form, defaultsElsewhere } = languageById(file.language ?? "") ?? {};
  if (form === undefined || file.before === null || file.after === null) {
    return [];
  }
  const [before, after] = [sourceText(file.before, 1), sourceText(file.after, 1)];
  const lines = splitLines(file.after);
  const types = ({ lookup }: EdgeScene, path: string) =>
    form.fields === undefined ? [] : (lookup.facts(path)?.definitions ?? []).filter(({ kind }) => kind === "class");
  // A type whose fields alone differ is no changed symbol.
  const ofFields = types(project.now, file.path).flatMap((after) => {
    const before = types(project.base, file.from ?? file.path).find(({ path }) => path === after.path);
    return before === undefined ? [] : [{ before, after }];
  });
  const changed = file.symbols.changed.filter(({ kind }) => kind !== "body");
  return [...changed, ...ofFields].flatMap((one): SignatureChange[] => {
    // What calls have to pass is said by the declaration that has the defaults.
    if (defaultsElsewhere?.test(lines[one.after.nameLine - 1] ?? "") === true) {
      return [];
    }
    const old = parametersOn(before, one.before.nameLine, one.before.name, form);
    const now = old === null ? null : parametersOn(after, one.after.nameLine, one.after.name, form);
    const isAlike = JSON.stringify(old) === JSON.stringify(now);
    return old === null || now === null || isAlike
      ? []
      : [{ before: one.before, after: one.after, file, form, old, now }];
  });
}

interface JudgedCall extends StaleCall {
  /** Why it may fit, in words; null where it is proven not to. */
  readonly doubt: string | null;
}

async function findingOf(scene: ReviewScene, change: SignatureChange): Promise<RuleFinding | "late" | null> {
  const { file, after, form } = change;
  const target = targetAt(scene.project.now, file.path, after);
  const called = target === null ? null : inTime(() => calledFunction(scene.project.now, target));
  if (target === null || called === null || called.value === null) {
    return target !== null && called === null ? "late" : null;
  }
  const { target: wanted, places, makesInstances } = called.value;
  const alternatives = await parametersAt(scene.project.now, places, form, scene.text);
  const found = alternatives === null ? null : inTime(() => atOnce(findReferences(scene.project.now, wanted)));
  if (alternatives === null || found === null) {
    return alternatives === null ? null : "late";
  }
  const others = scene.project.now.lookup.facts(file.path)?.definitions.filter((one) => isRival(target, one)) ?? [];
  const rival = others[0] === undefined ? null : `\`${others[0].path}\` may be meant`;
  const handled = form.fewerFit === true ? alternatives.map((one) => withTested(one, change)) : alternatives;
  const stale: JudgedCall[] = [];
  for (const reference of found.value.references.filter(({ role }) => CALL_ROLES.has(role) || role === "decorate")) {
    const isMeant = reference.certainty !== "heuristic" || (await isOnOwner(scene, after, reference));
    if (!isMeant && !isDistinctName(after.name, file.language)) {
      continue;
    }
    const isOnlyOne = leadTo(scene.project.now, reference, wanted);
    const call = await staleCall(scene, change, handled, wholeWord(wanted.name), { ...reference, isOnlyOne });
    if (call !== null) {
      const unsure = call.mayBeMeant || form.fewerFit === true ? "the language allows it" : null;
      stale.push({ ...call, doubt: doubtOfCall(scene.project.now, wanted.name, reference) ?? unsure ?? rival });
    }
  }
  const unnamed = makesInstances
    ? await unnamedConstructorCalls(scene.project.now, wanted, found.value.references, form, scene.text)
    : [];
  for (const { callee, ...place } of unnamed) {
    const call = await staleCall(scene, change, handled, callee, { ...place, isOnlyOne: true });
    if (call !== null) {
      stale.push({ ...call, doubt: call.mayBeMeant || form.fewerFit === true ? "the language allows it" : null });
    }
  }
  const sure = stale.filter(({ doubt }) => doubt === null);
  const shown = sure.length > 0 ? sure : stale;
  return shown.length === 0 ? null : describe(scene, change, target, shown);
}

/** Whether all that is called by the name on the line is the symbol. */
function leadTo(now: EdgeScene, place: Pick<Reference, "path" | "line">, { name, places }: Target): boolean {
  const keys = new Set(places.map(keyOf));
  return groupsAt(now, place).every(
    (group) => group.name !== name || inTime(() => leadsTo(now.linker, place.path, group, keys))?.value === true,
  );
}

/** A function of the same name in another namespace of the file. */
const isRival = ({ definition: { kind, name, path } }: SymbolTarget, one: DefinitionFact): boolean =>
  kind === "function" && one.kind === kind && one.name === name && one.path !== path && (one.flags & LOCAL) === 0;

/** Low: what is generated, or delegated, may have the member. */
async function findingOfAdded(
  scene: ReviewScene,
  path: string,
  { member, lacking }: AddedRequirement,
): Promise<RuleFinding> {
  const [first] = lacking;
  const evidence = await Promise.all([
    scene.evidence(path, member.nameLine, "after"),
    ...lacking.slice(0, EVIDENCE_MAX).map((one) => scene.evidence(one.path, one.definition.nameLine, "after")),
  ]);
  return {
    severity: "low",
    message: `${member.kind} ${member.path} is asked for now, but ${renderCount(lacking.length, "class", "classes")} ${lacking.length === 1 ? "lacks" : "lack"} it: ${first?.path}:${first?.definition.nameLine}`,
    path,
    line: member.nameLine,
    symbol: member.path,
    evidence: evidence.filter((line) => line !== null),
  };
}

/** What needs the method as it was without calling it: a place where its type is to fit an interface, or a method that overrides it. */
async function misfitOf(scene: ReviewScene, change: SignatureChange): Promise<RuleFinding | "late" | null> {
  const { file, before, after, form, old, now } = change;
  const pair = scene.project.pairs.find((one) => one.after?.path === file.path);
  // Another name of a parameter is no other form of the method, but where calls have to write it.
  const isOtherForm = old.all.length !== now.all.length || form.byNameAlone !== undefined;
  const target =
    after.kind === "method" && isOtherForm ? targetAt(scene.project.base, file.from ?? file.path, before) : null;
  if (pair === undefined || target === null) {
    return null;
  }
  const broken = inTime(() => misfits(scene.project, { target, pair }));
  const uses = broken?.value ?? [];
  if (broken === null || uses.length === 0) {
    return broken === null ? "late" : null;
  }
  const first = uses[0] === undefined ? "" : `: ${uses[0].path}:${uses[0].line}`;
  const doubt = doubtOfMisfit(scene, file, after);
  return {
    severity: doubt === null ? "high" : "low",
    message: `method ${after.path} has other parameters, but ${renderCount(uses.length, "place")} ${uses.length === 1 ? "needs" : "need"} it as it was${first}${notProven(doubt)}`,
    path: file.path,
    line: after.nameLine,
    symbol: after.path,
    evidence: await evidenceOf(scene, change, uses),
  };
}

/** Whether what needs the method as it was may take it as it is: it is adapted too, or by an overload, or nothing checks it. */
function doubtOfMisfit(
  { files, project }: ReviewScene,
  { path, language }: ReviewedFile,
  { name, path: symbol }: Declared,
) {
  const touched = files.flatMap(({ symbols: { added, removed, changed } }) =>
    [...added, ...removed, ...changed.map(({ after }) => after)].filter((one) => one.name === name),
  );
  const declared = project.now.lookup.facts(path)?.definitions.filter((one) => one.path === symbol) ?? [];
  return languageById(language ?? "")?.findsMembersLate === true
    ? "nothing checks the form of what overrides it"
    : touched.length > 1 || declared.length > 1
      ? `another \`${name}\` is changed as well, or an overload`
      : null;
}

/** The function before and after, and the first places that do not fit it. */
async function evidenceOf(
  scene: ReviewScene,
  { file, before, after }: SignatureChange,
  places: readonly { readonly path: string; readonly line: number }[],
): Promise<EvidenceLine[]> {
  const lines = [
    await scene.evidence(file.from ?? file.path, before.nameLine, "before"),
    await scene.evidence(file.path, after.nameLine, "after"),
    ...(await Promise.all(places.slice(0, EVIDENCE_MAX).map(({ path, line }) => scene.evidence(path, line, "after")))),
  ];
  return lines.filter((line) => line !== null);
}

async function isOnOwner(scene: ReviewScene, symbol: Declared, { path, line }: Reference): Promise<boolean> {
  const text = (await scene.evidence(path, line, "after"))?.text ?? "";
  return isOnOwnersName(scene, path, text, symbol);
}

async function describe(
  scene: ReviewScene,
  change: SignatureChange,
  { definition }: SymbolTarget,
  stale: readonly JudgedCall[],
): Promise<RuleFinding> {
  const { file, after } = change;
  const files = new Set(stale.map(({ path }) => path)).size;
  const [first] = stale;
  const calls = `${renderCount(stale.length, "call")} in ${renderCount(files, "file")}`;
  const where = first === undefined ? "" : `: ${first.path}:${first.line} ${first.why}`;
  const doubt = first?.doubt ?? null;
  return {
    severity: doubt === null ? "high" : "low",
    message: `${after.kind} ${definition.path} has other parameters, but ${calls} ${stale.length === 1 ? "does" : "do"} not fit them${where}${notProven(doubt)}`,
    path: file.path,
    line: after.nameLine,
    symbol: after.path,
    evidence: await evidenceOf(scene, change, stale),
  };
}
