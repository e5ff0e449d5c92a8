// The context of one project: caches what chains resolve to, ends cycles, and stops when time is up.
import {
  ANY_MEMBER,
  CALL,
  type Chain,
  COLLECTION,
  classOfBareName,
  ELEMENT,
  INSTANCE,
  KEYS,
  type LastStep,
  lastStep,
  parseMember,
} from "../vocabulary/chain.ts";
import { Failure } from "../vocabulary/failure.ts";
import { anyMemberStep } from "./any-member.ts";
import { BASE_SEMANTICS } from "./base-semantics.ts";
import type { Lookup } from "./lookup.ts";
import { memberStep } from "./member-step.ts";
import { resolveRoot } from "./names.ts";
import { atMost, isKnown, type Resolution, type TypeArguments, UNKNOWN, withTypeArguments } from "./resolution.ts";
import type { LanguageSemantics, LinkContext, SemanticsOf } from "./semantics.ts";
import { callStep, elementStep, instanceStep, keysStep } from "./steps.ts";

/** Limit on the nesting of chains that lead to other chains. */
const DEPTH_MAX = 40;
/** Limit on the chains resolved for one name; only code made to be a tangle needs more. */
const STEPS_MAX = 20_000;

/** The time limit was reached while a chain was being resolved. What is resolved by then is kept; the question is over. */
export class OutOfTime extends Failure {
  constructor() {
    super("TIMED_OUT", "time was up while names were being resolved", {
      hint: "ask about less, one symbol or one folder, or again when the machine is less busy",
    });
  }
}

/** The question that is answered now. */
export interface Question {
  readonly lookup: Lookup;
  /** Whether its time is up. */
  readonly isOver: () => boolean;
}

/** What the contexts of one project share. */
interface Shared {
  readonly semanticsOf: SemanticsOf;
  readonly semantics: Map<string, LanguageSemantics>;
  readonly contexts: WeakMap<TypeArguments, LinkContext>;
  /** Chains that are being resolved now; meeting one of them again means a cycle. */
  readonly underWay: Set<string>;
  /** By chain: what was resolved with something left unknown, which is valid for this question only. */
  readonly inPart: Map<string, Resolution>;
  question: Question;
  incomplete: number;
  /** Chains resolved for the present name. */
  steps: number;
  opened: number;
  resolved: number;
}

/** What is known of the links of a project, as long as its files stay the same: questions one after another share it. */
export interface Links {
  /** Chains that are resolved: how much memory it takes. */
  readonly resolved: () => number;
  /** Whether a question ended with an error, other than that its time was up. No further one may be asked. */
  readonly broken: () => boolean;
  /** Works with the lookup of this question. Not reentrant. */
  during<Value>(question: Question, work: (context: LinkContext) => Value): Value;
}

/** `question`: the first one. During a question, `resolve` throws OutOfTime as soon as its time is up, since a partial result could be wrong. */
export function openLinks(semanticsOf: SemanticsOf, question: Question): Links {
  const shared: Shared = {
    semanticsOf,
    semantics: new Map(),
    contexts: new WeakMap(),
    underWay: new Set(),
    inPart: new Map(),
    question,
    incomplete: 0,
    steps: 0,
    opened: 0,
    resolved: 0,
  };
  const context = openWith(shared, null);
  let broken = false;
  return {
    resolved: () => shared.resolved,
    broken: () => broken,
    during(present, work) {
      if (present !== shared.question) {
        shared.question = present;
        shared.inPart.clear();
      }
      try {
        return work(context);
      } catch (error) {
        broken ||= !(error instanceof OutOfTime);
        throw error;
      }
    },
  };
}

function openWith(shared: Shared, typeArguments: TypeArguments | null): LinkContext {
  const resolved = new Map<string, Map<Chain, Resolution>>();
  shared.opened += 1;
  const number = shared.opened;
  const context: LinkContext = {
    get lookup() {
      return shared.question.lookup;
    },
    typeArguments,
    withArguments(more) {
      const known = shared.contexts.get(more) ?? openWith(shared, more);
      shared.contexts.set(more, known);
      return known;
    },
    semantics: (path) => semanticsAt(shared, path),
    resolve(path, chain) {
      const ofFile = resolved.get(path) ?? new Map<Chain, Resolution>();
      resolved.set(path, ofFile);
      return ofFile.get(chain) ?? resolveNow(shared, context, `${number} ${path} ${chain}`, path, chain, ofFile);
    },
    markIncomplete() {
      shared.incomplete += 1;
    },
    incompleteCount: () => shared.incomplete,
  };
  return context;
}

function semanticsAt({ semantics, semanticsOf, question: { lookup } }: Shared, path: string): LanguageSemantics {
  const known = semantics.get(path);
  if (known !== undefined) {
    return known;
  }
  const found = semanticsOf(lookup.language(path) ?? "") ?? BASE_SEMANTICS;
  semantics.set(path, found);
  return found;
}

/** `key`: the chain with its file and context; `cache`: what chains of the file resolve to in this context. */
function resolveNow(
  shared: Shared,
  context: LinkContext,
  key: string,
  path: string,
  chain: Chain,
  cache: Map<Chain, Resolution>,
): Resolution {
  const { underWay, inPart } = shared;
  const known = inPart.get(key);
  if (known !== undefined) {
    shared.incomplete += 1;
    return known;
  }
  if (shared.question.isOver()) {
    throw new OutOfTime();
  }
  if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && shared.steps >= STEPS_MAX)) {
    shared.incomplete += 1;
    return UNKNOWN;
  }
  shared.steps = underWay.size === 0 ? 0 : shared.steps + 1;
  const before = shared.incomplete;
  underWay.add(key);
  let resolution: Resolution;
  try {
    resolution = withTypeArguments(resolveChain(context, path, chain), context.typeArguments ?? undefined);
  } finally {
    underWay.delete(key);
  }
  if (shared.incomplete === before) {
    cache.set(chain, resolution);
    shared.resolved += 1;
  } else if (underWay.size === 0) {
    inPart.set(key, resolution);
  }
  return resolution;
}

// Resolves a chain: applies its last step to what the rest of it resolves to.

/** What a chain of a file resolves to. */
function resolveChain(context: LinkContext, path: string, chain: Chain): Resolution {
  const last = lastStep(chain);
  if (last === null) {
    return resolveRoot(context, path, chain);
  }
  const { before, step } = last;
  // `load` in a method may be a member of its class: the chain is the class, then the name as its step.
  const inClass = classOfBareName(before);
  if (inClass !== null) {
    return context.semantics(path).nameInClass(context, { path, at: inClass }, step.slice(1));
  }
  const resolution = context.resolve(path, before);
  const found = applyStep(context, path, last, resolution);
  // What is not proven proves nothing that is reached through it.
  return resolution.certainty === "heuristic" ? atMost("heuristic", found) : found;
}

function applyStep(context: LinkContext, path: string, { before, step }: LastStep, resolution: Resolution): Resolution {
  switch (step) {
    case CALL:
      return called(context, path, before, resolution);
    case INSTANCE:
      return instanceStep(context, resolution);
    case COLLECTION:
      return { ...resolution, value: { is: "collection", of: resolution.value } };
    case ELEMENT:
      return elementStep(context, resolution);
    case KEYS:
      return keysStep(context, resolution);
    case ANY_MEMBER:
      return anyMemberStep(context, resolution);
    default:
      return member(context, path, before + step, resolution, step.slice(1));
  }
}

function called(context: LinkContext, path: string, chain: Chain, callee: Resolution): Resolution {
  const { owner = "", name = "" } = parseMember(chain) ?? {};
  const receiver = owner === "" ? UNKNOWN : context.resolve(path, owner);
  for (const lookUp of context.semantics(path).calls) {
    const found = lookUp(context, { callee, receiver, name });
    if (found !== null) {
      return found;
    }
  }
  return callStep(context, callee);
}

function member(context: LinkContext, path: string, chain: Chain, on: Resolution, name: string): Resolution {
  const own = memberStep(context, on, name);
  for (const lookUp of isKnown(own) ? [] : context.semantics(path).missingMember) {
    const found = lookUp(context, { path, chain, on, name });
    if (found !== null) {
      return found;
    }
  }
  return own;
}
