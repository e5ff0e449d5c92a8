// Runs a pattern over a tree: where it matches, and what its metavariables match. Backtracks where `$$$` may take more, within
// a bound on the steps for one tree.
import type { NodeAt } from "../syntax-tree.ts";
import type { BareTree } from "./bare-tree.ts";
import type { PatternProgram, Step } from "./program.ts";

/** The match of a metavariable: offsets in UTF-16 units, end exclusive; equal offsets if it is empty. */
export interface Binding {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly bindings: readonly Binding[];
  /** The first node of it, and the one after its last. */
  readonly node: NodeAt;
  readonly after: NodeAt;
}

export interface PatternRun {
  /** In order of where they start; one may be in another. */
  readonly matches: readonly PatternMatch[];
  /** False where the steps were used up. */
  readonly complete: boolean;
}

/** Some 200 ms, and more of long texts that are compared. Most patterns take one or two steps a node. */
const STEPS_MAX = 1_000_000;

/** A node that was gone into, and where its neighbours end. */
interface Frame {
  readonly node: NodeAt;
  readonly outerEnd: NodeAt;
  readonly outer: Frame | null;
  /** Choices that were open then. */
  readonly choices: number;
}

/** What changes with each step. */
interface State {
  pc: number;
  /** The next node, if it is before `end`. */
  at: NodeAt;
  end: NodeAt;
  frame: Frame | null;
  /** Offset where the node before `at` ends. */
  passed: number;
}

/** A state to go back to; of a `rest`, with where the first node that it takes starts. */
interface Choice extends Readonly<State> {
  readonly bound: number;
  readonly from: number;
}

/** What is left of the steps of one text. */
export interface Budget {
  steps: number;
}

export const openBudget = (): Budget => ({ steps: STEPS_MAX });

interface Machine {
  readonly budget: Budget;
  readonly bare: BareTree;
  readonly program: PatternProgram;
  readonly state: State;
  readonly bindings: Binding[];
  readonly choices: Choice[];
}

export function runProgram(bare: BareTree, program: PatternProgram, budget: Budget = openBudget()): PatternRun {
  const { tree } = bare;
  const matches: PatternMatch[] = [];
  for (let node = 0; node < tree.count; node++) {
    const match = mayStart(bare, node, program.steps[0]) ? matchFrom(bare, program, node, budget) : null;
    if (budget.steps <= 0) {
      return { matches, complete: false };
    }
    if (match !== null) {
      matches.push(match);
    }
  }
  return { matches, complete: true };
}

const mayStart = ({ tree, skip }: BareTree, node: NodeAt, first: Step | undefined): boolean =>
  first?.do === "open" || first?.do === "leaf" ? tree.type(node) === first.type : skip(node, node + 1) === node;

function matchFrom(bare: BareTree, program: PatternProgram, node: NodeAt, budget: Budget): PatternMatch | null {
  const { tree } = bare;
  const start = tree.start(node);
  const parent = tree.parent(node);
  const end = parent < 0 ? tree.count : tree.after(parent);
  const state: State = { pc: 0, at: node, end, frame: null, passed: start };
  const machine: Machine = { budget, bare, program, state, bindings: [], choices: [] };
  for (let step = program.steps[0]; step !== undefined; step = program.steps[state.pc]) {
    budget.steps -= 1;
    if (advance(machine, step) && budget.steps > 0) {
      state.pc += 1;
    } else if (!goBack(machine)) {
      return null;
    }
  }
  return { start, end: state.passed, bindings: machine.bindings, node, after: state.at };
}

/** Does one step; false where it does not match. */
function advance(machine: Machine, step: Step): boolean {
  const { bare, state } = machine;
  const { tree } = bare;
  const before = state.at;
  state.at = bare.skip(state.at, state.end);
  const { at, end } = state;
  switch (step.do) {
    case "open":
      if (at >= end || tree.type(at) !== step.type || tree.after(at) === at + 1 || !fits(machine, before, step.gap)) {
        return false;
      }
      state.passed = tree.start(at);
      state.frame = { node: at, outerEnd: end, outer: state.frame, choices: machine.choices.length };
      state.end = tree.after(at);
      state.at = at + 1;
      return true;
    case "close":
      return at >= end && fits(machine, before, step.gap) && goOut(machine);
    case "leaf":
      return (
        at < end &&
        tree.type(at) === step.type &&
        tree.after(at) === at + 1 &&
        tree.text(at) === step.text &&
        fits(machine, before, step.gap) &&
        pass(machine)
      );
    case "one":
      return (
        at < end &&
        tree.isNamed(at) &&
        fits(machine, before, step.gap) &&
        bind(machine, step.name, tree.start(at), tree.end(at)) &&
        pass(machine)
      );
    case "rest":
      return step.last ? takeAll(machine, step.name) : takeNone(machine, step.name);
    case "maybe":
      choose(machine);
      return true;
  }
}

function pass({ bare: { tree }, state }: Machine): true {
  state.passed = tree.end(state.at);
  state.at = tree.after(state.at);
  return true;
}

/**
 * Whether what is between the last node and the next, or the end, is as it should be; `before` is where nodes to skip began.
 */
function fits({ bare, state }: Machine, before: NodeAt, gap: string | null): boolean {
  if (gap === null) {
    return true;
  }
  const { tree } = bare;
  const { at, end, frame, passed } = state;
  const to = at < end ? tree.start(at) : frame === null ? passed : tree.end(frame.node);
  return (to === passed ? "" : bare.gap(passed, to, before)) === gap;
}

function goOut(machine: Machine): boolean {
  const { bare, state } = machine;
  const { frame } = state;
  if (frame === null) {
    return false;
  }
  state.passed = bare.tree.end(frame.node);
  state.end = frame.outerEnd;
  state.frame = frame.outer;
  forget(machine, frame.choices);
  return true;
}

/** How much of a text is compared at the price of a step. UTF-16 units. */
const COMPARED_A_STEP = 100;

function bind(machine: Machine, name: string | null, start: number, end: number): boolean {
  const { budget, bare, program, bindings } = machine;
  const before = name === null || !program.repeats ? undefined : bindings.find((one) => one.name === name);
  if (name !== null && before === undefined) {
    bindings.push({ name, start, end });
  }
  if (before === undefined || before.end - before.start !== end - start) {
    return before === undefined;
  }
  budget.steps -= (end - start) / COMPARED_A_STEP;
  return bare.text.slice(before.start, before.end) === bare.text.slice(start, end);
}

/** Without names that must match the same text, no other choice leads further in the rest than the one made. */
function forget({ program, choices }: Machine, count: number): void {
  if (!program.repeats) {
    choices.length = Math.min(choices.length, count);
  }
}

function choose({ bare: { tree }, state, bindings, choices }: Machine): void {
  const from = state.at < state.end ? tree.start(state.at) : state.passed;
  choices.push({ ...state, bound: bindings.length, from });
}

function takeAll(machine: Machine, name: string | null): boolean {
  const { bare, state } = machine;
  const from = state.at < state.end ? bare.tree.start(state.at) : state.passed;
  while (state.at < state.end) {
    machine.budget.steps -= 1;
    pass(machine);
    state.at = bare.skip(state.at, state.end);
  }
  return bind(machine, name, from, state.passed);
}

/** For a start: `goBack` takes more. */
function takeNone(machine: Machine, name: string | null): boolean {
  const { state } = machine;
  forget(machine, state.frame?.choices ?? 0);
  choose(machine);
  return bind(machine, name, state.passed, state.passed);
}

/** Goes back to the last choice that can be made in another way, and makes it; false where there is none. */
function goBack(machine: Machine): boolean {
  const { budget, program, state, bindings, choices } = machine;
  for (let choice = choices.pop(); choice !== undefined && budget.steps > 0; choice = choices.pop()) {
    budget.steps -= 1;
    const { bound, from, ...before } = choice;
    Object.assign(state, before);
    bindings.length = bound;
    const step = program.steps[choice.pc];
    if (step?.do === "maybe" && bind(machine, step.name, state.passed, state.passed)) {
      state.pc += step.length + 1;
      return true;
    }
    if (step?.do === "rest" && takeMore(machine, choice, step.name)) {
      state.pc += 1;
      return true;
    }
  }
  return false;
}

/** Leaves the choice open to take one more still. */
function takeMore(machine: Machine, choice: Choice, name: string | null): boolean {
  const { bare, state, choices } = machine;
  state.at = bare.skip(state.at, state.end);
  if (state.at >= state.end) {
    return false;
  }
  pass(machine);
  choices.push({ ...choice, at: state.at, passed: state.passed });
  return bind(machine, name, choice.from, state.passed);
}
