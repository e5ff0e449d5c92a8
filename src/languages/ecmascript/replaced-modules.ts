// Modules of CommonJS, which are values: `module.exports = Store`. Members of that value can be imported by their names, all of it is the
// default export where modules of both kinds meet, and the file itself reaches it as `exports`.
import { memberStep } from "../../linking/member-step.ts";
import { importedFromModule, moduleMember } from "../../linking/module-members.ts";
import { atMost, isKnown, orNull, type Place, placesOf } from "../../linking/resolution.ts";
import type { MissingMemberLookup, NameLookup, NameSemantics } from "../../linking/semantics.ts";
import { valueOfVariable } from "../../linking/supertypes.ts";
import { type Chain, importIn, parseMember } from "../../vocabulary/chain.ts";
import { DEFAULT, FILE, OWN_MODULE, REPLACED } from "../../vocabulary/facts.ts";
import { documentedType } from "./documented-types.ts";

/** `const { open } = require("./store")` where the module is a class that has `open`. */
export const importedOrMember: NameSemantics["imported"] = (context, path, at, isFunction) => {
  const found = importedFromModule(context, path, at, isFunction);
  const { imported = null, specifier = "" } = context.lookup.facts(path)?.imports[at] ?? {};
  if (isKnown(found) || imported === null || imported === "*") {
    return found;
  }
  const { modules } = context.semantics(path);
  const whole = moduleMember(context, modules.resolve(specifier, path, context.lookup), REPLACED);
  const member = isKnown(whole) ? memberStep(context, whole, imported) : whole;
  return isKnown(member) ? member : found;
};

/** `(await import("./store")).default` where the module is one value. */
export const defaultOfReplaced: MissingMemberLookup = (context, { path, chain, on, name }) => {
  const at = name === DEFAULT ? importIn(parseMember(chain)?.owner ?? "") : null;
  const isWhole = at !== null && context.lookup.facts(path)?.imports[at]?.imported === "*";
  return isWhole && on.value.is === "definition" ? atMost("constrained", on) : null;
};

/** `exports`, which `module.exports` is read as: the file's own module. */
export const ownModule: NameLookup = (context, path, name) => {
  const exports = name === OWN_MODULE ? (context.lookup.facts(path)?.exports ?? null) : null;
  return exports === null
    ? null
    : (orNull(moduleMember(context, [path], REPLACED)) ?? {
        value: { is: "module", paths: [path] },
        certainty: "exact",
      });
};

/** What a module has by its name beside the value that replaces it: `module.exports = open; module.exports.close = close`. */
export const besideReplaced: MissingMemberLookup = (context, { on, name }) => {
  for (const whole of [on, valueOfVariable(context, on)]) {
    const [{ path, at } = NOWHERE] = placesOf(whole);
    const exports = context.lookup.facts(path)?.exports ?? [];
    const [replaced, own] = [REPLACED, name].map((wanted) => exports.find((fact) => fact.name === wanted)?.of);
    const isReplaced = (of: Chain): boolean =>
      placesOf(context.resolve(path, of)).some((one) => one.path === path && one.at === at);
    if (replaced !== undefined && isReplaced(replaced)) {
      return own === undefined ? documentedType(context, path, name) : orNull(context.resolve(path, own));
    }
  }
  return null;
};

const NOWHERE: Place = { path: "", at: FILE };
