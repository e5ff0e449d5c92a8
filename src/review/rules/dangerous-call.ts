// Calls that do harm with a text that somebody outside of the program can choose.
import type { Danger } from "../../languages/contract/outside-input.ts";
import type { Inspection } from "../../languages/inspection/inspection.ts";
import type { FlowsRead, ParameterFlow, PassedInput } from "../../languages/inspection/read-flows.ts";
import { inTime } from "../../linking/linker.ts";
import type { Severity } from "../../vocabulary/severity.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { EvidenceLine, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { editsOf, type JudgedFile, judgedFiles, symbolAfter } from "./changed-places.ts";

export const dangerousCall: Rule = {
  id: "dangerous-call",
  title: "Dangerous call with outside input",
  type: "security",
  severity: "high",
  needs: [],
  doc: `A call that the change adds, or a value that the change leads to it, so that somebody outside can choose what it does: text that is run as
code or as a shell's command, a query that is put together from strings, an object that is read from bytes, the path of a file, markup.
Outside input is what a request brings (its query, body, path, headers, cookies) and what the caller of a program writes (arguments, standard input). It is followed through the
assignments of one function in order, and through one call of another function, where that edge is exact.

- **high**: from a request.
- **medium**: a path from a request; a query from the program's caller.
- **low**: code, commands and objects from the program's caller, who may mostly run what he likes anyway. Paths from the caller are not reported.

It does not report parameters beside the query's text, lists of arguments without a shell, numbers, a value that a condition has looked at before, the result of a function that is
not known to pass its argument on, and what stood before the change. It covers JavaScript, TypeScript, Python, Go, Java, C#, PHP, Ruby and Rust. What it does not follow it does not see: no
finding does not mean that there is no such flow.

**Remedy**: pass values as parameters of the query or as a list of arguments, escape them for where they go, or compare them with a list of what is allowed.`,
  check,
};

type Judged = JudgedFile & { readonly flows: FlowsRead; readonly known: FlowsRead };

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const notChecked: string[] = [];
  const findings: RuleFinding[] = [];
  for (const file of judgedFiles(scene.files)) {
    await scene.pause();
    const judged = scene.isOver() ? "not inspected in time" : await inspect(scene, file);
    if (typeof judged === "string") {
      notChecked.push(`${file.path}: ${judged}`);
    } else if (judged !== null) {
      const through = await throughCalls(scene, judged);
      findings.push(...(await direct(scene, judged)), ...through.findings);
      if (through.callsLeft > 0) {
        notChecked.push(`${file.path}: ${renderCount(through.callsLeft, "call")} not followed in time`);
      }
    }
  }
  return { kind: "checked", findings, notChecked };
}

/** Null where nothing is known of the language's outside input; a sentence where the file could not be read. */
async function inspect(scene: ReviewScene, file: JudgedFile): Promise<Judged | string | null> {
  const after = await scene.inspect(file.path, file.after);
  const before = file.before === null ? null : await scene.inspect(file.from ?? file.path, file.before);
  if ("unread" in after || (before !== null && "unread" in before)) {
    return "its syntax was not read in time";
  }
  const known = before?.flows ?? { flows: [], parameters: [], passed: [] };
  return after.flows === null ? null : { ...file, flows: after.flows, known };
}

/** What led from outside to a dangerous call. */
interface Way {
  readonly danger: Danger;
  readonly callee: string;
  readonly source: string;
  readonly from: PassedInput["from"];
  /** Where the finding is: the dangerous call, or the one that passes the input on to it. */
  readonly line: number;
  /** Lines of the file, in order, without repetition. */
  readonly lines: readonly number[];
  /** In another function. */
  readonly end: { readonly path: string; readonly line: number; readonly name: string } | null;
}

async function direct(scene: ReviewScene, file: Judged): Promise<RuleFinding[]> {
  const { added } = editsOf(file);
  const ways = file.flows.flows
    .map((flow): Way => ({ ...flow, lines: inOrder([flow.sourceLine, ...flow.via, flow.line]), end: null }))
    .filter(({ lines }) => lines.some((line) => added.has(line)));
  const wanted = ways.filter(({ danger, callee, source, line }) => {
    const stood = file.known.flows.filter(
      (old) => old.danger === danger && old.callee === callee && old.source === source,
    );
    const stands = file.flows.flows.filter(
      (now) => now.danger === danger && now.callee === callee && now.source === source,
    );
    return stands.length > stood.length || stood.length === 0 || !stands.some((now) => now.line === line);
  });
  return findingsOf(scene, file, wanted);
}

/** `callsLeft`: calls that were not followed for want of time. */
async function throughCalls(
  scene: ReviewScene,
  file: Judged,
): Promise<{ readonly findings: readonly RuleFinding[]; readonly callsLeft: number }> {
  const { added } = editsOf(file);
  const ways: Way[] = [];
  let callsLeft = 0;
  for (const passed of file.flows.passed) {
    const lines = inOrder([passed.sourceLine, ...passed.via, passed.line]);
    const isKnown = file.known.passed.some((old) => old.name === passed.name && old.source === passed.source);
    if (isKnown || !lines.some((line) => added.has(line))) {
      continue;
    }
    if (scene.isOver()) {
      callsLeft += 1;
      continue;
    }
    await scene.pause();
    const end = await reachedBy(scene, file.path, passed);
    if (end !== null) {
      const { danger, callee, line, path } = end;
      ways.push({
        danger,
        callee,
        source: passed.source,
        from: passed.from,
        line: passed.line,
        lines,
        end: { path, line, name: passed.name },
      });
    }
  }
  return { findings: await findingsOf(scene, file, ways), callsLeft };
}

/** The dangerous call that the input reaches through a parameter of the callee; null if there is none, or if the edge is not exact. */
async function reachedBy(
  { project, text, inspect: read }: ReviewScene,
  path: string,
  { name, line, index }: PassedInput,
): Promise<(ParameterFlow & { readonly path: string }) | null> {
  const { lookup, linker } = project.now;
  const group = lookup
    .facts(path)
    ?.references.find(
      (one) => one.name === name && one.lines.some((at, nth) => at === line && one.roles[nth] === "call"),
    );
  const resolved = group === undefined ? null : (inTime(() => linker.target(path, group))?.value ?? null);
  const [place] = resolved?.value.is === "definition" && resolved.certainty === "exact" ? resolved.value.places : [];
  const definition = place === undefined ? undefined : lookup.facts(place.path)?.definitions[place.at];
  if (place === undefined || definition === undefined) {
    return null;
  }
  const source = await text(place.path, "after");
  const inspection: Inspection | { readonly unread: string } | null =
    source === null ? null : await read(place.path, source);
  const flows = inspection === null || "unread" in inspection ? null : inspection.flows;
  const { startLine, endLine, nameLine } = definition;
  const found = flows?.parameters.find(
    (one) =>
      one.index === index && one.functionLine >= startLine && one.functionLine <= nameLine && one.line <= endLine,
  );
  return found === undefined ? null : { ...found, path: place.path };
}

const inOrder = (lines: readonly number[]): number[] => [...new Set(lines)].sort((a, b) => a - b);

const WHAT: Readonly<Record<Danger, string>> = {
  code: "is run as code",
  command: "becomes part of a command",
  query: "is put into the text of a query",
  object: "is read as an object",
  path: "chooses the path of a file",
  markup: "becomes part of markup",
};

/** Null: not worth a word. */
function severityOf({ danger, from }: Way): Severity | null {
  if (from === "request") {
    return danger === "path" ? "medium" : "high";
  }
  return danger === "query" ? "medium" : danger === "path" || danger === "markup" ? null : "low";
}

async function findingsOf(scene: ReviewScene, file: JudgedFile, ways: readonly Way[]): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = [];
  for (const way of ways) {
    const severity = severityOf(way);
    const own = await Promise.all(way.lines.map((line) => scene.evidence(file.path, line, "after")));
    const end = way.end === null ? null : await scene.evidence(way.end.path, way.end.line, "after");
    const evidence = [...own, end].filter((line): line is EvidenceLine => line !== null);
    if (severity !== null) {
      const who = way.from === "request" ? "a request" : "the program's caller";
      const through = way.end === null ? "" : `, through ${way.end.name}`;
      const message = `${way.source}, which ${who} chooses, ${WHAT[way.danger]} by ${way.callee}${through}`;
      findings.push({
        severity,
        message,
        path: file.path,
        line: way.line,
        symbol: symbolAfter(file, way.line)?.path ?? null,
        evidence,
      });
    }
  }
  return findings;
}
