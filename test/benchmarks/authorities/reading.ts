// What an authority says of a project: every name that stands in its files, and what it means. Knows no authority; the lines
// are those that typescript-sites.mjs, jedi-sites.py and gopls-sites.mjs write.

/** A definition in the project, by the authority's word. */
export interface Target {
  readonly name: string;
  /** With the names of what it is declared in, such as `Store.get`. */
  readonly path: string;
  /** In the authority's words, such as "method"; "local": a parameter or variable of a function. */
  readonly kind: string;
  /** Where its name is declared: overloads, merged declarations and further assignments too. Lines are 1-based. */
  readonly places: readonly Place[];
  /** Numbers of what it overrides or implements; empty where the authority does not say. */
  readonly supers: readonly number[];
}

export type Place = readonly [path: string, line: number];

/** Numbers of targets, most often one; "foreign": outside the project, or a module; null: the authority does not say. */
export type Meaning = readonly number[] | "foreign" | null;

export interface Occurrence {
  /** 1-based. */
  readonly line: number;
  /** 0-based, in UTF-16 units. */
  readonly column: number;
  readonly name: string;
  /** Names a definition there. */
  readonly declares: boolean;
  readonly calls: boolean;
  /** Stands in an import or an export. */
  readonly imports: boolean;
  /** A second meaning of a name that has one: the key that `{ a }` stands for, beside the variable. */
  readonly further: boolean;
  readonly meaning: Meaning;
}

export interface Reading {
  readonly targets: ReadonlyMap<number, Target>;
  /** By path. Files that the authority did not read are absent. */
  readonly files: ReadonlyMap<string, readonly Occurrence[]>;
}

const FLAGS = { declares: 1, calls: 2, imports: 4, further: 8 };

type Line =
  | (Target & { readonly symbol: number })
  | {
      readonly path: string;
      readonly occurrences: readonly (readonly [number, number, string, number, Meaning])[];
    };

/** `text` is JSON, one object a line. */
export function parseReading(text: string): Reading {
  const targets = new Map<number, Target>();
  const files = new Map<string, readonly Occurrence[]>();
  for (const written of text.split("\n").filter(Boolean)) {
    const line = JSON.parse(written) as Line;
    if ("symbol" in line) {
      targets.set(line.symbol, line);
    } else {
      files.set(line.path, line.occurrences.map(readOccurrence));
    }
  }
  return { targets, files };
}

const readOccurrence = ([line, column, name, flags, meaning]: readonly [
  number,
  number,
  string,
  number,
  Meaning,
]): Occurrence => ({
  line,
  column,
  name,
  declares: (flags & FLAGS.declares) !== 0,
  calls: (flags & FLAGS.calls) !== 0,
  imports: (flags & FLAGS.imports) !== 0,
  further: (flags & FLAGS.further) !== 0,
  meaning,
});

/** A number of a reading must have its target. */
export function targetOf({ targets }: Reading, number: number): Target {
  const target = targets.get(number);
  if (target === undefined) {
    throw new Error(`the reading has no symbol ${number}`);
  }
  return target;
}
