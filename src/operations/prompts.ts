// The prompts that a person picks in a client, and the text that a model gets for each: which tools to call, in which order.
// Some clients (opencode) ask for a prompt with `$1`, `$2` as arguments and fill in the real ones later. Such a text must fit
// whatever comes: nothing is decided by the look of a placeholder, and it reads well where an optional one stays empty.
import { LANGUAGES } from "../languages/registry.ts";
import { plainJson, plainText } from "./answer/text-lines.ts";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether symbols and paths of the project are completions for it. */
  readonly completes: boolean;
}

export type Values = Readonly<Record<string, string | undefined>>;

/** One tool call, and its purpose. */
interface Step {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly why: string;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The task, in a sentence. */
  task(values: Values): string;
  /** Of each list the first offered tool is called; duplicate calls are made once. */
  steps(values: Values): readonly (readonly Step[])[];
  /** What to answer on the basis of the results. */
  readonly outcome: string;
}

const target = (description: string, required: boolean): PromptArgument => ({
  name: "target",
  description,
  required,
  completes: true,
});
const words = (name: string, description: string, required: boolean): PromptArgument => ({
  name,
  description,
  required,
  completes: false,
});

const ENDINGS = LANGUAGES.flatMap(({ extensions, fileNames = [] }) => [...extensions, ...fileNames]);

/** A placeholder for an argument that the client fills in later. */
export const isPlaceholder = (text: string | undefined): boolean => /^\$(?:\d+|ARGUMENTS)$/.test(text ?? "");

/** A path without a symbol, recognised by its form: a prompt opens no file. */
export const namesFile = (address: string): boolean =>
  !address.includes("#") &&
  !/:\d+(-\d+)?$/.test(address) &&
  (address.includes("/") || ENDINGS.some((ending) => address.endsWith(ending)));

const find = (query: string): Step => ({
  tool: "search_codebase",
  input: { query },
  why: "the code in question",
});

type Steps = readonly (readonly Step[])[];

const folderSteps = (path: string): Steps => [
  [{ tool: "analyze_directory", input: { path }, why: "what the folder's files define" }, find(path)],
];
const fileSteps = (path: string): Steps => [
  [{ tool: "analyze_file", input: { path }, why: "what the file defines and imports" }, find(path)],
];
const symbolSteps = (symbol: string): Steps => [
  [{ tool: "get_symbol", input: { symbol }, why: "signature, documentation, callers and callees" }],
  [{ tool: "get_symbol_source", input: { symbol }, why: "its source, imports and enclosing signature" }, find(symbol)],
];
const usesStep = (symbol: string): Step => ({
  tool: "find_references",
  input: { symbol },
  why: "each use, with its certainty",
});
const impactStep = (symbol: string): Step => ({
  tool: "analyze_impact",
  input: { symbol },
  why: "what depends on it, and the tests that reach it",
});

/** The same steps, each with the targets that it is for. */
const onlyFor = (condition: string, steps: Steps): Steps =>
  steps.map((choice) =>
    choice.map((step) =>
      step.tool === "search_codebase" ? step : { ...step, why: `if the target is ${condition}: ${step.why}` },
    ),
  );

/** Steps that show what a target is, and its text. */
function look(address: string): Steps {
  if (isPlaceholder(address)) {
    return [
      ...onlyFor("a folder", folderSteps(address)),
      ...onlyFor("a file", fileSteps(address)),
      ...onlyFor("a symbol", symbolSteps(address)),
    ];
  }
  return address.endsWith("/") ? folderSteps(address) : namesFile(address) ? fileSteps(address) : symbolSteps(address);
}

/** Steps that show who uses it, and what depends on it. */
function reach(address: string): Steps {
  if (isPlaceholder(address)) {
    return [...onlyFor("a symbol", [[usesStep(address)]]), ...onlyFor("a symbol or a file", [[impactStep(address)]])];
  }
  if (address.endsWith("/")) {
    return [];
  }
  const lines: Step = {
    tool: "search_text",
    input: { pattern: nameIn(address) },
    why: "each line with the name; some may mean another symbol",
  };
  return namesFile(address) ? [[impactStep(address)]] : [[usesStep(address), lines], [impactStep(address)]];
}

function callees(address: string): Steps {
  const step: Step = {
    tool: "get_call_graph",
    input: { symbol: address, direction: "callees", depth: 1 },
    why: "what it calls",
  };
  return isPlaceholder(address) ? onlyFor("a symbol", [[step]]) : namesFile(address) ? [] : [[step]];
}

/** `save` of `src/a.ts#OrderStore.save`. */
const nameIn = (address: string): string => address.split(/#|::|\./).at(-1) || address;

const SYNTAX: Step = { tool: "validate_syntax", input: {}, why: "after editing: whether the changed files parse" };

export const ALL_PROMPTS: readonly Prompt[] = [
  {
    name: "explain",
    title: "Explain code",
    description: "Explain a symbol, a file or a behaviour of this project, with file and line",
    arguments: [
      target("Symbol (path#Class.method, Class.method, name), path, or a behaviour in words", true),
      words("question", "What to explain about it", false),
    ],
    task: ({ target: about = "", question }) => `Explain ${quote(about)} in this project.${askedUnlessEmpty(question)}`,
    steps: ({ target: about = "" }) =>
      isPhrase(about)
        ? [[find(about)]]
        : [
            ...(isPlaceholder(about) ? [[find(about)]] : []),
            ...look(about),
            ...reach(about).slice(0, isPlaceholder(about) ? 2 : 1),
            ...callees(about),
          ],
    outcome:
      "Say what it does, who uses it, and how it works, in the order of the code. Give path:line for each statement.",
  },
  {
    name: "fix",
    title: "Fix a bug",
    description: "Find and fix the cause of a bug, and list what the fix affects",
    arguments: [
      words("problem", "What goes wrong: an error message, a stack trace, a failing test", true),
      target("Where, if known: symbol or path", false),
    ],
    task: ({ problem = "" }) => `Find the cause of this bug and fix it.${asked(problem)}`,
    steps: ({ problem = "", target: about }) => [
      [find(problem)],
      ...(about === undefined ? [] : [...look(about), ...reach(about)]),
      [SYNTAX],
    ],
    outcome:
      "State the cause with its path:line before you change anything. Make the smallest change that removes the cause, then list the callers and tests that it affects.",
  },
  {
    name: "refactor",
    title: "Refactor code",
    description: "Plan and make a change that keeps behaviour, based on all places that use the code",
    arguments: [target("Symbol or path to change", true), words("goal", "What the result should be", true)],
    task: ({ target: about = "", goal = "" }) =>
      `Refactor ${quote(about)} without changing what the program does.${asked(goal)}`,
    steps: ({ target: about = "" }) => [...look(about), ...reach(about), [SYNTAX]],
    outcome:
      "First list every place to change (path:line), in an order that keeps the program working after each step: types, functions, callers, tests. Say which uses match by name only and may mean something else. Then make the changes.",
  },
  {
    name: "review",
    title: "Review a change",
    description: "Review what has changed since a commit, and what it affects",
    arguments: [
      words("base", "Branch, tag or commit to compare with; default HEAD", false),
      words("focus", "What to look at most closely", false),
    ],
    task: ({ base = "HEAD", focus }) =>
      `Review what differs from ${quote(base)}${isPlaceholder(base) ? " (HEAD if empty)" : ""} in the working tree.${askedUnlessEmpty(focus)}`,
    steps: ({ base, focus: asked }) => {
      const focus = asked ?? "what the change does";
      const changed_since = base ?? "HEAD";
      const query: Step = {
        tool: "search_codebase",
        input: { query: focus, changed_since, detail: "locations" },
        why: "which changed code matters most",
      };
      const diff: Step = {
        tool: "analyze_diff",
        input: base === undefined ? {} : { base },
        why: "which symbols were added, removed, changed in signature or body, or moved",
      };
      return [
        [diff, query],
        ...(asked === undefined ? [] : [[query]]),
        [{ tool: "validate_syntax", input: { changed_since }, why: "whether the changed files parse" }],
      ];
    },
    outcome:
      "Read the diff itself with git, and check who uses each symbol whose signature or body changed. List findings, most serious first, each with path:line, what goes wrong and when. Say what you did not check. Finding nothing is a valid result.",
  },
];

const isPhrase = (text: string): boolean => /\s/.test(text.trim()) && !text.includes("#") && !text.includes("/");

const quote = (text: string): string => plainJson(text);

/** The user's words, quoted line by line so that none of them can be mistaken for a step. */
const asked = (text: string): string =>
  `\nIn the user's words:\n${text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${plainText(line)}`)
    .join("\n")}`;

/** On one line if it may be filled in with nothing. */
const askedUnlessEmpty = (text: string | undefined): string =>
  text === undefined ? "" : isPlaceholder(text) ? ` In the user's words (may be empty): ${quote(text)}` : asked(text);
