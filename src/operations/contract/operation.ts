// The definition of everything a user can ask. server/ makes MCP tools of it, cli/ commands and help, and docs/use/tools.md is
// generated from it.
import { z } from "zod";
import type { SettingKey } from "../../config/settings.ts";
import type { IndexProgress } from "../../index/project-index.ts";
import { Failure, type FailureCode } from "../../vocabulary/failure.ts";
import { offers, type Toolset } from "../../vocabulary/toolsets.ts";
import { describeIssues } from "./describe-issue.ts";
import { readInput } from "./read-input.ts";
import type { Services } from "./services.ts";

/** The caller. Only its own configuration is trusted; arguments may come from a misled model. */
export interface Caller {
  /** `cli`: a user at a terminal, who may name any project. `mcp`: a client, limited to allowed ones. */
  readonly kind: "mcp" | "cli";
  /** As the client introduced itself; the command line is `context-broker`. */
  readonly client: { readonly name: string; readonly version: string };
  /** The client's session: eight hex digits, and the tokens of the tool list and the instructions that it was given; absent on the command line. */
  readonly session?: {
    readonly id: string;
    readonly tokens: () => Promise<number>;
    /** Files that its answers stood for: root, NUL, path. */
    readonly read: Set<string>;
  };
  /** Folders that the client offers now (absolute paths); empty if it offers none. Requested on each call. */
  roots(signal?: AbortSignal): Promise<readonly string[]>;
  /** The process's working folder. */
  readonly cwd: string;
}

/** One step of long work; `total` is 0 while unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The current work, for people: "embedding". */
  readonly message: string;
  /** From the recent rate; null or absent while unknown. */
  readonly secondsLeft?: number | null;
  /** Why the work is slowed down on purpose; null or absent if it is not. */
  readonly paused?: string | null;
}

export const progressOf = ({ phase, done, total, secondsLeft, paused }: IndexProgress): Progress => ({
  message: phase,
  done,
  total,
  secondsLeft,
  paused,
});

export interface OperationContext {
  /** On the clock of performance.now(): a question about a project that was never indexed is answered by then, if it is part of another one. */
  readonly firstUntilMs?: number;
  readonly services: Services;
  readonly caller: Caller;
  /** Aborts when the caller no longer wants the answer; every loop of the work checks it. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** The result of an operation. Errors are thrown as a Failure; `outcomeOfFailure` names its outcome. */
export interface Answer {
  /**
   * `empty`: no error, but nothing found. `none`: no answer, only the places nearest to one. `weak`: what was found may not answer.
   * `ambiguous`: there are hits, but the name has several definitions. `failed`: the request was done only in part, and the answer says
   * what is left.
   */
  readonly outcome: "found" | "empty" | "none" | "weak" | "ambiguous" | "failed";
  /** The machine-readable answer; valid against the operation's `output`. Opens with `summary`, the text's first line. */
  readonly structured: { readonly summary: string; readonly outcome: string; readonly [field: string]: unknown };
  /** The same answer as compact text, for a model or a terminal. */
  readonly text: string;
  /** False where the answer is a judgement and what was judged did not pass: the command then exits with 1. */
  readonly passed?: boolean;
  /** Whether `text` is for programs to read: it is written as it is, without colours. Default false. */
  readonly isForPrograms?: boolean;
  /** Whether a file that was asked for went to standard output: a terminal then shows the answer on standard error. Default false. */
  readonly outputIsTaken?: boolean;
}

/** How an operation appears on the command line. */
export interface CommandForm {
  /** Words after the program's name: `search`, `saved list`. */
  readonly command: string;
  /** Other names of the same command. */
  readonly aliases?: readonly string[];
  /** Settings listed in the command's help, because they matter to it. */
  readonly settings?: readonly SettingKey[];
  /** Input fields given by position, in order. Every other field is a flag: `top_k` is `--top-k`, a list may be repeated. */
  readonly positionals: readonly string[];
  /** By field: a second name of its flag, such as `--repo`. */
  readonly otherFlags?: Readonly<Record<string, string>>;
  /** A field that may be given as `-`: its value is then read from standard input. */
  readonly stdin?: string;
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
  /** Null for operations that only clients use. */
  readonly command: CommandForm | null;
  /** The set of tools that it belongs to; null for operations of the terminal only. */
  readonly toolset: Toolset | null;
  /**
   * True for a tool whose answer is mostly source, which JSON makes a third longer: every client gets the text alone, and programs the
   * structured form beside it, where no model reads it. Its budget is that of the text.
   */
  readonly textAlone?: boolean;
  /** True for a tool that is listed only where a server may search several projects; it is answered everywhere. */
  readonly several?: boolean;
  /** True for a tool that every server answers, whatever it lists: clients know it from when it was listed. */
  readonly always?: boolean;
  /** Of a tool that stands for several operations: the one that the input asks for, and its own input. Throws INVALID_INPUT. */
  choose?(input: unknown): ChosenOperation;
  /** Validates the input against `input` (INVALID_INPUT names each wrong field), then runs. */
  run(input: unknown, context: OperationContext): Promise<Answer>;
}

export interface ChosenOperation {
  readonly operation: Operation;
  readonly input: unknown;
}

/** Whether the caller has the tools of the set: a terminal has all. An answer names only those. */
export const isOfferedTo = ({ services, caller }: OperationContext, toolset: Toolset): boolean =>
  caller.kind === "cli" || offers(services.settings.toolsets, toolset);

export type Frozen<Value> = Value extends readonly (infer Entry)[]
  ? readonly Frozen<Entry>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** An answer whose structured part matches the operation's output schema. */
interface TypedAnswer<Output extends z.ZodObject> {
  readonly structured: Frozen<z.input<Output>> & Pick<Answer, "outcome">;
  readonly text: string;
  readonly passed?: boolean;
  readonly isForPrograms?: boolean;
  readonly outputIsTaken?: boolean;
}

/** Binds an operation's implementation to its schemas. */
export const defineOperation = <Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Omit<Operation, "input" | "output" | "run"> & {
    readonly input: Input;
    readonly output: Output;
    run(input: z.output<Input>, context: OperationContext): Promise<TypedAnswer<Output>>;
  },
): Operation => ({
  ...definition,
  output: z.object({ summary: z.string(), notes: z.array(z.string()).optional(), ...definition.output.shape }),
  run: async (input, context) => {
    const { input: meant, notes } = readInput(definition.input, input);
    const { structured, ...rest } = await definition.run(parsed(definition.input, meant), context);
    const summary = summaryOf(rest.text);
    const noted = notes.length === 0 ? {} : { notes };
    const text = [rest.text, ...notes.map((note) => `note: ${note}`)].join("\n");
    return { outcome: structured.outcome, structured: { summary, ...noted, ...structured }, ...rest, text };
  },
});

/** Most tokens of `summary` and `outcome`, with the largest numbers: reserved in every budget. */
export const SUMMARY_TOKENS = 48;

/** The text's first line. It opens the structured answer too, so that a model reads the same envelope first in either form. */
export const summaryOf = (text: string): string => text.split("\n", 1)[0] ?? "";

/** Error messages repeat what was sent, which may be anything. */
const COMPLAINT_LENGTH_MAX = 600;

/** INVALID_INPUT names each wrong field, and those that there are. */
export const parseInput = <Input extends z.ZodObject>(schema: Input, input: unknown): z.output<Input> =>
  parsed(schema, readInput(schema, input).input);

function parsed<Input extends z.ZodObject>(schema: Input, input: unknown): z.output<Input> {
  const read = schema.safeParse(input);
  if (!read.success) {
    const wrong = describeIssues(read.error.issues);
    throw new Failure("INVALID_INPUT", wrong.join("; ").slice(0, COMPLAINT_LENGTH_MAX), {
      hint: `the fields are: ${Object.keys(schema.shape).join(", ") || "none"}`,
    });
  }
  return read.data;
}

/** The outcome for a failure: narrow the question, correct it, or a problem here. */
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
