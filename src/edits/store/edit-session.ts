// The document of one session, `sessions/<id>/session.json`: what it changes, and what became of it.

import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../../system/make-folder.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { Failure, messageOf, unlessAbsent } from "../../vocabulary/failure.ts";
import { SESSION_ID, stateSchema } from "./journal.ts";
import type { StoreDisk } from "./store-disk.ts";

const SESSION_VERSION = 1;

const whole = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const path = z.string().min(1);
const edits = z.array(z.object({ start: whole, end: whole, text: z.string() })).readonly();

const changeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("edit"), path, contentHash: hash, edits }),
  z.object({ kind: z.literal("create"), path, text: z.string(), like: z.string().nullable() }),
  z.object({ kind: z.literal("delete"), path, contentHash: hash }),
  z.object({ kind: z.literal("move"), path, to: path, contentHash: hash, edits }),
]);

const documentSchema = z.object({
  schema_version: z.literal(SESSION_VERSION),
  id: z.string().regex(SESSION_ID),
  /** Absolute path of the project. */
  root: z.string().min(1),
  state: z.enum(["staged", "committed", "undone"]),
  /** ISO 8601, UTC: of the beginning, and of the last change of the state or the content. */
  begun: z.iso.datetime(),
  changed: z.iso.datetime(),
  /** What each staged edit was for, in the order in which they were staged. */
  intents: z.array(z.string()).readonly(),
  /** What is staged, merged to one change a file; empty once committed. */
  changes: z.array(changeSchema).readonly(),
  left: z
    .array(z.object({ path, line: z.int().min(1), why: z.string(), unread: z.literal(true).optional() }))
    .readonly(),
  symbols: z.array(z.string()).readonly(),
  /** What the commit made of each file; empty until then. */
  files: z
    .array(
      z.object({
        kind: z.enum(["edit", "create", "delete", "move"]),
        path,
        to: path.nullable(),
        before: stateSchema.nullable(),
        after: stateSchema.nullable(),
      }),
    )
    .readonly(),
  /** Project-relative folders that the commit made, outermost first. */
  folders: z.array(path).readonly(),
  /** The git commit that was made with it. */
  git: z.object({ branch: z.string(), commit: z.string() }).nullable(),
});

/** One edit or several that are committed and undone together. Times are ISO 8601, UTC. */
export type EditSession = z.output<typeof documentSchema>;
export type SessionFile = EditSession["files"][number];

const isId = (name: string): boolean => SESSION_ID.test(name);

/** The sessions in the store's folder, which is made by the first. */
export class Sessions {
  readonly #folder: string;
  readonly #disk: StoreDisk;
  readonly #now: () => Date;

  constructor(folder: string, disk: StoreDisk, now: () => Date) {
    this.#folder = folder;
    this.#disk = disk;
    this.#now = now;
  }

  folderOf(id: string): string {
    return join(this.#folder, "sessions", id);
  }

  /** A new, empty, staged session, which is not written yet. */
  begin(root: string): EditSession {
    const time = this.#now().toISOString();
    return {
      schema_version: SESSION_VERSION,
      id: randomBytes(4).toString("hex"),
      root,
      state: "staged",
      begun: time,
      changed: time,
      intents: [],
      changes: [],
      left: [],
      symbols: [],
      files: [],
      folders: [],
      git: null,
    };
  }

  async write(session: EditSession): Promise<void> {
    makeFolder(this.folderOf(session.id), PRIVATE_MODES.folder);
    await this.#disk.writeDocument(this.fileOf(session.id), `${JSON.stringify(session)}\n`);
  }

  /** NOT_FOUND, DOCUMENT_INVALID. */
  read(id: string): EditSession {
    const session = isId(id) ? this.#readIfThere(id) : null;
    if (session !== null) return session;
    throw new Failure("NOT_FOUND", `no edit session ${JSON.stringify(id.slice(0, 40))}`, {
      hint: "edit_status lists the sessions of this project",
    });
  }

  /** Newest first by `changed`. */
  list(): readonly EditSession[] {
    const found = this.#ids().flatMap((id) => this.#readIfThere(id) ?? []);
    return found.sort((a, b) => (a.changed < b.changed ? 1 : -1));
  }

  remove(id: string): void {
    rmSync(this.folderOf(id), { recursive: true, force: true });
  }

  /** Removes sessions and files that were not written to their end, because the process ended; only under the lock. */
  removeLeftovers(): void {
    for (const id of this.#ids()) if (!existsSync(this.fileOf(id))) this.remove(id);
    const entries = unlessAbsent(() => readdirSync(this.#folder, { recursive: true, encoding: "utf8" }), []);
    for (const path of entries) if (path.endsWith(".tmp")) rmSync(join(this.#folder, path), { force: true });
  }

  fileOf(id: string): string {
    return join(this.folderOf(id), "session.json");
  }

  #readIfThere(id: string): EditSession | null {
    const file = this.fileOf(id);
    const text = unlessAbsent(() => readFileSync(file, "utf8"), null);
    return text === null ? null : parse(text, file);
  }

  #ids(): readonly string[] {
    return unlessAbsent(() => readdirSync(join(this.#folder, "sessions")), []);
  }
}

function parse(text: string, file: string): EditSession {
  try {
    return documentSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Failure("DOCUMENT_INVALID", `${file} cannot be understood: ${messageOf(cause)}`, {
      hint: "update context-broker; delete the session's folder if it is damaged",
      cause,
    });
  }
}
