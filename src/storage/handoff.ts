// The saved document that hands a conversation on: its goal, what was decided, and the places that it rests on. A saved result of the
// kind `handoff`; its JSON Schema is storage/schema/handoff.schema.json.
import { z } from "zod";
import type { LineRange } from "../vocabulary/chunk.ts";
import { isInsidePath, STORAGE_MODES, type StorageMode, TIMESTAMP } from "./saved-result.ts";

/** Readers of version 1, which has searches alone, refuse it. */
export const HANDOFF_VERSION = 2;

/** Most entries of each list, and their UTF-16 units: what one conversation can read of another. */
export const HANDOFF_ENTRIES_MAX = 50;
export const HANDOFF_TEXT_MAX = 2_000;
/** What is saved of a place's lines: whole lines within both bounds, at least part of the first. */
const EXCERPT_LINES_MAX = 60;
const EXCERPT_CHARACTERS_MAX = 4_000;

/** Absent `start_line`: the whole file. */
export interface HandoffPlace {
  /** Relative to the project, `/`-separated. */
  readonly path: string;
  /** 1-based, inclusive. */
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
  /** Path of the symbol that was named, such as `OrderStore.save`. */
  readonly symbol?: string | undefined;
  /** Hex SHA-256 of the whole file's bytes. */
  readonly content_hash: string;
  /** The first of the lines, joined by line feeds; "" for a whole file. */
  readonly text: string;
  /** Hex SHA-256 of all of the lines, joined by line feeds; of "" for a whole file. */
  readonly text_hash: string;
}

/** What operations/ passes in to save. */
export interface HandoffToSave {
  readonly goal: string;
  readonly decisions: readonly string[];
  readonly constraints: readonly string[];
  /** What was tried and did not work. */
  readonly failed: readonly string[];
  /** Next steps. */
  readonly next: readonly string[];
  readonly places: readonly HandoffPlace[];
}

export interface Handoff extends HandoffToSave {
  readonly schema_version: typeof HANDOFF_VERSION;
  readonly kind: "handoff";
  readonly project: string;
  readonly project_root: string;
  readonly storage_mode: StorageMode;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

const entries = z.array(z.string().min(1).max(HANDOFF_TEXT_MAX)).max(HANDOFF_ENTRIES_MAX);
const line = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const handoffSchema: z.ZodType<Handoff> = z.object({
  schema_version: z.literal(HANDOFF_VERSION),
  kind: z.literal("handoff"),
  project: z.string().min(1),
  project_root: z.string().min(1),
  storage_mode: z.enum(STORAGE_MODES),
  timestamp: z.string().regex(TIMESTAMP),
  goal: z.string().min(1).max(HANDOFF_TEXT_MAX),
  decisions: entries,
  constraints: entries,
  failed: entries,
  next: entries,
  places: z
    .array(
      z.object({
        path: z.string().refine(isInsidePath, "is not a path inside the project"),
        start_line: line.optional(),
        end_line: line.optional(),
        symbol: z.string().min(1).optional(),
        content_hash: hash,
        text: z.string().max(EXCERPT_CHARACTERS_MAX),
        text_hash: hash,
      }),
    )
    .max(HANDOFF_ENTRIES_MAX),
});

/** The first of the lines, within the bounds. */
export function excerptOf(lines: readonly string[]): string {
  const [first = "", ...rest] = lines.slice(0, EXCERPT_LINES_MAX);
  let text = first.slice(0, EXCERPT_CHARACTERS_MAX);
  for (const next of rest) {
    if (text.length + 1 + next.length > EXCERPT_CHARACTERS_MAX) {
      break;
    }
    text += `\n${next}`;
  }
  return text;
}

/** The lines of a place; null for a whole file. */
export const linesOfPlace = ({ start_line: startLine, end_line: endLine }: HandoffPlace): LineRange | null =>
  startLine === undefined ? null : { startLine, endLine: Math.max(startLine, endLine ?? startLine) };

export const handoffOf = (
  { goal, decisions, constraints, failed, next, places }: HandoffToSave,
  { project, root, mode, time }: { project: string; root: string; mode: StorageMode; time: Date },
): Handoff => ({
  schema_version: HANDOFF_VERSION,
  kind: "handoff",
  project,
  project_root: root,
  storage_mode: mode,
  timestamp: time.toISOString(),
  goal,
  decisions,
  constraints,
  failed,
  next,
  places,
});
