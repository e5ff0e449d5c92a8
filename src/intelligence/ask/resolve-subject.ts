// What the subject of a question is in this project: one symbol, several, a file, a folder, or nothing.
import type { Snapshot } from "../../index/snapshot.ts";
import { withSlashes } from "../../system/platform/below.ts";
import type { ChunkKind } from "../../vocabulary/chunk.ts";
import { fromRoot } from "../requested-path.ts";
import { type Addressed, matchOfAddress, resolveAddress } from "../symbols/address.ts";
import { distanceOf } from "../symbols/candidate-files.ts";
import { partsOfQuery } from "../symbols/find-symbols.ts";

export type Resolution =
  /**
   * `address`: unique for this symbol. `namesakes`: others with the name, in tests and the like or inside other symbols, so
   * that this one is more likely meant. `loosely`: only its last name matches, for example after a variable. `inOtherCase`: its name
   * is written in other letters, upper or lower. `isAside`: it is in a test, an example and the like.
   */
  | {
      readonly kind: "symbol";
      readonly address: string;
      readonly path: string;
      readonly namesakes: number;
      readonly loosely?: true;
      readonly inOtherCase?: true;
      readonly isAside?: true;
      readonly symbolKind?: ChunkKind;
    }
  | { readonly kind: "several"; readonly count: number }
  | { readonly kind: "file"; readonly path: string }
  /** Without a slash at its end. */
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "none" };

export const NO_RESOLUTION: Resolution = { kind: "none" };

const NONE: Resolution = { kind: "none" };

export function resolveSubject(snapshot: Snapshot, text: string): Resolution {
  const wanted = fromRoot(text.trim());
  if (wanted === "") {
    return NONE;
  }
  const path = withSlashes(wanted);
  if (snapshot.documentAt(path) !== undefined) {
    return { kind: "file", path };
  }
  const isPath = path.includes("/") && !/[#:]/.test(path);
  const place = isPath ? placeOf(snapshot, path) : NONE;
  return place.kind === "none" ? byAddress(snapshot, wanted) : place;
}

/** `ctx.save`, `this.save`, `c->save`. */
const MEMBER = /^\$?\w+(?:\.|->|::)(\w+)$/;

/** Whether the text can be an address at all: a search for similar addresses takes long and is left to the tools. */
function isDefined(snapshot: Snapshot, wanted: string): boolean {
  const { qualifiers, name } = partsOfQuery(wanted);
  // A field has no symbol of its own, but its type has.
  const names = [wanted, name, ...qualifiers.slice(-1)];
  return names.some((one) => snapshot.definitions(one).length > 0) || /:\d/.test(wanted);
}

function byAddress(snapshot: Snapshot, wanted: string): Resolution {
  const address = isDefined(snapshot, wanted) ? resolveAddress(snapshot, wanted) : ({ kind: "none" } as const);
  switch (address.kind) {
    case "found": {
      const isSpelled = matchOfAddress(wanted, address.found) !== "case";
      const found = symbolAt(address.found, 0);
      return (
        (isSpelled ? null : moduleAt(snapshot, wanted)) ??
        (isSpelled || found.kind !== "symbol" ? found : { ...found, inOtherCase: true })
      );
    }
    case "ambiguous": {
      const { candidates } = address;
      const likeliest = likeliestOf(candidates, wanted);
      return likeliest === undefined
        ? (moduleAt(snapshot, wanted) ?? { kind: "several", count: candidates.length })
        : symbolAt(likeliest, candidates.length - 1);
    }
    case "none": {
      const place = placeOf(snapshot, wanted);
      const name = MEMBER.exec(wanted)?.[1];
      return place.kind !== "none" || name === undefined ? place : loosely(byAddress(snapshot, name));
    }
  }
}

/** The dotted path of a module, such as `shop.models.order`: meant before what only resembles it in that module. */
function moduleAt(snapshot: Snapshot, wanted: string): Resolution | null {
  const place = wanted.includes(".") ? placeOf(snapshot, wanted) : NONE;
  return place.kind === "file" ? place : null;
}

const loosely = (found: Resolution): Resolution => (found.kind === "symbol" ? { ...found, loosely: true } : NONE);

/** The only one in source, or the only one there that is not inside another symbol; undefined if several are alike. */
function likeliestOf(candidates: readonly Addressed[], wanted: string): Addressed | undefined {
  const proper = candidates.filter(({ document }) => distanceOf(document) === 0);
  const outermost = proper.filter(({ symbols: [symbol] }) => symbol?.path === wanted);
  const [only, ...others] = proper.length === 1 ? proper : outermost;
  return others.length === 0 ? only : undefined;
}

const symbolAt = ({ document, symbols: [symbol] }: Addressed, namesakes: number): Resolution =>
  symbol === undefined
    ? NONE
    : {
        kind: "symbol",
        address: `${document.path}#${symbol.path}`,
        path: document.path,
        namesakes,
        symbolKind: symbol.kind,
        ...(distanceOf(document) > 0 ? { isAside: true } : {}),
      };

/** A folder, or a file by its name alone where only one has it. */
function placeOf(snapshot: Snapshot, place: string): Resolution {
  // A line that is in no symbol is in its file.
  const wanted = place.replace(/:\d+(?:-\d+)?$/, "");
  if (snapshot.documentAt(wanted) !== undefined) {
    return { kind: "file", path: wanted };
  }
  const folder = `${wanted.replace(/\/+$/, "")}/`;
  // As languages write the path of a module.
  const module = /^\w+(?:\.\w+)+$/.test(wanted) ? `/${wanted.replaceAll(".", "/")}` : null;
  const named: string[] = [];
  let isFolder = false;
  for (const { path } of snapshot.documents()) {
    isFolder ||= path.startsWith(folder);
    const end = `/${path}`;
    if (end.endsWith(`/${wanted}`) || (module !== null && end.replace(/\.\w+$/, "").endsWith(module))) {
      named.push(path);
    }
  }
  const [file] = named;
  return isFolder
    ? { kind: "folder", path: folder.slice(0, -1) }
    : file === undefined || !wanted.includes(".")
      ? NONE
      : named.length === 1
        ? { kind: "file", path: file }
        : { kind: "several", count: named.length };
}
