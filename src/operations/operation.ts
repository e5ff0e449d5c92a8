// The one definition of each thing a user can ask. server/ makes MCP tools of it, cli/ commands and help,
// docs/tools.md is generated from it. Knows neither protocol nor terminal.
import { z } from "zod";
import type { SettingKey } from "../config/settings.ts";
import { Failure, type FailureCode } from "../vocabulary/failure.ts";
import type { Toolset } from "../vocabulary/toolsets.ts";
import { describeIssues } from "./describe-issue.ts";
import type { Services } from "./services.ts";

/** Who asks. Only what the caller's own configuration says is trusted; arguments may come from a talked-over model. */
export interface Caller {
  /** `cli`: a person at a terminal, who may name any project. `mcp`: a client, held to the allowed ones. */
  readonly kind: "mcp" | "cli";
  /** As the client introduced itself; the command line is `context-broker`. */
  readonly client: { readonly name: string; readonly version: string };
  /** Tokens of the tool list and the instructions that the client was given; absent on the command line, which is given neither. */
  readonly sessionTokens?: () => Promise<number>;
  /** Folders that the client offers now (absolute paths); empty where it offers none. Asked anew on each call. */
  roots(signal?: AbortSignal): Promise<readonly string[]>;
  /** The process's working folder. */
  readonly cwd: string;
}

/** One step of long work; `total` is 0 while unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is being done, for a person: "embedding". */
  readonly message: string;
  /** From how fast it went lately; null or absent while unknown. */
  readonly secondsLeft?: number | null;
  /** Why it goes slowly on purpose; null or absent where it does not. */
  readonly paused?: string | null;
}

export interface OperationContext {
  readonly services: Services;
  readonly caller: Caller;
  /** Aborts when the caller no longer wants the answer; every loop of the work heeds it. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** What an operation found out. Trouble is thrown as a Failure; `outcomeOfFailure` names its outcome. */
export interface Answer {
  /**
   * `empty`: all went well and there is nothing: no hit, no saved result. `ambiguous`: there are hits, and a bare name
   * that several places define. `failed`: what was asked could be done only in part, and the answer says what is left.
   */
  readonly outcome: "found" | "empty" | "ambiguous" | "failed";
  /** The machine-readable answer; valid against the operation's `output`. Opens with `summary`, the text's first line. */
  readonly structured: { readonly summary: string; readonly outcome: string; readonly [field: string]: unknown };
  /** The same answer as compact text, for a model or a terminal. */
  readonly text: string;
}

/** How an operation appears on the command line. */
export interface CommandForm {
  /** Words after the program's name: `search`, `saved list`. */
  readonly command: string;
  /** The same command under further words. */
  readonly aliases?: readonly string[];
  /** Settings with a line in the command's help, because they matter to it. */
  readonly settings?: readonly SettingKey[];
  /** Input fields given by place, in order. Every other field is a flag: `top_k` is `--top-k`, a list may repeat. */
  readonly positionals: readonly string[];
  /** Whole command lines. */
  readonly examples: readonly string[];
}

export interface Annotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

export interface Operation {
  /** Also the MCP tool's name. */
  readonly name: string;
  readonly title: string;
  /** One line of help. */
  readonly summary: string;
  /** For a model: when to use it and what comes back. */
  readonly description: string;
  /** A strict object: an unknown field is an error that names the known ones. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  /** Null for what only clients ask. */
  readonly command: CommandForm | null;
  /** Which of the sets that a server offers it is a tool of; null for what only the terminal offers. */
  readonly toolset: Toolset | null;
  /** Checks the input against `input` (INVALID_INPUT names each wrong field), then answers. */
  run(input: unknown, context: OperationContext): Promise<Answer>;
}

type Frozen<Value> = Value extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** An answer whose structured part fits the operation's output. */
interface TypedAnswer<Output extends z.ZodObject> {
  readonly structured: Frozen<z.input<Output>> & Pick<Answer, "outcome">;
  readonly text: string;
}

/** Binds an operation's implementation to its schemas. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Omit<Operation, "input" | "output" | "run"> & {
    readonly input: Input;
    readonly output: Output;
    run(input: z.output<Input>, context: OperationContext): Promise<TypedAnswer<Output>>;
  },
): Operation {
  return {
    ...definition,
    output: z.object({ summary: z.string(), ...definition.output.shape }),
    run: async (input, context) => {
      const { structured, text } = await definition.run(parseInput(definition.input, input), context);
      return { outcome: structured.outcome, structured: { summary: summaryOf(text), ...structured }, text };
    },
  };
}

/** Tokens of `summary` and `outcome` at most, with the largest numbers: what a budget leaves for them. */
export const SUMMARY_TOKENS = 48;

/**
 * The text's first line. It opens the structured answer too, so that a model reads the same envelope first whichever
 * of the two forms its client hands on.
 */
export function summaryOf(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** Complaints repeat what was sent, which may be anything. */
const COMPLAINT_LENGTH_MAX = 600;

function parseInput<Input extends z.ZodObject>(schema: Input, input: unknown): z.output<Input> {
  const parsed = schema.safeParse(withoutNulls(input ?? {}));
  if (!parsed.success) {
    const wrong = describeIssues(parsed.error.issues);
    throw new Failure("INVALID_INPUT", wrong.join("; ").slice(0, COMPLAINT_LENGTH_MAX), {
      hint: `the fields are: ${Object.keys(schema.shape).join(", ") || "none"}`,
    });
  }
  return parsed.data;
}

/** Some models fill in null for a field that they mean to leave out. */
function withoutNulls(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return input;
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** What a failure means to a caller that reads outcomes: a question to narrow, a question to correct, or trouble here. */
export function outcomeOfFailure(code: FailureCode): "ambiguous" | "invalid" | "failed" {
  switch (code) {
    case "AMBIGUOUS":
      return "ambiguous";
    case "INVALID_INPUT":
    case "INVALID_SETTING":
    case "PROJECT_NOT_FOUND":
    case "PROJECT_TOO_BROAD":
    case "PROJECT_NOT_ALLOWED":
    case "PATH_NOT_ADMITTED":
    case "NAME_REFUSED":
    case "ALREADY_EXISTS":
    case "NOT_FOUND":
      return "invalid";
    default:
      return "failed";
  }
}
