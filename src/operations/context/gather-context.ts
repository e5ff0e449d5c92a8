// One call instead of many: what a task needs of the project, put together within a budget.
import { z } from "zod";
import { type IsKnown, type Ordered, orderPieces } from "../../context/assemble.ts";
import { type Focus, gather } from "../../context/gather.ts";
import { unionOf } from "../../context/memory/line-ranges.ts";
import { parseTask } from "../../search/query/parse-query.ts";
import { memoized } from "../../system/memo.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../answer/code-tool.ts";
import { textField } from "../contract/fields.ts";
import type { Operation } from "../contract/operation.ts";
import { changeIn } from "./changed-symbols.ts";
import { openConversation } from "./conversation.ts";
import { openReading, taskHints } from "./open-reading.ts";
import { contextOutput, type Writing, writeContext } from "./write-context.ts";

const TOKENS = 4_000;
const TASK_LENGTH_MAX = 16_000;
const FOCUS_MAX = 20;
/** Pieces beyond these do not fit into any budget worth asking for. */
const PIECES_MAX = 4_000;

export const gatherContext: Operation = defineCodeTool({
  name: "gather_context",
  title: "Context for a task",
  summary: "Gather what a task needs: the lines of code, in one answer",
  description:
    "Use it first for a whole task in plain words (explain, fix, add, review): returns the lines that matter, with callers, callees and tests of what it names.",
  tokens: TOKENS,
  command: "context",
  positionals: ["task"],
  input: {
    task: textField(TASK_LENGTH_MAX, "As you were given it", "The task, an error or a trace, as you were given it"),
    focus: z
      .array(z.string().min(1).max(4_096))
      .max(FOCUS_MAX)
      .default([])
      .describe("Symbols or files")
      .meta({ help: "A symbol or file that the answer must include; may be repeated" }),
    session: z
      .string()
      .optional()
      .describe("Name of this conversation: it is sent no line twice")
      .meta({ help: "Name of a conversation: what it was shown before is not shown again" }),
  },
  output: contextOutput,
  examples: [
    'context-broker context "the retry loop never gives up; add a limit"',
    'context-broker context "explain how sessions are renewed" --max-tokens 8000 --json',
    'context-broker context "and who ends them?" --session renewal',
  ],
  toolset: "code",
  textAlone: true,
  question: ({ task }) => ({
    asked: task,
    first: { hints: () => taskHints(task), overTexts: true },
    tellsVectors: true,
  }),
  async find(scene, { task, focus, session, max_tokens: budget }, context) {
    const [reading, counter] = await Promise.all([openReading(scene, context), loadTokenCounter()]);
    const conversation = session === undefined ? null : await openConversation(scene, session, counter);
    const change = await changeIn(task, scene.session.root, context);
    const named = [
      ...focus.map((address): Focus => ({ address: scene.addressed(address), why: "asked for" })),
      ...(conversation?.meantBy(task) ?? []),
      ...(change?.focus ?? []),
    ];
    const gathered = await gather(task, named, reading);
    const isKnown: IsKnown = conversation?.isKnown ?? (() => false);
    const { candidates, known } = orderPieces(gathered, isKnown, conversation?.isFollowUp ?? false);
    const overview = (await conversation?.overview(budget, context)) ?? null;
    const writing: Writing = {
      gathered,
      change: change?.about ?? null,
      candidates: candidates.slice(0, PIECES_MAX),
      overview,
      shownBefore: placesOf(known),
      budget,
      searched: searchedOf(task),
      problems: () => conversation?.problems() ?? [],
      count: memoized(counter.count),
    };
    return {
      found: candidates.length + known.length,
      rows: mostRows(writing, budget),
      files: gathered.files.length,
      documents: gathered.files.map(({ document }) => document),
      grepFor: gathered.words.slice(0, WORDS_TO_GREP),
      isSearch: false,
      answered: (shown, text) => conversation?.remember(task, gathered, candidates.slice(0, shown), text) ?? true,
      write: (shown) => writeContext(writing, shown),
    };
  },
});

/** Counted apart, pieces take a little more than together. */
const APART = 1.2;

/** More rows than these exceed the budget by their source alone. */
function mostRows({ candidates, count }: Writing, budget: number): number {
  let tokens = 0;
  const beyond = candidates.findIndex(({ file: { lines, pieces }, at }) => {
    const { startLine = 1, endLine = 0 } = pieces[at] ?? {};
    tokens += count(lines.slice(startLine - 1, endLine).join("\n"));
    return tokens > APART * budget;
  });
  return beyond === -1 ? candidates.length : beyond;
}

/** What somebody would search for in place of this answer. */
const WORDS_TO_GREP = 2;

/** Null where it is searched for as a whole. */
function searchedOf(task: string): string | null {
  const { read, of } = parseTask(task);
  return read === of ? null : `${formatNumber(read)} of ${formatNumber(of)} characters`;
}

/** `path:start-end`, the likeliest file first. */
function placesOf(known: Ordered["known"]): string[] {
  const files = [...new Set(known.map(({ file }) => file))];
  return files.flatMap((file) =>
    unionOf(known.filter((one) => one.file === file)).map(
      ({ startLine, endLine }) => `${file.document.path}:${startLine}-${endLine}`,
    ),
  );
}
