// Builds the move of an outermost definition to another file: its text with comments, the imports that it needs there, and the imports
// of all files that use it. Writes nothing; refuses where a use cannot be proven to follow.
import pLimit from "p-limit";
import type { Snapshot } from "../../index/snapshot.ts";
import { lookupOf } from "../../intelligence/edges/edge-scene.ts";
import { requestedPath } from "../../intelligence/requested-path.ts";
import { openLanguageChooser } from "../../languages/choose-language.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import type { MoveBetween } from "../../languages/contract/move-between.ts";
import { isTestFile } from "../../languages/file-role.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { openLinker } from "../../linking/linker.ts";
import { type OverlaidFile, type Overlay, overlaidLookup } from "../../linking/overlay.ts";
import type { Steps } from "../../system/slices.ts";
import { FILE } from "../../vocabulary/facts.ts";
import type { Built, EditScene } from "../change-set.ts";
import { withPlacesInDoubt } from "../doubts/with-places-in-doubt.ts";
import { differences } from "./check-move.ts";
import { type Drafted, draftMove } from "./draft-move.ts";
import { newCycles } from "./find-cycles.ts";
import { draftBetween } from "./move-between.ts";
import { readExact } from "./placed-uses.ts";
import { READ_AT_ONCE, readTexts } from "./read-texts.ts";
import { notFound, refused } from "./refusals.ts";
import { type Survey, surveyMove } from "./survey-move.ts";
import { usersThroughModules } from "./through-modules.ts";

export interface MoveRequest {
  /** Address of the symbol. */
  readonly symbol: string;
  /** First digits of the SHA-256 of its file, as the caller knows it. */
  readonly hash?: string | undefined;
  /** Project-relative path of the file that it moves to, which need not exist. */
  readonly to: string;
  /** Whether definitions that it needs are exported where they are not. */
  readonly exportNeeded: boolean;
}

/** `moveSymbol({ symbol: "src/a.ts#parse", to: "src/parse.ts", exportNeeded: false }, scene)`. Rejects with CANCELLED. */
export const moveSymbol = async (request: MoveRequest, scene: EditScene): Promise<Built> =>
  withPlacesInDoubt(scene, request.symbol, await buildMove(request, scene), { listsUses: false });

async function buildMove(request: MoveRequest, scene: EditScene): Promise<Built> {
  const to = requestedPath(request.to.trim());
  if (to === "" || to.startsWith("/") || to.split("/").includes("..")) {
    return refused("outside-root", null, null, `${request.to} is no path in the project`, "name a file of the project");
  }
  const surveyed = await scene.inSlices((snapshot) => surveyMove(snapshot, request.symbol, to, scene.signal));
  if (surveyed.kind === "not-found") {
    return notFound(request.symbol, surveyed.targeted);
  }
  const { survey } = surveyed;
  const { document, definition } = survey.symbol;
  if (request.hash !== undefined && !document.contentHash.startsWith(request.hash)) {
    const { startLine, endLine, kind } = definition;
    const candidates = [{ address: `${document.path}#${definition.path}`, kind, startLine, endLine }];
    return { kind: "stale", message: `${document.path} changed since it was read`, candidates };
  }
  const syntax = languageById(document.language)?.importSyntax;
  const refusal = unfit(survey, to, syntax);
  if (refusal !== null || syntax === undefined) {
    return refusal ?? unsupported(survey);
  }
  const { exportNeeded } = request;
  const { between } = syntax;
  if (between !== undefined && (await isBetween(scene, survey, to, between))) {
    const drafted = await draftBetween(scene, { survey, to, exportNeeded, syntax, between });
    return drafted.kind === "drafted" ? check(scene, drafted, syntax) : drafted;
  }
  const users = syntax.scope === "file" ? survey.users : [];
  const others = users.filter(({ path }) => path !== to);
  const destination = survey.destination === null ? [] : [survey.destination];
  const read = await readTexts(scene, [document, ...others, ...destination]);
  if (read.kind !== "read") {
    return read;
  }
  const through =
    users.length === 0 ? [] : await scene.inSlices((snapshot) => usersThroughModules(snapshot, survey, scene.signal));
  const exact = await readExact(scene, new Map([...read.texts].filter(([path]) => through.includes(path))));
  if ("kind" in exact) {
    return exact;
  }
  const task = { survey, to, exportNeeded, syntax, texts: read.texts, exact, signal: scene.signal };
  const drafted = await scene.inSlices((snapshot) => draftMove(snapshot, task));
  return drafted.kind === "drafted" ? check(scene, drafted, syntax) : drafted;
}

const isBetween = (scene: EditScene, { symbol }: Survey, to: string, between: MoveBetween): Promise<boolean> =>
  scene.inSlices(function* (snapshot) {
    yield;
    return between.applies(symbol.document.path, to, lookupOf(snapshot));
  });

const unsupported = ({ symbol: { document } }: Survey): Built =>
  refused(
    "unsupported",
    document.path,
    null,
    `definitions of ${document.language ?? "this kind of file"} cannot be moved to another file`,
    "insert it there, then delete it here",
  );

/** Why this cannot move, before any text is read; null where it may. */
function unfit({ symbol, references }: Survey, to: string, syntax: ImportSyntax | undefined): Built | null {
  const { document, definition } = symbol;
  const { path } = document;
  const refuse = (message: string, remedy: string): Built =>
    refused("unsupported", path, definition.nameLine, message, remedy);
  if (syntax === undefined) {
    return null;
  }
  if (definition.parent !== FILE) {
    return refuse(`${definition.path} is inside of another definition`, "move that one, or move this by hand");
  }
  if (path === to) {
    return refuse(`${definition.path} is in ${to} already`, "name another file");
  }
  if (languageById(openLanguageChooser()(to, "")?.id ?? null)?.importSyntax !== syntax) {
    return refuse(`${to} is of another language`, `name a file like ${path}`);
  }
  if (syntax.between !== undefined && isTestFile(path) !== isTestFile(to)) {
    return refuse(`only one of ${path} and ${to} is a test`, "name a file of the same kind");
  }
  const [left] = references.filesLeft;
  return left === undefined
    ? null
    : refused("unsupported", left, null, `not all of ${left} could be looked into`, "move it by hand");
}

/** Reads the changed texts again: every name has to mean what it meant, and no import may make a circle that fails. */
async function check(scene: EditScene, drafted: Drafted, syntax: ImportSyntax): Promise<Built> {
  const { overlayTexts } = drafted;
  const overlay = new Map<string, OverlaidFile | null>();
  const texts = [...overlayTexts];
  const read = await pLimit(READ_AT_ONCE).map(texts, async ([path, text]) =>
    text === null ? null : await scene.analyzer.factsOf(path, text, scene.signal),
  );
  for (const [at, facts] of read.entries()) {
    const [path] = texts[at] ?? [""];
    if (facts !== null && "unread" in facts) {
      const message = `${path} could not be read after the move: ${facts.unread}`;
      return refused("unsupported", path, null, message, "move it by hand");
    }
    overlay.set(path, facts);
  }
  return scene.inSlices((snapshot) => checkMove(snapshot, scene.signal, { ...drafted, overlay, syntax }));
}

interface Checkable extends Drafted {
  readonly syntax: ImportSyntax;
  /** The changed files after the move. */
  readonly overlay: Overlay;
}

function* checkMove(
  snapshot: Snapshot,
  signal: AbortSignal,
  { change, overlay, moved, paths, syntax }: Checkable,
): Steps<Built> {
  const under = lookupOf(snapshot);
  const over = overlaidLookup(under, overlay);
  const isOver = (): boolean => signal.aborted;
  const before = { lookup: under, linker: openLinker(under, semanticsOf, isOver) };
  const after = { lookup: over, linker: openLinker(over, semanticsOf, isOver) };
  yield;
  const refusals = differences(before, after, [...new Set(paths)], moved);
  if (refusals.length > 0) {
    return { kind: "refused", refusals };
  }
  yield;
  const cycles = newCycles(under, over, [...overlay.keys()]);
  const [cycle] = cycles;
  if (cycle !== undefined && syntax.cyclesFail) {
    const message = `these files would import each other in a circle: ${[...cycle, cycle[0]].join(" → ")}`;
    return refused("unsupported", cycle[0] ?? null, null, message, "choose a destination that imports none of them");
  }
  const left = cycles.map((files) => ({
    path: files[0] ?? moved.to,
    line: 1,
    why: `the move makes a circle of imports: ${[...files, files[0]].join(" → ")}`,
  }));
  return { kind: "built", change: { ...change, left: [...change.left, ...left] } };
}
