// A task from its context to a checked answer and, where the user says yes, to written edits. Needs no terminal: what is shown and asked goes
// through `ReasonUser`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requestedPath } from "../../intelligence/requested-path.ts";
import { decide, warningsOf } from "../../reason/gate/decide.ts";
import { judgeProposal } from "../../reason/gate/judge-proposal.ts";
import { scopeOf } from "../../reason/gate/paths-in-scope.ts";
import type { ProposedEdit } from "../../reason/proposal/parse-proposal.ts";
import { describeReasoning, type Reasoned, type ReasonTask, reason, type Watcher } from "../../reason/reason.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { type Answer, type Operation, type OperationContext, parseInput } from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { commitEdits } from "../edits/session-edits.ts";
import { type InConversation, openReasoning, type Reasoning } from "./open-reasoning.ts";
import { CONTEXT_OPERATION, operationNamed } from "./prepare-context.ts";
import { type ReasonInput, reasonInput } from "./reason-input.ts";
import { discardStaged, type StagedProposal, stageProposal } from "./stage-proposal.ts";
import {
  type Described,
  type EditCommands,
  type EditsOutcome,
  SHELL_COMMANDS,
  writeDescribed,
  writeReasoned,
} from "./write-reasoned.ts";

export interface ReasonUser extends Watcher {
  /** Shows staged edits before they are asked about. `warnings`: what they may break. */
  readonly showEdits: (diff: string, warnings: readonly string[]) => void;
  /** Asks a question that only "yes" answers with true; null where nobody can be asked. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** How the user goes on with edits that were not confirmed, which then stay staged. Left out: they are discarded. */
  readonly commands?: EditCommands;
}

/**
 * Answers a task with the language model that the user has configured; `input` is that of `reasonInput`. The answer's text is what follows after
 * the pieces that the user has been shown. Throws INVALID_INPUT, INVALID_SETTING, LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED.
 */
export const askWithReason = async (
  input: unknown,
  context: OperationContext,
  user: ReasonUser,
  operations: readonly Operation[],
): Promise<Answer> => (await answerTask(input, context, user, { operations, conversation: null })).answer;

/** The same, also within a conversation. */
export async function answerTask(
  input: unknown,
  context: OperationContext,
  user: ReasonUser,
  { operations, conversation }: { operations: readonly Operation[]; conversation: InConversation | null },
): Promise<{ readonly answer: Answer; readonly reasoned: Reasoned; readonly edits: EditsOutcome }> {
  const parsed = parseInput(reasonInput, input);
  const reasoning = await openReasoning(
    parsed.project,
    operationNamed(CONTEXT_OPERATION, operations),
    context,
    conversation,
  );
  const asked = withOwnPaths(parsed, reasoning.root);
  const reasoned = await reason(taskOf(asked, context), reasoning.tools, user);
  throwIfCancelled(context.signal);
  const edits = await editsOf(reasoned, asked, reasoning, context, user);
  const answer = writeReasoned(reasoning.root, reasoned, edits, user.commands ?? SHELL_COMMANDS);
  return { answer, reasoned, edits };
}

/** What `askWithReason` would send; sends nothing. */
export async function describeAsk(
  input: unknown,
  context: OperationContext,
  operations: readonly Operation[],
): Promise<Described> {
  const asked = parseInput(reasonInput, input);
  const { root, tools } = await openReasoning(asked.project, operationNamed(CONTEXT_OPERATION, operations), context);
  return writeDescribed(root, await describeReasoning(taskOf(withOwnPaths(asked, root), context), tools));
}

const taskOf = ({ question, max_tokens: maxTokens, allow }: ReasonInput, { signal }: OperationContext): ReasonTask => ({
  task: question,
  maxTokens,
  // What edits may touch has to be seen.
  focus: allow,
  signal,
});

async function editsOf(
  reasoned: Reasoned,
  input: ReasonInput,
  reasoning: Reasoning,
  context: OperationContext,
  user: ReasonUser,
): Promise<EditsOutcome> {
  const { proposal } = reasoned;
  if (proposal.kind === "none") {
    return { state: "none" };
  }
  if (proposal.kind === "malformed") {
    const line = proposal.line === null ? "" : `line ${proposal.line} of the answer: `;
    return { state: "unusable", why: `${line}${proposal.why}` };
  }
  const staged = await stageWithinScope(proposal.edits, reasoned, input, reasoning, context);
  if (staged.kind === "unchanged") {
    return { state: "unchanged" };
  }
  return staged.kind === "refused"
    ? { state: "refused", refusals: staged.refusals }
    : writeIfConfirmed(staged, input, reasoning.root, context, user);
}

/** Nothing is staged beyond the scope: the engine never sees such an edit. */
function stageWithinScope(
  edits: readonly ProposedEdit[],
  { context: prepared, sent }: Reasoned,
  { question, allow }: ReasonInput,
  { root, hashes }: Reasoning,
  context: OperationContext,
) {
  const scope = scopeOf(
    question,
    prepared.items,
    allow.map((path) => requestedPath(path)),
  );
  const files = { sent: new Set(sent.map(({ path }) => path)), exists: (path: string) => existsSync(join(root, path)) };
  const refusals = judgeProposal(edits, scope, files);
  return refusals.length > 0 ? ({ kind: "refused", refusals } as const) : stageProposal(root, edits, hashes, context);
}

async function writeIfConfirmed(
  staged: StagedProposal,
  { yes, accept_risk: acceptRisk }: ReasonInput,
  root: string,
  context: OperationContext,
  { showEdits, confirm, commands }: ReasonUser,
): Promise<EditsOutcome> {
  const { session, diff, files, impact } = staged;
  const warnings = [...warningsOf(impact), ...staged.warnings];
  const shown = { session, diff, files, warnings, risk: impact.risk };
  let isSettled = false;
  try {
    showEdits(diff, warnings);
    const decision = decide(impact, files.length, { yes, acceptRisk, canAsk: confirm !== null });
    if (decision.kind === "leave") {
      isSettled = true;
      return { state: "staged", ...shown, flags: commands === undefined ? decision.flags : null };
    }
    const isYes = decision.kind === "write" || (await confirm?.(decision.question)) === true;
    // Ctrl-C at the question is no answer.
    throwIfCancelled(context.signal);
    if (!isYes && commands !== undefined) {
      isSettled = true;
      return { state: "staged", ...shown, flags: null };
    }
    if (!isYes) {
      return { state: "declined", ...shown };
    }
    // From here on an interrupt comes too late: the files are written as a whole, and the answer says so.
    const { signal } = new AbortController();
    const { structured, text } = await commitEdits.run({ project: root, session, apply: true }, { ...context, signal });
    isSettled = structured["state"] === "applied";
    return isSettled ? { state: "written", ...shown } : { state: "not written", ...shown, why: text };
  } finally {
    if (!isSettled) {
      await context.services.withProject(root, (project) => discardStaged(project, session));
    }
  }
}
