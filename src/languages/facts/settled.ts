// What is kept of what a reader gathered, once it is known what names mean: types that agree, mentions in groups, exports once.
// Knows no scopes.
import type { Chain, ExportFact, MentionGroup, Role } from "../../vocabulary/facts.ts";
import type { ChainDraft, Resolved } from "./scopes.ts";

/** A mention before it is known what its chain comes to. */
export interface MentionDraft {
  readonly name: string;
  readonly line: number;
  readonly role: Role;
  readonly of: ChainDraft;
}

/** Parts of a union that are looked into. */
const PARTS_MAX = 16;

export function joined(types: readonly ChainDraft[], chainOf: (draft: ChainDraft) => Chain | null): Chain | null {
  const chains = new Set(types.map(chainOf));
  const known = [...chains].filter((chain) => chain !== null && !chain.startsWith("!")).slice(0, PARTS_MAX);
  return known.length > 0 ? known.join("|") : chains.has("!") ? "!" : null;
}

/** Places at which one function gives something back that are compared. */
const RETURNS_MAX = 20;

/** What all of these hold; one that gives nothing of the project's (null, mostly) agrees with every other. */
export function agreed(returned: readonly ChainDraft[], chainOf: (draft: ChainDraft) => Chain | null): Chain | null {
  const chains = new Set(returned.length > RETURNS_MAX ? [] : returned.map(chainOf));
  const others = [...chains].filter((chain) => chain !== "!");
  return others.length === 0 ? (chains.has("!") ? "!" : null) : others.length === 1 ? (others[0] ?? null) : null;
}

type Use = Pick<MentionDraft, "line" | "role">;

/** One group a name and chain, in order of first mention; plain uses of locals, and what is no project's, are left out. */
export function grouped(mentions: readonly MentionDraft[], settle: (draft: ChainDraft) => Resolved): MentionGroup[] {
  const groups = new Map<string, { name: string; of: Chain | null; at: Use[] }>();
  const chains = new Map<ChainDraft, Resolved>();
  for (const { name, line, role, of } of mentions) {
    const known = chains.get(of);
    const resolved = known === undefined ? settle(of) : known;
    chains.set(of, resolved);
    if (resolved === "local" || resolved?.chain.startsWith("!") === true) {
      continue;
    }
    const key = `${name} ${resolved?.chain ?? ""}`;
    const group = groups.get(key) ?? { name, of: resolved?.chain ?? null, at: [] };
    groups.set(key, group);
    group.at.push({ line, role });
  }
  const comesAfter = (a: Use, b: Use): boolean => a.line > b.line || (a.line === b.line && a.role > b.role);
  return [...groups.values()].map(({ name, of, at }) => {
    // Mostly they come in order, and then need no sorting.
    if (at.some((use, index) => index > 0 && comesAfter(at[index - 1] ?? use, use))) {
      at.sort((a, b) => (comesAfter(a, b) ? 1 : comesAfter(b, a) ? -1 : 0));
    }
    const distinct = at.filter(({ line, role }, index) => line !== at[index - 1]?.line || role !== at[index - 1]?.role);
    return { name, of, lines: distinct.map(({ line }) => line), roles: distinct.map(({ role }) => role) };
  });
}

/** Overloads are exported once. */
export function distinct(exports: readonly ExportFact[]): ExportFact[] {
  return [...new Map(exports.toReversed().map((fact) => [`${fact.name} ${fact.of}`, fact])).values()].toReversed();
}
