// Finds a symbol of one working tree again in another, by its address or else its name, and only where it is the same text there: an
// edit that was meant for one text is not made to another.
import type { Built, EditScene } from "../change-set.ts";
import { type EditTarget, resolveEditTarget, type TargetRequest } from "../targets/resolve-target.ts";

export type Rebased =
  /** Its address there. */
  | { readonly kind: "found"; readonly symbol: string }
  /** It is there with another text: what an edit here was meant for is not there. */
  | { readonly kind: "differs"; readonly here: EditTarget; readonly there: EditTarget }
  /** It was not found, in one of the two trees. */
  | Exclude<Built, { kind: "built" }>;

/** `request` names the symbol in the tree `here`. @throws CANCELLED */
export async function rebaseTarget(here: EditScene, there: EditScene, request: TargetRequest): Promise<Rebased> {
  const own = await resolveEditTarget(here, request);
  if (own.kind !== "found") {
    return own;
  }
  const { address, span } = own.target;
  const atAddress = await resolveEditTarget(there, { symbol: address });
  const other = atAddress.kind === "missing" ? await resolveEditTarget(there, { symbol: span.path }) : atAddress;
  if (other.kind !== "found") {
    return other;
  }
  return textOf(other.target) === textOf(own.target)
    ? { kind: "found", symbol: other.target.address }
    : { kind: "differs", here: own.target, there: other.target };
}

/** The symbol with its comments, without regard to how its lines end. */
export const textOf = ({ text, span }: EditTarget): string =>
  text.slice(span.leadStart, span.end).replaceAll("\r\n", "\n");
