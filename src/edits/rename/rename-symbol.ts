// Builds the change that gives a symbol another name: in its definitions, references, imports and re-exports, wherever these are
// proven to mean it. Refuses a name that something else has, or that would change what any name means.

import { ofLibraries } from "../../change/breaks/name.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { externalOverrides } from "../../intelligence/edges/overrides.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { definitionOf } from "../../intelligence/edges/related-types.ts";
import type { TargetSymbol } from "../../intelligence/edges/target.ts";
import { usesAsFitting } from "../../intelligence/edges/uses-as-fitting.ts";
import { languageById } from "../../languages/registry.ts";
import { nameOfPath } from "../../linking/lookup.ts";
import { OutOfTime } from "../../linking/open-context.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { BUILT_IN_ROOT, type Chain, definitionIn, importIn, splitFirst } from "../../vocabulary/chain.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { Built, ChangeSet, EditScene, FileChange, LeftPlace, Refusal } from "../change-set.ts";
import { withPlacesInDoubt } from "../doubts/with-places-in-doubt.ts";
import { type Chosen, choosePlaces, isEmbedded, type Naming } from "./choose-places.ts";
import { findHidden, findImportCollisions } from "./collisions.ts";
import { findLeft, type OpenUse } from "./left-places.ts";
import { canBeMember, edgesOver, lookUp, notSearched, OTHERS_MAX, type RenameRequest, refused } from "./look-up.ts";
import { overlayOf, type PlacedFile, type PlacedFiles, placeTexts, readPlaced } from "./placed-files.ts";
import type { Family } from "./rename-family.ts";
import { usesByOffset } from "./uses.ts";
import { verifyLinks } from "./verify-links.ts";

export async function renameSymbol(scene: EditScene, request: RenameRequest): Promise<Built> {
  try {
    return await withPlacesInDoubt(scene, request.symbol, await buildRename(scene, request));
  } catch (error) {
    if (error instanceof OutOfTime) {
      return refused(notSearched(null));
    }
    throw error;
  }
}

async function buildRename(scene: EditScene, request: RenameRequest): Promise<Built> {
  const looked = await scene.inSlices((snapshot) => lookUp(snapshot, scene, request));
  if (looked.kind !== "found") {
    return looked;
  }
  const { target, references, mentioning } = looked;
  const naming: Naming = { from: target.name, to: request.newName };
  const all = [...references.references, ...references.unresolved, ...looked.family.places];
  const names = [naming.from, naming.to];
  const placed = await readPlaced(scene, [...new Set(all.map(({ path }) => path))], names);
  const further = mentioning.filter((path) => !placed.files.has(path));
  const others = await readPlaced(scene, further.slice(0, OTHERS_MAX), names);
  const why = `has the word ${naming.from}, and was not looked into: more than ${OTHERS_MAX} further files have it`;
  const unread = [...placed.unread, ...others.unread, ...further.slice(OTHERS_MAX).map((path) => ({ path, why }))];
  const family = withEmbedded(looked.family, placed.files, naming);
  const missing = family.places.find(({ path }) => !placed.files.has(path));
  if (missing !== undefined) {
    const why = placed.unread.find(({ path }) => path === missing.path)?.why ?? "the file could not be read";
    return refused({ rule: "unsupported", path: missing.path, line: null, message: why, remedy: "rename it by hand" });
  }
  const [own] = target.places;
  const isField = target.definition.kind === "field" && languageById(target.document.language)?.embeds === true;
  if (isField && own !== undefined && isEmbedded(placed.files, own, naming.from)) {
    const message = `${naming.from} has its name from the type that it embeds`;
    const { path } = target.document;
    return refused({
      rule: "unsupported",
      path,
      line: target.definition.nameLine,
      message,
      remedy: "rename that type",
    });
  }
  const to = movedPath(target, naming);
  if (to !== null && scene.corpus.current().files.has(to)) {
    const message = `${to} is there already: the file is named as the type`;
    return refused({ rule: "collision", path: to, line: null, message, remedy: "choose another name" });
  }
  const chosen = await scene.inSlices((snapshot) =>
    chooseIn(snapshot, scene, placed.files, { others: others.files, target, family, naming, request }),
  );
  const librarys = await scene.inSlices((snapshot) => librarysKey(snapshot, scene, placed.files, target));
  if (librarys !== null) {
    return refused(librarys);
  }
  const collisions = [
    ...findImportCollisions(placed.files, chosen.chosen, naming),
    ...findHidden(placed.files, chosen.chosen, family.places, naming),
  ];
  if (collisions.length > 0) {
    return { kind: "refused", refusals: collisions };
  }
  const refusals = await verify(scene, { naming, family, chosen: chosen.chosen, before: placed.files });
  return refusals.length > 0
    ? { kind: "refused", refusals }
    : { kind: "built", change: changeOf(placed.files, chosen, { target, naming, family, unread }) };
}

/** Without fields that have a name of their own. */
function withEmbedded(family: Family, files: PlacedFiles, { from }: Naming): Family {
  const embedded = family.embedded.filter((place) => isEmbedded(files, place, from));
  const others = new Set(family.embedded.filter((place) => !embedded.includes(place)));
  return { ...family, embedded, places: family.places.filter((place) => !others.has(place)) };
}

/** Refused for a key of a literal that a library's type has: `const page: Meta = { title: "a" }`. */
function* librarysKey(
  snapshot: Snapshot,
  scene: EditScene,
  files: PlacedFiles,
  { places: [own], name, definition }: TargetSymbol,
): Steps<Refusal | null> {
  const file = files.get(own?.path ?? "");
  const offset = file?.facts.definitions[own?.at ?? FILE]?.nameLine ?? -1;
  const uses = file === undefined ? [] : (usesByOffset(file.facts.references).get(offset) ?? []);
  const { linker } = edgesOver(snapshot, scene, overlayOf(files));
  yield;
  const isLibrarys = uses.some(
    ({ group, role }) =>
      file !== undefined &&
      role === "write" &&
      group.name === name &&
      isOfLibrary(file, group.of ?? "") &&
      linker.target(file.path, group).value.is === "external",
  );
  const message = `${name} is a member of a library's type, which keeps its name`;
  return file !== undefined && isLibrarys
    ? {
        rule: "unsupported",
        path: file.path,
        line: definition.nameLine,
        message,
        remedy: "rename it by hand if the library does not use it",
      }
    : null;
}

/** Whether a chain starts at an import, or at a definition whose type is not the language's own: `Record<string, string>`. */
function isOfLibrary({ facts }: PlacedFile, chain: Chain): boolean {
  const root = splitFirst(chain).name;
  const type = facts.definitions[definitionIn(root) ?? FILE]?.type ?? null;
  return importIn(root) !== null || (type !== null && !type.startsWith(BUILT_IN_ROOT));
}

interface ToChoose {
  readonly others: PlacedFiles;
  readonly target: TargetSymbol;
  readonly family: Family;
  readonly naming: Naming;
  readonly request: RenameRequest;
}

function* chooseIn(
  snapshot: Snapshot,
  scene: EditScene,
  files: PlacedFiles,
  { others, target, family, naming, request }: ToChoose,
): Steps<{ readonly chosen: Chosen; readonly left: readonly LeftPlace[] }> {
  const edges = edgesOver(snapshot, scene, overlayOf(files));
  const searched = yield* findReferences(edges, { name: naming.from, places: family.places }, true);
  const { references, unresolved } = searched;
  if (searched.filesLeft.length > 0) {
    throw new OutOfTime();
  }
  // What embeds a type has no name beside the reference to it.
  const embedded = new Set(family.embedded.map(keyOf));
  const found = { definitions: family.places.filter((place) => !embedded.has(keyOf(place))), references };
  const chosen = choosePlaces({ files, naming, scene: edges }, found, request.includeHeuristic);
  const isMember = canBeMember(target);
  const { extending } = family;
  const { linker } = edges;
  const paths = [...files.keys(), ...others.keys()];
  const librarys = isMember ? ofLibraries(edges, naming.from, target.document.language, paths) : [];
  const open = [...unresolved, ...librarys.filter((one) => isLeftIn(chosen, one))];
  const left = findLeft({ files, others, chosen, naming, isMember, extending, unresolved: open, linker });
  const fitting = isMember ? yield* fittingWithout(snapshot, scene, target, family) : [];
  return { chosen, left: [...left, ...fitting] };
}

const isLeftIn = ({ places }: Chosen, { path, line }: OpenUse): boolean =>
  places.get(path)?.some(({ offset }) => offset === line) !== true;

/** Places that may rest on a type having the member by its old name, without naming it. */
function* fittingWithout(
  snapshot: Snapshot,
  scene: EditScene,
  { name, places }: TargetSymbol,
  family: Family,
): Steps<LeftPlace[]> {
  // Lines as the index has them: the facts of the placed files give offsets.
  const edges = edgesOver(snapshot, scene);
  const found: LeftPlace[] = [];
  for (const place of places) {
    const { uses, isWhole } = yield* usesAsFitting(edges, place);
    found.push(...uses.map((one) => ({ ...one, why: `${one.why} that is renamed` })));
    if (!isWhole) {
      found.push(notAllInTime(edges, place));
    }
  }
  // What a trait asks for is renamed with any implementation, and so is that of others.
  for (const place of family.places) {
    const external = yield* externalOverrides(edges, { name, places: [place] });
    for (const one of external.places) {
      const line = definitionOf(edges, one)?.nameLine ?? 1;
      found.push({ path: one.path, line, why: "implements it for a type outside of the project", effect: "breaks" });
    }
    if (external.filesLeft.length > 0) {
      found.push(notAllInTime(edges, place));
    }
  }
  return found;
}

const notAllInTime = (edges: EdgeScene, place: Place): LeftPlace => ({
  path: place.path,
  line: definitionOf(edges, place)?.nameLine ?? 1,
  why: "not all that may be used by having this member was found in time",
});

interface ToVerify {
  readonly naming: Naming;
  readonly family: Family;
  readonly chosen: Chosen;
  readonly before: PlacedFiles;
}

async function verify(scene: EditScene, { naming, family, chosen, before }: ToVerify): Promise<readonly Refusal[]> {
  const texts = [...chosen.places.keys()].flatMap((path) => {
    const file = before.get(path);
    return file === undefined ? [] : [{ path, text: changedText(file, chosen, naming), contentHash: file.contentHash }];
  });
  const { files: after, unread } = await placeTexts(scene, texts, [naming.from, naming.to]);
  const [first] = unread;
  if (first !== undefined) {
    const message = `the changed file could not be read again: ${first.why}`;
    return [{ rule: "unsupported", path: first.path, line: null, message, remedy: "rename it by hand" }];
  }
  const renamed = new Set(family.places.map(keyOf));
  return await scene.inSlices((snapshot) =>
    verifyLinks({
      naming,
      chosen,
      before,
      after,
      renamed,
      sceneBefore: edgesOver(snapshot, scene, overlayOf(before)),
      sceneAfter: edgesOver(snapshot, scene, overlayOf(new Map([...before, ...after]))),
    }),
  );
}

const editsOf = ({ places }: Chosen, path: string, { from }: Naming) =>
  (places.get(path) ?? []).map(({ offset, text }) => ({ start: offset, end: offset + from.length, text }));

function changedText({ path, source: { text } }: PlacedFile, chosen: Chosen, naming: Naming): string {
  let changed = "";
  let at = 0;
  for (const edit of editsOf(chosen, path, naming)) {
    changed += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return changed + text.slice(at);
}

/** Where the file goes that has the name of the type at its top; null where it stays. */
function movedPath({ document: { path, language }, definition }: TargetSymbol, { from, to }: Naming): string | null {
  const name = nameOfPath(path);
  const isNamed = languageById(language)?.rename?.namesFiles === true && TYPE_KINDS.has(definition.kind);
  const isItsFile = isNamed && definition.parent === FILE && name.slice(0, name.lastIndexOf(".")) === from;
  return isItsFile ? path.slice(0, path.length - name.length) + to + name.slice(from.length) : null;
}

interface ToWrite {
  readonly target: TargetSymbol;
  readonly naming: Naming;
  readonly family: Family;
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

function changeOf(
  files: PlacedFiles,
  { chosen, left }: { readonly chosen: Chosen; readonly left: readonly LeftPlace[] },
  { target, naming, family, unread }: ToWrite,
): ChangeSet {
  const { path, at } = family.places[0] ?? { path: target.document.path, at: 0 };
  const own = files.get(path)?.facts.definitions[at]?.path ?? naming.from;
  const renamedPath = own.slice(0, own.length - naming.from.length) + naming.to;
  return {
    intent: `rename_symbol ${path}#${own} to ${naming.to}`,
    changes: [...chosen.places.keys()].sort().map((one): FileChange => {
      const contentHash = files.get(one)?.contentHash ?? "";
      const edits = editsOf(chosen, one, naming);
      const to = one === path ? movedPath(target, naming) : null;
      return to === null
        ? { kind: "edit", path: one, contentHash, edits }
        : { kind: "move", path: one, to, contentHash, edits };
    }),
    left: [...left, ...unread.map(({ path: one, why }) => ({ path: one, line: 1, why }))],
    symbols: [`${path}#${renamedPath}`],
  };
}
