// Writes what came of a task: after the answer, which the user has read, what it rests on and what became of its edits.
import type { CheckedCitation, Support } from "../../reason/citations/check-citations.ts";
import type { ProposalRefusal } from "../../reason/gate/judge-proposal.ts";
import type { DescribedReasoning, Reasoned } from "../../reason/reason.ts";
import { escapeName, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { type Answer, summaryOf } from "../contract/operation.ts";

interface ShownEdits {
  readonly session: string;
  readonly diff: string;
  readonly files: readonly string[];
  readonly warnings: readonly string[];
  readonly risk: number | null;
}

export type EditsOutcome =
  | { readonly state: "none" | "unchanged" }
  | { readonly state: "unusable"; readonly why: string }
  | { readonly state: "refused"; readonly refusals: readonly ProposalRefusal[] }
  | (ShownEdits & { readonly state: "written" | "declined" })
  /** Staged; `flags` would have written them, where nobody could be asked. */
  | (ShownEdits & { readonly state: "staged"; readonly flags: string | null })
  | (ShownEdits & { readonly state: "not written"; readonly why: string });

/** What a user types to go on with a session of edits. */
export interface EditCommands {
  commit(session: string): string;
  rollback(session: string): string;
  undo(session: string): string;
}

export const SHELL_COMMANDS: EditCommands = {
  commit: (session) => `context-broker edit commit ${session} --apply`,
  rollback: (session) => `context-broker edit rollback ${session}`,
  undo: (session) => `context-broker edit undo ${session} --apply`,
};

export interface Described {
  readonly answer: Answer;
  /** What stands beside the requests: their tokens, and what was taken out. */
  readonly notes: readonly string[];
}

export function writeReasoned(root: string, reasoned: Reasoned, edits: EditsOutcome, commands: EditCommands): Answer {
  const { citations, uncited, finish, text: answer, context } = reasoned;
  const unsupported = citations.filter(({ support }) => support !== "supported");
  const outcome = finish === "refused" ? "none" : finish === "length" || unsupported.length > 0 ? "weak" : "found";
  const lines = [
    ...finishLines(reasoned),
    citationLine(citations),
    ...unsupported.map(
      ({ text, support, file }) => `  ${escapeName(text)}: ${SUPPORT_IN_WORDS[support]}${nameOf(text, file)}`,
    ),
    ...(uncited.length === 0 ? [] : [`without a citation: ${renderCount(uncited.length, "sentence")}`]),
    ...uncited.map((sentence) => `  ${escapeName(sentence)}`),
    ...redactionLines(reasoned),
    costLine(reasoned),
    ...editLines(edits, commands),
  ];
  const text = lines.join("\n");
  const structured = {
    summary: summaryOf(text),
    outcome,
    project_root: root,
    text: answer,
    finish,
    citations: citations.map(({ text: cited, file, lines: spans, symbol, support }) => ({
      text: cited,
      path: file,
      ...(symbol === null ? { lines: spans.map(({ startLine, endLine }) => [startLine, endLine]) } : { symbol }),
      support,
    })),
    uncited,
    tokens: { input: reasoned.inputTokens, output: reasoned.outputTokens },
    cost: reasoned.cost,
    redactions: reasoned.redactions,
    asked: reasoned.asked.map(({ form, part, reason, inputTokens, outputTokens, cost }) => ({
      form,
      part,
      finish: reason,
      tokens: { input: inputTokens, output: outputTokens },
      cost,
    })),
    sent: reasoned.sent.map(({ path, startLine, endLine, symbol }) => ({
      path,
      start_line: startLine,
      end_line: endLine,
      symbol,
    })),
    left_out: context.leftOut,
    ...(edits.state === "none" ? {} : { edits: { ...edits, ...undoOf(edits, commands) } }),
  };
  const isDone = edits.state === "none" || edits.state === "unchanged" || edits.state === "written";
  return { outcome, structured, text, passed: isDone };
}

const SUPPORT_IN_WORDS: Readonly<Record<Support, string>> = {
  supported: "sent",
  partly: "only in part among the lines that were sent",
  "not-sent": "not among the lines that were sent",
  "no-such-file": "no such file",
  "no-such-line": "no such line",
};

/** `store.ts:12` may be meant of `src/store.ts`. */
const nameOf = (text: string, file: string): string => (text.includes(file) ? "" : ` (${escapeName(file)})`);

function finishLines({ finish, asked }: Reasoned): string[] {
  if (finish === "stop") {
    return [];
  }
  const parts = asked.filter(({ reason }) => reason !== "stop").flatMap(({ part }) => part ?? []);
  const of = parts.length === 0 ? "" : ` for: ${parts.map(escapeName).join("; ")}`;
  return finish === "refused"
    ? [`the language model refused to answer${of}`]
    : [`the answer is cut off: the language model reached its limit of tokens${of}`];
}

function citationLine(citations: readonly CheckedCitation[]): string {
  if (citations.length === 0) {
    return "citations: none, so nothing could be checked";
  }
  const supported = citations.filter(({ support }) => support === "supported").length;
  return supported === citations.length
    ? `citations: ${citations.length}, all among the lines that were sent`
    : `citations: ${supported} of ${citations.length} are among the lines that were sent`;
}

const redactionLines = ({ redactions }: Pick<Reasoned, "redactions">): string[] =>
  redactions.map(
    ({ kind, place }) => `taken out of what is sent: ${kind}${place === null ? "" : ` at ${escapeName(place)}`}`,
  );

function costLine({ inputTokens, outputTokens, cost, asked }: Reasoned): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : formatNumber(tokens));
  const calls = asked.length === 1 ? "" : ` in ${asked.length} questions`;
  return `tokens: ${count(inputTokens)} sent, ${count(outputTokens)} answered${calls}${cost === null ? "" : `; cost ${cost.toFixed(4)}`}`;
}

const isShown = (edits: EditsOutcome): edits is Extract<EditsOutcome, ShownEdits> => "session" in edits;

/** The commands that take the edits back, or go on with them. */
function undoOf(edits: EditsOutcome, commands: EditCommands): { readonly next?: readonly string[] } {
  if (!isShown(edits) || (edits.state !== "written" && edits.state !== "staged")) {
    return {};
  }
  const { session, state } = edits;
  return {
    next: state === "written" ? [commands.undo(session)] : [commands.commit(session), commands.rollback(session)],
  };
}

function editLines(edits: EditsOutcome, commands: EditCommands): string[] {
  switch (edits.state) {
    case "none":
      return [];
    case "unchanged":
      return ["edits: the files already read so"];
    case "unusable":
      return [`edits not used: ${escapeName(edits.why)}; nothing was guessed, and no file was changed`];
    case "refused":
      return [
        "edits refused, no file was changed:",
        ...edits.refusals.map(({ path, why, remedy }) => escapeName(`  ${path}: ${why}; ${remedy}`)),
      ];
    case "written":
      return [
        `edits written: ${renderCount(edits.files.length, "file")}; \`${commands.undo(edits.session)}\` takes them back`,
      ];
    case "declined":
      return ["edits discarded: no file was changed"];
    case "not written":
      return ["edits not written, no file was changed:", edits.why];
    case "staged":
      return [
        edits.flags === null
          ? "edits not written, no file was changed"
          : `edits not written: nobody could be asked; ${edits.flags} writes without a question`,
        `they are staged: \`${commands.commit(edits.session)}\` writes them, \`${commands.rollback(edits.session)}\` discards them`,
      ];
  }
}

/** A dry run: as text, the requests and nothing else, so that they can be compared byte by byte. */
export function writeDescribed(root: string, { requests, redactions, isJoined }: DescribedReasoning): Described {
  const text = requests
    .map(({ method, url, headers, body }) =>
      [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", body].join("\n"),
    )
    .join("\n\n");
  const tokens = requests.reduce((sum, one) => sum + one.tokens, 0);
  const notes = [
    `nothing was sent: ${renderCount(requests.length, "request")}, about ${formatNumber(tokens)} tokens`,
    ...(isJoined ? ["one more request would join the answers"] : []),
    ...redactionLines({ redactions }),
  ];
  const sent = requests.map(({ method, url, headers, body, tokens: own }) => ({
    method,
    url,
    headers,
    body,
    tokens: own,
  }));
  const structured = {
    summary: notes[0] ?? "",
    outcome: "found",
    project_root: root,
    requests: sent,
    tokens,
    redactions,
    is_joined: isJoined,
  };
  return { answer: { outcome: "found", structured, text }, notes };
}
