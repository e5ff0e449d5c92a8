// What get_symbol says of the symbols related to a symbol: callers, callees, supertypes, subtypes and members.
import type { Edge, SymbolNode } from "../../../intelligence/edges/calls.ts";
import type { Hierarchy, Member } from "../../../intelligence/edges/hierarchy.ts";
import type { Relative } from "../../../intelligence/edges/related-types.ts";
import type { TargetSymbol } from "../../../intelligence/edges/target.ts";
import { languageById } from "../../../languages/registry.ts";
import { ABSTRACT, type Certainty, type DefinitionFact, EXPORTED, PRIVATE } from "../../../vocabulary/facts.ts";
import { shortened } from "../../../vocabulary/shown-text.ts";
import { countsOf, renderCounts } from "../../answer/text-lines.ts";
import type { Fact, Related, Relation } from "./symbol-fields.ts";

const EDGES_SHOWN = 2;
const MEMBERS_NAMED = 12;

/** The names of each part of a hierarchy, plural and singular. */
function titled({ supers, implemented, subtypes, overriding }: Hierarchy, { definition, document }: TargetSymbol) {
  const isInterface = definition.kind === "interface";
  const { embeds = false } = languageById(document.language) ?? {};
  const parts: readonly { readonly title: Relation; readonly all: readonly Relative[] }[] = [
    { title: embeds ? "embeds" : "extends", all: supers },
    { title: "implements", all: implemented },
    { title: isInterface ? "implemented by" : embeds ? "embedded by" : "extended by", all: subtypes },
    // Where methods make a type implement an interface, a type's own method is asked for by it.
    { title: isAbstract(definition) ? "implemented by" : embeds ? "implements" : "overridden by", all: overriding },
  ];
  return parts.filter(({ all }) => all.length > 0);
}

/** Each with its first two members; a single member needs no count. */
export function summariesOf(hierarchy: Hierarchy, symbol: TargetSymbol): Fact[] {
  const { members, isWhole } = hierarchy;
  return [
    ...titled(hierarchy, symbol).map(({ title, all }): Fact => {
      const counted = countsOf(all.map(({ certainty }) => certainty));
      const top = all.slice(0, EDGES_SHOWN);
      const named = top.map(({ node }) => renderNode(node));
      return {
        line: summedLine(title, all.length, counted, named),
        fields: { counts: { [title]: counted } },
        rows: top.map((one) => relativeCells(title, one)),
      };
    }),
    ...(members.length === 0
      ? []
      : [{ line: membersLine(members), fields: { counts: { members: { exact: members.length } } } }]),
    ...(isWhole ? [] : [{ line: "subtypes: not all files were looked into", fields: { subtypes_unknown: true } }]),
  ];
}

/** `members: 80: get, post, close; …`: what others may call first. */
function membersLine(members: readonly Member[]): string {
  const names = [...new Set(members.toSorted(byUse).map(({ definition }) => definition.name))];
  const shown = names.slice(0, MEMBERS_NAMED).map(shortened);
  return `members: ${members.length}: ${shown.join(", ")}${names.length > shown.length ? "; …" : ""}`;
}

/** Public members, those of no stated visibility, private ones. */
const innerness = ({ definition: { flags, name } }: Member): number =>
  (flags & PRIVATE) !== 0 || name.startsWith("_") ? 2 : (flags & EXPORTED) !== 0 ? 0 : 1;
const isData = ({ definition: { kind } }: Member): number => (kind === "method" || kind === "function" ? 0 : 1);
const byUse = (a: Member, b: Member): number => innerness(a) - innerness(b) || isData(a) - isData(b);

/** The members that the summaries leave out, one in each row. */
export const listsOf = (hierarchy: Hierarchy, symbol: TargetSymbol): Fact[] => [
  ...titled(hierarchy, symbol).flatMap(({ title, all }) =>
    all.slice(EDGES_SHOWN).map((one): Fact => {
      const { node, kind, certainty } = one;
      return {
        line: `${title}: ${kind} ${renderNode(node)}${certainty === "exact" ? "" : ` ${certainty}`}`,
        rows: [relativeCells(title, one)],
      };
    }),
  ),
  ...hierarchy.members.toSorted(byUse).map((member): Fact => {
    const row = memberCells(member, symbol.document.path);
    return { line: `member: ${renderMember(row)}`, rows: [row] };
  }),
];

const surely = (certainty: Certainty): Certainty | null => (certainty === "exact" ? null : certainty);

function nodeCells(relation: Relation, { path, symbol, line }: SymbolNode): Related {
  const name = symbol === null ? null : shortened(symbol);
  return { relation, symbol: name, path, line, end_line: null, kind: null, count: null, certainty: null };
}

const relativeCells = (relation: Relation, { node, kind, certainty }: Relative): Related => ({
  ...nodeCells(relation, node),
  kind,
  certainty: surely(certainty),
});

/** Without the file if it is the symbol's own. */
function memberCells({ path, definition }: Member, own: string): Related {
  const { kind, name, startLine, endLine } = definition;
  const node = { path, symbol: name, line: startLine, target: null };
  return {
    ...nodeCells("member", node),
    path: path === own ? null : path,
    end_line: endLine === startLine ? null : endLine,
    kind,
  };
}

/** `method save 12-20`, with the file if it is another one. */
const renderMember = ({ kind, symbol, path, line, end_line: end }: Related): string =>
  `${kind} ${symbol} ${path === null ? "" : `${path}:`}${line}${end === null ? "" : `-${end}`}`;

const isAbstract = ({ flags }: DefinitionFact): boolean => (flags & ABSTRACT) !== 0;

export const renderNode = ({ path, symbol, line }: SymbolNode): string =>
  symbol === null ? path : `${shortened(symbol)} ${path}:${line}`;

/** `callers: 3 (3 exact): main src/main.ts:4; …`: how many there are, and the first of them. */
const summedLine = (
  title: string,
  count: number,
  counted: Parameters<typeof renderCounts>[0],
  first: readonly string[],
) => `${title}: ${count} (${renderCounts(counted)}): ${first.join("; ")}${count > first.length ? "; …" : ""}`;

export function edgesFact(title: "callers" | "callees", relation: Relation, edges: readonly Edge[]): Fact {
  const top = edges.slice(0, EDGES_SHOWN);
  const named = top.map(({ node, count }) => `${renderNode(node)}${count === 1 ? "" : ` ×${count}`}`);
  const counted = countsOf(edges.map(({ certainty }) => certainty));
  return {
    line: edges.length === 0 ? `${title}: none` : summedLine(title, edges.length, counted, named),
    fields: edges.length === 0 ? {} : { counts: { [title]: counted } },
    rows: top.map(({ node, count, certainty }) => ({
      ...nodeCells(relation, node),
      count: count === 1 ? null : count,
      certainty: surely(certainty),
    })),
  };
}
