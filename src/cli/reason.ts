// `ask --reason` and `review --reason`: ask the language model that the user has configured. Its flags are no fields of a tool: what a client asks must not spend its
// user's money.
import type { Command } from "commander";
import type { Answer, Operation } from "../operations/contract/operation.ts";
import { askWithReason, describeAsk, type ReasonUser } from "../operations/reason/ask-with-reason.ts";
import { describeReview, reviewWithReason } from "../operations/reason/review-with-reason.ts";
import type { Described } from "../operations/reason/write-reasoned.ts";
import { Failure } from "../vocabulary/failure.ts";
import { canAsk, isConfirmed } from "./ask-user.ts";
import { colouredDiff } from "./confirm-change.ts";
import type { CommandExtension, WorkOutput } from "./operation-command.ts";
import { openPainter } from "./paint-markdown.ts";
import { styleOf } from "./style.ts";
import { visible } from "./terminal.ts";

type Options = Readonly<Record<string, unknown>>;

/** Flags that mean something only with --reason, by the option's name. */
const OF_ASK = { allow: "--allow", yes: "--yes", acceptRisk: "--accept-risk", dryRun: "--dry-run" } as const;
const OF_REVIEW = { dryRun: "--dry-run", maxTokens: "--max-tokens" } as const;

export const reasonExtension = (operations: readonly Operation[]): CommandExtension => ({
  examples: [
    'context-broker ask --reason "how is a session renewed"',
    'context-broker ask --reason --dry-run "fix the rounding in src/cart.ts#totalOf"',
    'context-broker ask --reason --allow test/cart.test.ts "add a test for totalOf"',
  ],
  declare: declareFlags,
  workOf: (options) => {
    if (options["reason"] !== true) {
      refuseAlone(options, OF_ASK);
      return null;
    }
    return {
      interruptHint: "no file was changed; what the language model had answered may have been paid for",
      run: async (values, context, output) => {
        const input = { ...values, ...inputOf(options) };
        if (options["dryRun"] === true) {
          return shownNotes(await describeAsk(input, context, operations), output);
        }
        const user = userAt(output);
        const answer = await askWithReason(input, context, user, operations);
        return user.isShown() ? { ...answer, text: `\n\n${answer.text}` } : answer;
      },
    };
  },
});

export const reviewReasonExtension: CommandExtension = {
  taken: ["max_tokens"],
  examples: ["context-broker review --base main --reason", "context-broker review --mode staged --reason --dry-run"],
  declare: (command) => {
    command
      .option(
        "--reason",
        "Also have the configured language model look for what rules do not see; it changes no status (docs/use/review.md)",
      )
      .option("--max-tokens <n>", "With --reason: most tokens that each of its three questions sends (default: 8000)")
      .option("--dry-run", "With --reason: print what would be sent, and send nothing");
  },
  workOf: (options) => {
    if (options["reason"] !== true) {
      refuseAlone(options, OF_REVIEW);
      return null;
    }
    return {
      interruptHint: "nothing was reported; what the language model had answered may have been paid for",
      run: async (values, context, output) => {
        const { maxTokens } = options;
        const input = maxTokens === undefined ? values : { ...values, max_tokens: Number(maxTokens) };
        return options["dryRun"] === true
          ? shownNotes(await describeReview(input, context), output)
          : reviewWithReason(input, context);
      },
    };
  },
};

/** Beside what would be sent, which alone goes to stdout. */
function shownNotes({ answer, notes }: Described, { clearBar, terminal, json }: WorkOutput): Answer {
  clearBar();
  terminal.err.write(json ? "" : `${visible(notes.join("\n"))}\n`);
  return answer;
}

function declareFlags(command: Command): void {
  const repeated = (path: string, before: readonly string[] = []): readonly string[] => [...before, path];
  command
    .option(
      "--reason",
      "Have the configured language model answer from the source that is found (docs/use/language-model.md)",
    )
    .option(
      "--allow <path>",
      "With --reason: a file or folder that proposed edits may touch; may be repeated",
      repeated,
    )
    .option("--yes", "With --reason: write proposed edits without asking, unless they are risky")
    .option("--accept-risk", "With --yes: write them although they may break something")
    .option("--dry-run", "With --reason: print what would be sent, and send nothing");
}

function refuseAlone(options: Options, flags: Readonly<Record<string, string>>): void {
  const flag = Object.entries(flags).find(([name]) => options[name] !== undefined)?.[1];
  if (flag !== undefined) {
    throw new Failure("INVALID_INPUT", `${flag} is used with --reason only`, { hint: "add --reason, or leave it out" });
  }
}

const inputOf = (options: Options) => ({
  allow: options["allow"] ?? [],
  yes: options["yes"] === true,
  accept_risk: options["acceptRisk"] === true,
});

/** Each piece of the answer goes to stdout at once; everything else to stderr. With --json only the end is printed. */
export function userAt({ terminal: { out, err }, json, clearBar }: WorkOutput): ReasonUser & { isShown(): boolean } {
  const paint = openPainter(out);
  const shown = (text: string): string => (out.terminal || out.colours ? paint(visible(text)) : text);
  let isShown = false;
  return {
    isShown: () => isShown,
    text: (text) => {
      if (!json) {
        if (!isShown) {
          clearBar();
        }
        isShown = true;
        out.write(shown(text));
      }
    },
    step: (what) => {
      clearBar();
      err.write(json ? "" : `${styleOf(err).dim(visible(what))}\n`);
    },
    showEdits: (diff, warnings) => {
      clearBar();
      if (!json) {
        const { bold } = styleOf(err);
        const lines = warnings.map((line) => visible(line));
        err.write(
          `${isShown ? "\n\n" : ""}${colouredDiff(diff, err)}\n${lines.length === 0 ? "" : `${bold("What may break")}\n${lines.join("\n")}\n`}`,
        );
      }
    },
    confirm: canAsk() && !json ? isConfirmed : null,
  };
}
