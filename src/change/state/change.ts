// A change of the project: both of its states, what goes with it, and what that breaks. Everything that a change breaks is a `Break`
// for all who ask: an edit lists them as places that it leaves, a difference as users, a review as findings, an impact as dependents.
import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import type { Certainty, DefinitionAt, DefinitionFact, Facts } from "../../vocabulary/facts.ts";

/** A file's text in one of the two states. */
export interface TextAt {
  readonly path: string;
  readonly text: string;
}

/** Both texts of a file; null for one that is not there. */
export interface TextPair {
  readonly before: TextAt | null;
  readonly after: TextAt | null;
}

/** A line of the base state in the file as it is after the change. */
export interface LineNow {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Whether the file is part of the change. */
  readonly isInChange: boolean;
}

export interface Change {
  /** The project after the change. */
  readonly now: EdgeScene;
  /** The same with every changed file as it was. */
  readonly base: EdgeScene;
  /** The same with this file alone as it was: what other changed files refer to now. */
  baseOf(pair: TextPair): EdgeScene;
  /** Both texts of each changed file; none where the change is only supposed. */
  readonly pairs: readonly TextPair[];
  /** Definitions of the present state, by `keyOf`, that are not there where the change is only supposed. */
  readonly gone: ReadonlySet<string>;
  /** The present place of a line (1-based) of the base state; null where that was changed or deleted. */
  lineNow(path: string, line: number): LineNow | null;
}

/** Paths of the change in the base state, and after it. */
export const changedPaths = ({ pairs }: Change): ReadonlySet<string | undefined> =>
  new Set(pairs.flatMap(({ before, after }) => [before?.path, after?.path]));

/** A definition that goes, or is there in another form. */
export interface LostDefinition {
  readonly at: DefinitionAt;
  readonly definition: DefinitionFact;
  /** In the base state. */
  readonly target: Target;
  /** Whether nothing else that goes encloses it. */
  readonly isOutermost: boolean;
}

/** What a change takes away from one file, or leaves there in another form. */
export interface Lost {
  /** Of the file in the base state. */
  readonly path: string;
  readonly language: string | null;
  readonly facts: Facts;
  readonly definitions: readonly LostDefinition[];
  /** Whether a line of the file (1-based, in the base state) goes with it. */
  readonly isInside: (line: number) => boolean;
  /** Lines on which it begins or ends and other code stays: their places (1-based) in the file after the change. */
  readonly shared: ReadonlyMap<number, number>;
  /** False where it is still there, so that only what was not adapted to its new form counts. */
  readonly isRemoved: boolean;
  /** Null where the change is only supposed. */
  readonly pair: TextPair | null;
}

/**
 * Why something is broken: it names what goes (`name`), declares it too (`declaration`), takes its place or must have it (`override`),
 * makes instances by it (`constructor`), becomes an interface by it (`conversion`), calls it without its name (`call`, `operator`), reaches
 * something through it (`inherited`), begins there (`start`), was there only for it (`idle`).
 */
export type BreakKind =
  | "name"
  | "declaration"
  | "override"
  | "constructor"
  | "conversion"
  | "call"
  | "operator"
  | "inherited"
  | "start"
  | "idle";

/**
 * `breaks`: it fails when it is compiled or runs. `may-break`: nobody can say here. `changes`: it works, and means something else.
 * `idle`: it works, and serves nothing any more.
 */
export const EFFECTS = ["breaks", "may-break", "changes", "idle"] as const;
export type Effect = (typeof EFFECTS)[number];

export interface Break {
  readonly kind: BreakKind;
  readonly effect: Effect;
  readonly certainty: Certainty;
  readonly path: string;
  /** 1-based, in the state that is asked about. */
  readonly line: number;
  /** Last line of what is there, where that is known to go on below. */
  readonly endLine?: number | undefined;
  /** In plain words: "makes Store, whose Store.constructor is deleted". */
  readonly why: string;
  /** The name that is called there. */
  readonly calls?: string | undefined;
  /** The lost symbol that is used there for certain, so that what the line makes of it is not known any more. */
  readonly uses?: string | undefined;
  /** Whether a macro is expanded there whose text is deleted, or uses what is. */
  readonly isExpansion?: boolean | undefined;
  /** Whether the line is known to refer to it by its name alone. */
  readonly isByName?: boolean | undefined;
  /** Whether the line only has the name, on a value of unknown type. */
  readonly isOnUnknown?: boolean | undefined;
}

/** Where a break stands before and after the change: null where that is not known, or where it does not stand there. */
export interface BreakPlaces {
  readonly before: Pick<LineNow, "path" | "line"> | null;
  readonly after: Pick<LineNow, "path" | "line"> | null;
}

/** As a finder finds it: by its line in the base state, if its places are not said. */
export type FoundBreak = Break & { readonly places?: BreakPlaces };

/** What a finder found. */
export interface FoundBreaks {
  readonly breaks: readonly FoundBreak[];
  /** Files that were not looked into in time, or are known in part alone. */
  readonly filesLeft: readonly string[];
}

export const NO_BREAKS: FoundBreaks = { breaks: [], filesLeft: [] };
