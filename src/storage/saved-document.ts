// A saved document of any kind: the answer of a search (version 1), or a handoff (version 2, which says its kind).
import { z } from "zod";
import { nestsDeeperThan } from "../system/json-depth.ts";
import { Failure } from "../vocabulary/failure.ts";
import { readFoundingDocument } from "./founding-document.ts";
import { HANDOFF_VERSION, type Handoff, handoffSchema } from "./handoff.ts";
import { type SavedResult, savedResultSchema } from "./saved-result.ts";

export type SavedDocument = SavedResult | Handoff;

export const isHandoff = (document: SavedDocument): document is Handoff => document.schema_version === HANDOFF_VERSION;

/** For fields that a later version may add. */
const DEPTH_MAX = 64;

const SAVE_AGAIN = "delete it and save it again";

const invalid = (where: string, why: string, hint: string): Failure =>
  new Failure("DOCUMENT_INVALID", `the saved result ${where} ${why}`, { hint });

/** Where a document does not fit its schema, as one short phrase. */
function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const at = issue?.path.join(".") ?? "";
  return `${at === "" ? "the document" : at}: ${issue?.message ?? "invalid"}`;
}

/** `where` names the document in messages. DOCUMENT_INVALID for anything that is not a valid saved document. */
export function parseSavedDocument(text: string, where: string): SavedDocument {
  if (nestsDeeperThan(text, DEPTH_MAX)) {
    throw invalid(where, `nests deeper than ${DEPTH_MAX} levels`, SAVE_AGAIN);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Failure("DOCUMENT_INVALID", `the saved result ${where} is not JSON`, {
      hint: "delete it, or restore it from a backup",
      cause,
    });
  }
  const founding = readFoundingDocument(value);
  if (founding !== null) {
    return founding;
  }
  const version = z.object({ schema_version: z.int() }).safeParse(value).data?.schema_version ?? 0;
  if (version > HANDOFF_VERSION) {
    const why = `has schema version ${version}; this program reads up to ${HANDOFF_VERSION}`;
    throw invalid(where, why, "update context-broker to read it");
  }
  const schema: z.ZodType<SavedDocument> = version === HANDOFF_VERSION ? handoffSchema : savedResultSchema;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw invalid(where, `does not fit its schema (${firstIssue(parsed.error)})`, SAVE_AGAIN);
  }
  const document = parsed.data;
  if (!isHandoff(document) && document.file_count !== document.files.length) {
    throw invalid(where, `says ${document.file_count} files but has ${document.files.length}`, SAVE_AGAIN);
  }
  return document;
}
