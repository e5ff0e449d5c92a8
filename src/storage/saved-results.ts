// Saved results of one project, or of one set of projects that are searched together, as operations/ sees them: save, list, get, delete, in a mode that each call may
// choose. Owns the rules between the places (which is written, which is read first, what falls back); a place's own
// rules are its backend's, the document's are saved-result.ts's.
//
//   const saved = new SavedResults({ home: settings.dataFolder, projectRoot, projectName, mode, share,
//                                    readAdmitted: (path) => corpus.read(path) });
//   const receipt = await saved.save(answer, { name: "auth flow" });   // receipt.problems: STORAGE_FELL_BACK
//   const { results, problems } = await saved.list();
//   await saved.saveHandoff(handoff, { name: "login fix" });
//   const loaded = await saved.get("auth flow");    // loaded.kind, loaded.trust, loaded.files[i].state, loaded.document
//   await saved.delete("auth flow");
//
// The constructor touches no disk: it may be called for each request.
import { join } from "node:path";
import { Failure, type Problem } from "../vocabulary/failure.ts";
import type { StorageBackend } from "./backend.ts";
import { anchorResult, type FileStatus, type ReadAdmitted } from "./file-states.ts";
import { type Handoff, type HandoffToSave, handoffOf } from "./handoff.ts";
import {
  diskLocations,
  type Location,
  type Locations,
  modeOfScope,
  placesOf,
  placesRead,
  type Scope,
} from "./locations.ts";
import { checkName, defaultName, type ResultName } from "./names.ts";
import { enterOwnSave, readOwnSaves } from "./own-saves.ts";
import { type PlaceStatus, placeStates } from "./place-states.ts";
import { claimProjectFolder, folderNameOf, type ProjectIdentity } from "./project-marker.ts";
import { alreadyExists, noSuchResult } from "./refusals.ts";
import { isHandoff, parseSavedDocument, type SavedDocument } from "./saved-document.ts";
import {
  type AnswerToSave,
  type SavedContext,
  type SavedResult,
  type StorageMode,
  savedResultOf,
} from "./saved-result.ts";
import { type ResultSummary, summarize, trustIn } from "./summaries.ts";

export interface SavedResultsOptions {
  /** The global home itself, `~/.context-broker` unless set otherwise. */
  readonly home: string;
  /** Absolute, real path; `joinedRoot` of several projects, whose results lie in the home alone. */
  readonly projectRoot: string;
  readonly projectName: string;
  readonly mode: StorageMode;
  /** True leaves the project's folder open to its repository: no `.gitignore` of `*`. */
  readonly share: boolean;
  readonly readAdmitted: ReadAdmitted;
  /** Other places than the disk, for an embedding program or a test. */
  readonly locations?: Locations;
  readonly now?: () => Date;
}

/** Where one result is stored. */
export interface ResultPlace {
  readonly name: ResultName;
  readonly scope: Scope;
  /** Absolute path of the document. */
  readonly path: string;
  /** `untrusted`: from the project's folder, and not saved by this user on this machine: it may have come with a clone. */
  readonly trust: "own" | "untrusted";
}

export interface SavedReceipt<Document extends SavedDocument = SavedDocument> extends ResultPlace {
  readonly document: Document;
  /** STORAGE_FELL_BACK where the project could not be written. */
  readonly problems: readonly Problem[];
}

interface Loaded extends ResultPlace {
  /** True where everything that it rests on is unchanged. */
  readonly current: boolean;
  /** STORAGE_FELL_BACK where the project's folder cannot be used and the global home answered. */
  readonly problems: readonly Problem[];
}

export interface LoadedSearch extends Loaded {
  readonly kind: "search";
  /** Anchored at this project's root, if it is of one. Its text is as old as `timestamp`; the states say which files are unchanged. */
  readonly document: SavedResult;
  /** In the order of `document.files`. */
  readonly files: readonly FileStatus[];
}

export interface LoadedHandoff extends Loaded {
  readonly kind: "handoff";
  readonly document: Handoff;
  /** In the order of `document.places`. */
  readonly places: readonly PlaceStatus[];
}

export type LoadedResult = LoadedSearch | LoadedHandoff;

export interface ResultListing {
  /** Newest first. */
  readonly results: readonly ResultSummary[];
  /** Results beyond the number that a list reads; 0 is the usual. */
  readonly omitted: number;
  readonly problems: readonly Problem[];
}

export interface ModeOption {
  /** Overrides the mode of the options. Reading without it looks into every place, those of that mode first. */
  readonly mode?: StorageMode;
}

type SaveOptions = ModeOption & { readonly name?: string; readonly overwrite?: boolean };

/** Saves within one second under one default name are numbered up to this. */
const DEFAULT_NAME_TRIES = 50;

/**
 * What `look` finds in the first place that has it. A place that cannot be used is skipped, with a problem. If nothing is
 * found, the first place's failure is thrown.
 */
async function firstPlace<Found>(
  name: ResultName,
  places: readonly Location[],
  look: (backend: StorageBackend) => Promise<Found | null>,
): Promise<{ location: Location; backend: StorageBackend; found: Found; problems: Problem[] }> {
  const unusable: Failure[] = [];
  let firstFailure: Failure | null = null;
  for (const location of places) {
    try {
      const backend = await location.find();
      const found = backend === null ? null : await look(backend);
      if (backend !== null && found !== null) {
        const problems = unusable.map(({ message }) => ({ code: "STORAGE_FELL_BACK" as const, message }));
        return { location, backend, found, problems };
      }
    } catch (error) {
      if (!(error instanceof Failure && error.code === "STORAGE_UNAVAILABLE")) {
        throw error;
      }
      unusable.push(error);
      firstFailure = location === places[0] ? error : firstFailure;
    }
  }
  const looked = places.map(({ place }) => place);
  throw firstFailure ?? noSuchResult(name, looked);
}

const placeOf = (name: ResultName, location: Location, backend: StorageBackend): ResultPlace => ({
  name,
  scope: location.scope,
  path: backend.address(name),
  trust: location.trust,
});

interface Written {
  readonly location: Location;
  readonly backend: StorageBackend;
  readonly problems: readonly Problem[];
}

async function writeAt(location: Location, name: ResultName, text: string, overwrite: boolean): Promise<Written> {
  const backend = await location.prepare();
  await backend.write(name, text, { overwrite });
  return { location, backend, problems: [] };
}

async function nameTakenAt(location: Location, name: ResultName): Promise<boolean> {
  try {
    return ((await (await location.find())?.read(name)) ?? null) !== null;
  } catch {
    // The place cannot be read, so nothing in it hides the result; the write itself reports a place that cannot be used.
    return false;
  }
}

/** Writes to the first place, or to the next if the first cannot be written and would not hide the result. */
async function writeInOrder(
  { write, read }: { readonly write: readonly Location[]; readonly read: readonly Location[] },
  name: ResultName,
  text: string,
  overwrite: boolean,
): Promise<Written> {
  const [first, second] = write as readonly [Location, Location?];
  for (const other of overwrite ? [] : read.filter((place) => place !== first)) {
    if (await nameTakenAt(other, name)) {
      throw alreadyExists(name, name, other.place);
    }
  }
  try {
    return await writeAt(first, name, text, overwrite);
  } catch (error) {
    const unwritable = error instanceof Failure && error.code === "STORAGE_UNAVAILABLE";
    if (!unwritable || second === undefined || (await nameTakenAt(first, name))) {
      throw error;
    }
    const written = await writeAt(second, name, text, overwrite);
    const path = written.backend.address(name);
    const message = `the result was saved in the global home (${path}) instead of the project: ${error.message}`;
    return { ...written, problems: [{ code: "STORAGE_FELL_BACK", message }] };
  }
}

/** Records a document in a project's folder as saved by this user; a problem if that fails. */
async function enter(home: string, project: ProjectIdentity, text: string): Promise<Problem[]> {
  try {
    // Claiming the folder reserves the project's name in addresses.
    await claimProjectFolder(home, project);
    await enterOwnSave(home, text);
    return [];
  } catch (error) {
    if (!(error instanceof Failure && error.code === "STORAGE_UNAVAILABLE")) {
      throw error;
    }
    const message = `the result is saved, but will be shown as untrusted: ${error.message}`;
    return [{ code: "OWN_SAVE_NOT_ENTERED", message }];
  }
}

export class SavedResults {
  readonly #options: SavedResultsOptions;
  readonly #project: ProjectIdentity;
  readonly #locations: Locations;

  constructor(options: SavedResultsOptions) {
    this.#options = options;
    this.#project = { root: options.projectRoot, name: options.projectName };
    this.#locations = options.locations ?? diskLocations(options.home, this.#project, options.share);
  }

  /** NAME_REFUSED, ALREADY_EXISTS, INVALID_INPUT (too large), STORAGE_UNAVAILABLE: nothing was written then. */
  async save(answer: AnswerToSave, call: SaveOptions = {}): Promise<SavedReceipt<SavedResult>> {
    const { name: project, root } = this.#project;
    const time = this.#options.now?.() ?? new Date();
    const mode = call.mode ?? this.#options.mode;
    const rootOf = new Map(answer.projects?.map((one) => [one.name, one.root]));
    const absolute: SavedContext["absolute"] = ({ project = "", path }) => join(rootOf.get(project) ?? root, path);
    return this.#save(savedResultOf(answer, { project, mode, time, root, absolute }), answer.query, call);
  }

  /** The same failures. */
  async saveHandoff(handoff: HandoffToSave, call: SaveOptions = {}): Promise<SavedReceipt<Handoff>> {
    const { name: project, root } = this.#project;
    const time = this.#options.now?.() ?? new Date();
    const document = handoffOf(handoff, { project, root, mode: call.mode ?? this.#options.mode, time });
    return this.#save(document, `handoff ${handoff.goal}`, call);
  }

  /** INVALID_INPUT for a mode that these results cannot be saved in. */
  checkMode(mode: StorageMode | undefined): void {
    placesOf(this.#locations, mode ?? this.#options.mode);
  }

  /** Never fails for one document or one place. */
  async list(call?: ModeOption): Promise<ResultListing> {
    return summarize(this.#read(call), await readOwnSaves(this.#options.home));
  }

  /** NOT_FOUND, NAME_REFUSED, DOCUMENT_INVALID, STORAGE_UNAVAILABLE. */
  async get(input: string, call?: ModeOption): Promise<LoadedResult> {
    const name = checkName(input);
    const places = this.#read(call);
    const { location, backend, found, problems } = await firstPlace(name, places, (place) => place.read(name));
    const stored = parseSavedDocument(found, backend.address(name));
    const trust = trustIn(location, found, await readOwnSaves(this.#options.home));
    return { ...placeOf(name, location, backend), trust, problems, ...(await this.#compare(stored)) };
  }

  /** Deletes the result that `get` answers. A result of the same name in another place is not hidden then. */
  async delete(input: string, call?: ModeOption): Promise<ResultPlace> {
    const name = checkName(input);
    // Without reading it, since a document that cannot be read can still be deleted.
    const look = async (place: StorageBackend) => ((await place.delete(name)) ? true : null);
    const { location, backend } = await firstPlace(name, this.#read(call), look);
    return placeOf(name, location, backend);
  }

  /** The project's unique name in addresses. */
  folderName(): Promise<string> {
    return folderNameOf(this.#options.home, this.#project);
  }

  /** The mode that finds a place's results even if another place hides them; null for the place that is read first anyway. */
  modeFor(scope: Scope): StorageMode | null {
    const [first] = placesRead(this.#locations, this.#options.mode);
    return scope === first?.scope ? null : modeOfScope(scope);
  }

  #read(call: ModeOption | undefined): readonly Location[] {
    return call?.mode === undefined
      ? placesRead(this.#locations, this.#options.mode)
      : placesOf(this.#locations, call.mode);
  }

  /** With the present states of the files or places. */
  async #compare(stored: SavedDocument) {
    const isUnchanged = ({ state }: { readonly state: string }) => state === "unchanged";
    const { readAdmitted } = this.#options;
    if (isHandoff(stored)) {
      const places = await placeStates(stored.places, readAdmitted);
      return { kind: "handoff" as const, document: stored, places, current: places.every(isUnchanged) };
    }
    const { document, statuses: files } = await anchorResult(stored, this.#project.root, readAdmitted);
    return { kind: "search" as const, document, files, current: files.every(isUnchanged) };
  }

  /** `about`: what a default name is made from. */
  async #save<Document extends SavedDocument>(
    document: Document,
    about: string,
    call: SaveOptions,
  ): Promise<SavedReceipt<Document>> {
    const time = new Date(document.timestamp);
    const base = call.name === undefined ? defaultName(about, time) : checkName(call.name);
    for (let attempt = 1; ; attempt += 1) {
      const name = attempt === 1 ? base : (`${base}-${attempt}` as ResultName);
      try {
        return await this.#write(name, document, call.overwrite ?? false);
      } catch (error) {
        const taken = error instanceof Failure && error.code === "ALREADY_EXISTS";
        if (!taken || call.name !== undefined || attempt === DEFAULT_NAME_TRIES) {
          throw error;
        }
      }
    }
  }

  async #write<Document extends SavedDocument>(
    name: ResultName,
    document: Document,
    overwrite: boolean,
  ): Promise<SavedReceipt<Document>> {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    const places = { write: placesOf(this.#locations, document.storage_mode), read: this.#read(undefined) };
    const { location, backend, problems } = await writeInOrder(places, name, text, overwrite);
    const entered = location.trust === "own" ? [] : await enter(this.#options.home, this.#project, text);
    const trust = entered.length === 0 ? "own" : "untrusted";
    return { ...placeOf(name, location, backend), trust, document, problems: [...problems, ...entered] };
  }
}
