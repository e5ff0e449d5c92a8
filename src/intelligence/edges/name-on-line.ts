// What a name means where it stands, `src/a.ts:12#save`: how an editor asks about the place of its cursor.
import type { Snapshot } from "../../index/snapshot.ts";
import { inTime } from "../../linking/linker.ts";
import type { Resolution } from "../../linking/resolution.ts";
import { importChain } from "../../vocabulary/chain.ts";
import { fromRoot } from "../requested-path.ts";
import { type Addressed, quoted, resolveAddress } from "../symbols/address.ts";
import type { EdgeScene } from "./edge-scene.ts";
import { symbolOf, type Targeted, type TargetSymbol } from "./target.ts";

const NAME_ON_LINE = /^(.+):(\d{1,9})#([^#]+)$/su;

/**
 * The symbol that the name on the line defines or is proven to mean, with the certainty. Else those that have the name, as `ambiguous`. Null
 * for an address of another form.
 */
export function resolveNameOnLine(snapshot: Snapshot, scene: EdgeScene, asked: string): Targeted | null {
  const [, path = "", line, name = ""] = NAME_ON_LINE.exec(fromRoot(asked.trim())) ?? [];
  if (line === undefined) {
    return null;
  }
  const proven = inTime(() => meantBy(snapshot, scene, { path, line: Number(line), name }))?.value ?? [];
  const [symbol] = proven;
  if (symbol !== undefined && proven.length === 1) {
    return { kind: "found", symbol };
  }
  if (symbol !== undefined) {
    const certainty = proven.every((one) => one.certainty === "exact") ? "exact" : "constrained";
    return { kind: "ambiguous", candidates: proven.map((one) => addressedAs(snapshot, one)), certainty };
  }
  const named = resolveAddress(snapshot, name);
  const all = named.kind === "found" ? [named.found] : named.kind === "ambiguous" ? named.candidates : [];
  const candidates = all.filter(({ symbols }) => symbols[0]?.name === name);
  return candidates.length > 0
    ? { kind: "ambiguous", candidates }
    : { kind: "none", why: `no symbol is named ${quoted(name)}`, nearest: [] };
}

interface Named {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

function meantBy(snapshot: Snapshot, scene: EdgeScene, named: Named): TargetSymbol[] {
  const facts = scene.lookup.facts(named.path);
  const own = (facts?.definitions ?? []).flatMap(({ name, nameLine }, at) =>
    name === named.name && nameLine === named.line ? [{ path: named.path, at }] : [],
  );
  const resolutions: readonly Resolution[] =
    own.length > 0 ? [{ value: { is: "definition", places: own }, certainty: "exact" }] : resolved(scene, named);
  const found = new Map<string, TargetSymbol>();
  for (const { value, certainty } of resolutions) {
    for (const { path, at } of value.is === "definition" && certainty !== "heuristic" ? value.places : []) {
      const [document, defining] = [snapshot.documentAt(path), scene.lookup.facts(path)];
      const symbol = document === undefined || defining === null ? null : symbolOf(document, defining, [at]);
      if (symbol !== null) {
        found.set(`${path}#${symbol.definition.path}`, { ...symbol, certainty });
      }
    }
  }
  return [...found.values()];
}

/** What references, imports and exports of the name on the line lead to. */
function resolved({ lookup, linker }: EdgeScene, { path, line, name }: Named): Resolution[] {
  const { references = [], imports = [], exports = null } = lookup.facts(path) ?? {};
  return [
    ...references
      .filter((group) => group.name === name && group.lines.includes(line))
      .map((group) => linker.target(path, group)),
    ...imports.flatMap((one, at) =>
      one.line === line && (one.local === name || one.imported === name)
        ? [linker.declared(path, importChain(at))]
        : [],
    ),
    ...(exports ?? [])
      .filter((one) => one.line === line && one.name === name)
      .map(({ of }) => linker.declared(path, of)),
  ];
}

const addressedAs = (snapshot: Snapshot, { document, definition }: TargetSymbol): Addressed => ({
  document,
  symbols: snapshot.symbols(document.id).filter(({ path }) => path === definition.path),
});
