// Resolves a chain: applies its last step to what the rest of it resolves to.
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
import { anyMemberStep } from "./any-member.ts";
import { memberStep } from "./member-step.ts";
import { resolveRoot } from "./names.ts";
import { atMost, isKnown, type Resolution, UNKNOWN } from "./resolution.ts";
import type { LinkContext } from "./semantics.ts";
import { callStep, elementStep, instanceStep, keysStep } from "./steps.ts";

/** What a chain of a file resolves to. */
export function resolveChain(context: LinkContext, path: string, chain: Chain): Resolution {
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
