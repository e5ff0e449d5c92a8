// Saved results of one project, as operations/ sees them: save, list, get, delete, in a mode that each call may
// choose. Owns the rules between the places (which is written, which is read first, what falls back); a place's own
// rules are its backend's, the document's are saved-result.ts's.
//
//   const saved = openSavedResults({ home: settings.dataFolder, projectRoot, projectName, mode, share,
//                                    readAdmitted: (path) => corpus.read(path) });
//   const receipt = await saved.save(answer, { name: "auth flow" });   // receipt.problems: STORAGE_FELL_BACK
//   const { results, problems } = await saved.list();
//   const loaded = await saved.get("auth flow");    // loaded.trust, loaded.files[i].state, loaded.document
//   await saved.delete("auth flow");
//
// Opening touches no disk: it may be done for each call.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { StorageBackend } from "./backend.ts";
import { anchorResult, type FileStatus, type ReadAdmitted } from "./file-states.ts";
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
import { claimProjectFolder, folderNameOf, type ProjectIdentity } from "./project-marker.ts";
import { alreadyExists, noSuchResult } from "./refusals.ts";
import {
  type AnswerToSave,
  parseSavedResult,
  type SavedResult,
  type StorageMode,
  savedResultOf,
} from "./saved-result.ts";
import { type ResultSummary, summarize, trustIn } from "./summaries.ts";

export interface SavedResultsOptions {
  /** The global home itself, `~/.context-broker` unless set otherwise. */
  readonly home: string;
  /** Absolute, real path. */
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

export interface SavedReceipt extends ResultPlace {
  readonly document: SavedResult;
  /** STORAGE_FELL_BACK where the project could not be written. */
  readonly problems: readonly Problem[];
}

export interface LoadedResult extends ResultPlace {
  /** Anchored at this project's root. Its text is as old as `timestamp`; the states say what still holds. */
  readonly document: SavedResult;
  /** In the order of `document.files`. */
  readonly files: readonly FileStatus[];
  /** True where every file is unchanged. */
  readonly current: boolean;
  /** STORAGE_FELL_BACK where the project's folder cannot be used and the global home answered. */
  readonly problems: readonly Problem[];
}

export interface ResultListing {
  /** Newest first. */
  readonly results: readonly ResultSummary[];
  /** Results beyond the number that a list reads; 0 is the usual. */
  readonly omitted: number;
  readonly problems: readonly Problem[];
}

export interface ModeOption {
  /** Overrides the mode given at opening. Reading without it looks into every place, those of that mode first. */
  readonly mode?: StorageMode;
}

export interface SavedResults {
  /** NAME_REFUSED, ALREADY_EXISTS, INVALID_INPUT (too large), STORAGE_UNAVAILABLE: nothing was written then. */
  save(answer: AnswerToSave, options?: ModeOption & { name?: string; overwrite?: boolean }): Promise<SavedReceipt>;
  /** Never fails for one document or one place. */
  list(options?: ModeOption): Promise<ResultListing>;
  /** NOT_FOUND, NAME_REFUSED, DOCUMENT_INVALID, STORAGE_UNAVAILABLE. */
  get(name: string, options?: ModeOption): Promise<LoadedResult>;
  /** Deletes the result that `get` answers. A result of the same name in another place is then no longer hidden. */
  delete(name: string, options?: ModeOption): Promise<ResultPlace>;
  /** The project's unique name in addresses. */
  folderName(): Promise<string>;
  /** The mode that finds a place's results even if another place hides them; null for the place that is read first anyway. */
  modeFor(scope: Scope): StorageMode | null;
}

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
  const isFirst = (location: Location): boolean => location === places[0];
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
      firstFailure = isFirst(location) ? error : firstFailure;
    }
  }
  throw (
    firstFailure ??
    noSuchResult(
      name,
      Array.from(places, (location) => location.place),
    )
  );
}

function placeOf(name: ResultName, location: Location, backend: StorageBackend): ResultPlace {
  return { name, scope: location.scope, path: backend.address(name), trust: location.trust };
}

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

export function openSavedResults(options: SavedResultsOptions): SavedResults {
  const { projectRoot: root, projectName: project, readAdmitted } = options;
  const locations = options.locations ?? diskLocations(options.home, { root, name: project }, options.share);
  const modeOf = (call: ModeOption | undefined) => call?.mode ?? options.mode;
  const written = (call: ModeOption | undefined) => placesOf(locations, modeOf(call));
  const read = (call: ModeOption | undefined) =>
    call?.mode === undefined ? placesRead(locations, options.mode) : placesOf(locations, call.mode);
  const own = () => readOwnSaves(options.home);
  const first = placesRead(locations, options.mode)[0]?.scope;

  const save: SavedResults["save"] = async (answer, call = {}) => {
    const time = options.now?.() ?? new Date();
    const mode = modeOf(call);
    const absolute = (path: string) => join(root, path);
    const document = savedResultOf(answer, { project, mode, time, root, absolute });
    const text = `${JSON.stringify(document, null, 2)}\n`;
    const base = call.name === undefined ? defaultName(answer.query, time) : checkName(call.name);
    for (let attempt = 1; ; attempt += 1) {
      const name = attempt === 1 ? base : (`${base}-${attempt}` as ResultName);
      try {
        const done = await writeInOrder(
          { write: written(call), read: read(undefined) },
          name,
          text,
          call.overwrite ?? false,
        );
        const entered = done.location.trust === "own" ? [] : await enter(options.home, { root, name: project }, text);
        const trust = entered.length === 0 ? ("own" as const) : ("untrusted" as const);
        const problems = [...done.problems, ...entered];
        return { ...placeOf(name, done.location, done.backend), trust, document, problems };
      } catch (error) {
        const taken = error instanceof Failure && error.code === "ALREADY_EXISTS";
        if (!taken || call.name !== undefined || attempt === DEFAULT_NAME_TRIES) {
          throw error;
        }
      }
    }
  };

  return {
    save,
    list: async (call) => summarize(read(call), await own()),
    get: async (input, call) => {
      const name = checkName(input);
      const { location, backend, found, problems } = await firstPlace(name, read(call), (place) => place.read(name));
      const stored = parseSavedResult(found, backend.address(name));
      const { document, statuses } = await anchorResult(stored, root, readAdmitted);
      const current = statuses.every((file) => file.state === "unchanged");
      const trust = trustIn(location, found, await own());
      return { ...placeOf(name, location, backend), trust, document, files: statuses, current, problems };
    },
    delete: async (input, call) => {
      const name = checkName(input);
      // Without reading it, since a document that cannot be read can still be deleted.
      const look = async (place: StorageBackend) => ((await place.delete(name)) ? true : null);
      const { location, backend } = await firstPlace(name, read(call), look);
      return placeOf(name, location, backend);
    },
    folderName: () => folderNameOf(options.home, { root, name: project }),
    modeFor: (scope) => (scope === first ? null : modeOfScope(scope)),
  };
}
