// Which classes of Python are matched by what has their members, without being named: `class Serializes(typing.Protocol)`.
import { importIn, parseMember } from "../../vocabulary/chain.ts";
import type { DefinitionFact, Facts } from "../../vocabulary/facts.ts";

const PROTOCOL = "Protocol";

export const isProtocol = ({ imports }: Facts, { supers }: DefinitionFact): boolean =>
  supers.some((chain) => {
    const at = importIn(chain);
    const imported = at === null ? undefined : imports[at]?.imported;
    return parseMember(chain)?.name === PROTOCOL || imported === PROTOCOL;
  });
