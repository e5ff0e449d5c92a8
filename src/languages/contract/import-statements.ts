// Where imports, exports and outermost definitions stand in a text. Offsets are 0-based, in UTF-16 units; `end` is exclusive.

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Replacement extends Span {
  readonly text: string;
}

/** A name that a statement imports, or passes on. */
export interface ImportedName extends Span {
  /** As the module calls it; "default", or "*" for the module itself. */
  readonly imported: string;
  /** As the file calls it; of a name that is passed on, as others see it. Null for none: `export * from`. */
  readonly local: string | null;
  /** Imported for types alone. */
  readonly isType: boolean;
  /** The statement that imports it alone, where module and names do not say all: `import a.b`. */
  readonly written?: string;
}

export interface ImportStatement extends Span {
  readonly role: "import" | "export";
  /** As written, without quotes. Null where the file exports names of its own: `export { a }`. */
  readonly module: (Span & { readonly text: string }) | null;
  readonly names: readonly ImportedName[];
  /** Of the names that stand in one list, with its brackets where it has some. Null for none. */
  readonly list: Span | null;
  /** What goes too once no statement in it remains: `import ( … )`. `instead`: what has to stand there then. */
  readonly within?: Span & { readonly instead?: string };
  /** The statement itself is for types alone. */
  readonly isType: boolean;
  /** Directly in the file, not in a function or a condition. */
  readonly isOutermost: boolean;
}

/** Something directly in a file. */
export interface OutermostItem extends Span {
  /** `lead`: a comment or an attribute, of what follows it. `other`: what declares names and cannot be moved, such as a condition. */
  readonly kind: "import" | "lead" | "code" | "other";
  /** Where the word that exports it is put; null where it is exported, or cannot be. */
  readonly exportAt: number | null;
  /** Whether it is exported as the file's default. */
  readonly isDefault: boolean;
  /** Of one of several in a list, `type ( … )`: how it is written by itself. */
  readonly listed?: ListedItem;
}

export interface ListedItem {
  /** Where the list begins. */
  readonly start: number;
  /** What stands before the list, and before the item by itself, with the space after it. */
  readonly word: string;
}

/** What a move needs of a text. */
export interface TextLayout {
  readonly statements: readonly ImportStatement[];
  readonly items: readonly OutermostItem[];
  /** Whether all of it was understood by the grammar. */
  readonly isWhole: boolean;
}

/** A name that a file has to import. */
export interface WantedImport {
  /** Of the module, as it is written in that file. */
  readonly module: string;
  readonly imported: string;
  readonly local: string;
  readonly isType: boolean;
  /** As in ImportedName. */
  readonly written?: string | undefined;
}

/** What is known of a file in which imports are written. */
export interface ImportingText extends TextLayout {
  readonly path: string;
  readonly text: string;
}
