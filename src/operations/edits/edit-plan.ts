// Plans an edit and changes nothing: what would be touched, what depends on it, how risky it is, and which tool does it.
import { z } from "zod";
import { ACTIONS, type Action } from "../../edits/plan/intent.ts";
import { makePlan, type Plan, type PlannedStep } from "../../edits/plan/make-plan.ts";
import { HISTORY_WAIT_MS } from "../../history/history.ts";
import { ADDRESS_LENGTH_MAX } from "../../intelligence/symbols/address.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";
import type { CodeFinding } from "../answer/answer-code.ts";
import { defineCodeTool } from "../answer/code-tool.ts";
import { countRows, writeSections } from "../answer/sections.ts";
import type { WireTable } from "../answer/table.ts";
import { isOfferedTo, type Operation } from "../contract/operation.ts";
import {
  DEPENDENTS,
  FILES,
  FOUND,
  type PlanField,
  planHeadline,
  planSections,
  STEPS,
  UNRESOLVED,
} from "./plan-rows.ts";

const TOKENS = 1_600;
const ENTRIES_MAX = 20;
const PATH_LENGTH_MAX = 4_096;
const TEXT_LENGTH_MAX = 4_000;

interface Fields extends Partial<Record<PlanField, WireTable>> {
  readonly action?: Action;
  readonly to?: string;
  readonly symbols_left?: number;
}

export const editPlan: Operation = defineCodeTool({
  name: "edit_plan",
  title: "Plan of an edit",
  summary: "Plan an edit: symbols, dependents, risk, order and tools; changes nothing",
  description:
    "Plans an edit, changing nothing: definitions touched, dependents, risk, ambiguous targets, order of steps. Takes symbols, files or an intent.",
  tokens: TOKENS,
  input: {
    text: z
      .string()
      .max(TEXT_LENGTH_MAX)
      .default("")
      .describe('"rename OrderStore.save to persist"')
      .meta({ help: 'Intent: "rename OrderStore.save to persist"' }),
    symbols: z
      .array(z.string().min(1).max(ADDRESS_LENGTH_MAX))
      .max(ENTRIES_MAX)
      .default([])
      .describe("path#Class.method, name or path:line")
      .meta({ help: "Symbols to edit: path#Class.method, name or path:line" }),
    files: z
      .array(z.string().min(1).max(PATH_LENGTH_MAX))
      .max(ENTRIES_MAX)
      .default([])
      .describe("Their outermost symbols")
      .meta({ help: "Files to edit: their outermost symbols, unless one of them is named" }),
  },
  output: {
    action: z.enum(ACTIONS).optional().meta({ doc: "the first verb of the text, as an edit; absent: none found" }),
    to: z.string().optional().meta({ doc: "the new name or the destination that follows it" }),
    steps: STEPS.field.optional(),
    ambiguous: UNRESOLVED.field.optional(),
    missing: UNRESOLVED.field.optional(),
    dependents: DEPENDENTS.field.optional(),
    files: FILES.field.optional(),
    found: FOUND.field.optional(),
    symbols_left: z.number().optional().meta({ doc: "symbols of the files that were not looked into; absent: none" }),
  },
  command: "edit plan",
  positionals: ["text"],
  examples: [
    'context-broker edit plan "rename OrderStore.save to persist"',
    "context-broker edit plan --symbols lib/order-store.ts#OrderStore --json",
  ],
  toolset: "code",
  question({ text, symbols, files }) {
    if (text.trim() === "" && symbols.length + files.length === 0) {
      throw new Failure("INVALID_INPUT", "nothing to plan: text, symbols and files are empty", {
        hint: 'name what to edit, for example symbols ["lib/order-store.ts#OrderStore"]',
      });
    }
    return { asked: [text, ...symbols, ...files].filter((one) => one !== "").join("; ") };
  },
  async find(scene, input, context) {
    const history = await (await scene.session.history()).ask(HISTORY_WAIT_MS, scene.signal);
    const hotspotRankOf = (path: string) => history.signals?.of(path)?.hotspotRank ?? null;
    const plan = await scene.inSlices((snapshot) => makePlan(snapshot, { ...input, hotspotRankOf }, scene.signal));
    return report(plan, isOfferedTo(context, "edit"));
  },
});

function report(plan: Plan, hasTools: boolean): CodeFinding<Fields> {
  const sections = planSections(plan, hasTools);
  const [{ action, to } = { action: null, to: null }] = plan.intents;
  const isAmbiguous = plan.ambiguous.length > 0;
  return {
    outcome: isAmbiguous ? "ambiguous" : plan.steps.length + plan.found.length > 0 ? "found" : "empty",
    documents: [...new Set(plan.steps.map(({ document }) => document))],
    files: plan.filesRead.size,
    filesLeft: plan.filesLeft.size,
    found: countRows(sections),
    write(shown) {
      const { lines, fields } = writeSections(sections, shown);
      return {
        headline: planHeadline(plan, hasTools),
        lines: [
          ...lines,
          ...(plan.symbolsLeft === 0 ? [] : [`${plan.symbolsLeft} more symbols not looked into: name fewer files`]),
          ...(hasTools ? nextLine(plan) : []),
        ],
        fields: {
          ...(action === null ? {} : { action }),
          ...(to === null ? {} : { to }),
          ...fields,
          ...(plan.symbolsLeft === 0 ? {} : { symbols_left: plan.symbolsLeft }),
        },
      };
    },
  };
}

/** `next: rename_symbol {"symbol":"src/store.ts#Store.save","new_name":"persist"} previews step 1`, where the text says all that it needs. */
function nextLine({ steps: [step] }: Plan): string[] {
  const input = step?.spans.length === 1 ? inputOf(step) : null;
  return input === null ? [] : [escapeName(`next: ${step?.tool} ${JSON.stringify(input)} previews step 1`)];
}

/** Null where the tool needs more than the text says. */
function inputOf({ tool, address: symbol, to }: PlannedStep): Readonly<Record<string, string>> | null {
  switch (tool) {
    case "delete_symbol":
      return { symbol };
    case "rename_symbol":
      return to === null ? null : { symbol, new_name: to };
    case "move_symbol":
      return to === null ? null : { symbol, to };
    default:
      return null;
  }
}
