// The layout of a project's database, and the versions that decide whether it can be used. docs/inside/file-format.md
// describes it in words.

/** Layout of tables and packed columns. Another value is another layout: the database is set aside and rebuilt. */
export const FORMAT_VERSION = 7;

/** "CBix" in ASCII: distinguishes our database from any other SQLite file. */
export const APPLICATION_ID = 0x43_42_69_78;

/**
 * The file that names the database in use; the format is in its name, so that two installed versions never rebuild each
 * other's index. Every database has a random name of its own: SQLite finds a write-ahead log by name, and one must
 * never be found beside a database it does not belong to.
 */
export const POINTER_NAME = `current-v${FORMAT_VERSION}`;
export const databaseName = (id: string): string => `index-v${FORMAT_VERSION}-${id}.sqlite`;
export const DATABASE_NAME_FORM = new RegExp(`^index-v${FORMAT_VERSION}-[0-9a-f]{16}\\.sqlite$`);

/** Which process does a kind of work that one process does at a time; see writer-lease.ts. */
export const LEASE_TABLE = `CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  token TEXT NOT NULL,
  pid INTEGER NOT NULL,
  machine TEXT NOT NULL,
  boot TEXT NOT NULL,
  started TEXT NOT NULL,
  acquired_ms REAL NOT NULL,
  heartbeat_ms REAL NOT NULL
) WITHOUT ROWID;`;

/**
 * - `meta`: one row. `complete_generation` is the last generation that contained the whole corpus; 0 for none yet.
 * - `document`: a row for every path ever indexed. A removed one keeps its row and id with `removed` = 1, so that other
 *   processes see the removal by its generation. `chunk_shapes` packs kind and length in terms of each chunk, `term_ids` the
 *   distinct terms, so that its postings can be removed without its old text.
 * - `chunk`: a row for every document with chunks, by the id of the first: the keys of their vectors, 16 bytes a chunk. The rest
 *   of a chunk is in its document's `outline` (encoding/outline.ts).
 * - `symbol`: where the symbols with a name are: `code` by codeOfName, `place` in the document's outline.
 * - `facts`: what a document says about names (encoding/pack-facts.ts), if its language has a facts reader.
 * - `stretches`: which parts of a document are comments, strings or not understood (encoding/pack-stretches.ts), if a grammar read it.
 * - `term`: the dictionary. No index by id, since none is looked up by id; the next free id is in `meta`.
 * - `posting`: by block first: filling a block touches neighbouring pages only, and a term is one probe a block.
 * - `lease`: which process writes `words`, makes `vectors` and counts `tokens` now.
 */
export const SCHEMA = `
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  database_id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  complete_generation INTEGER NOT NULL,
  next_document INTEGER NOT NULL,
  next_chunk INTEGER NOT NULL,
  next_term INTEGER NOT NULL
);
CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  generation INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  language TEXT,
  parse TEXT NOT NULL,
  content_hash BLOB NOT NULL,
  analysis TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  verified_at_ms REAL NOT NULL,
  line_count INTEGER NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  body_terms INTEGER NOT NULL,
  path_terms INTEGER NOT NULL,
  name_terms INTEGER NOT NULL,
  tokens INTEGER,
  chunk_shapes BLOB NOT NULL,
  term_ids BLOB NOT NULL,
  problems TEXT
);
CREATE INDEX document_by_generation ON document (generation);
CREATE TABLE chunk (
  first INTEGER PRIMARY KEY,
  embedding_keys BLOB NOT NULL
);
CREATE TABLE outline (
  document INTEGER PRIMARY KEY,
  packed BLOB NOT NULL
);
CREATE TABLE symbol (
  code INTEGER NOT NULL,
  document INTEGER NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (code, document, place)
) WITHOUT ROWID;
CREATE TABLE facts (
  document INTEGER PRIMARY KEY,
  names BLOB NOT NULL,
  shape BLOB NOT NULL,
  mentions BLOB NOT NULL
);
CREATE TABLE stretches (
  document INTEGER PRIMARY KEY,
  packed BLOB NOT NULL
);
CREATE TABLE term (
  text TEXT PRIMARY KEY,
  id INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE posting (
  block INTEGER NOT NULL,
  term INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (block, term)
) WITHOUT ROWID;
${LEASE_TABLE}
`;

export const TABLES: readonly string[] = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name ?? "");
