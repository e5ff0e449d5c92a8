// Branded numbers and names that the compiler keeps apart.

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A document's number in one project's database; stable while the document stays indexed. */
export type DocumentId = Branded<number, "DocumentId">;
/** A chunk's number in one project's database; never reused after the chunk is gone. */
export type ChunkId = Branded<number, "ChunkId">;
/** Rises by one with every committed update of a project's database; 0 is the empty database. */
export type Generation = Branded<number, "Generation">;
/** Names exactly one set of weights, tokenizer and pooling: vectors of two models are never compared. */
export type ModelId = Branded<string, "ModelId">;
