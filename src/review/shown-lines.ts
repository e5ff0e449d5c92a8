// What a report may show of a repository's text, whichever rule it comes from: no credentials, no control characters, which a terminal
// or a log would obey, and no endless lines.

import { maskSecrets } from "../secrets/find-secrets.ts";
import { escapeControls } from "../vocabulary/shown-text.ts";
import type { RuleFinding } from "./contract.ts";

/** A longer line of evidence is cut. UTF-16 units. */
const EVIDENCE_LENGTH_MAX = 200;

/** The text on one line, its credentials masked. */
export const shownText = (text: string): string => escapeControls(maskSecrets(text).replaceAll("\t", " "));

/** Masked before it is cut: half a credential is not recognised as one. */
export function shownLine(text: string): string {
  const shown = shownText(text.trim());
  return shown.length > EVIDENCE_LENGTH_MAX
    ? `${shown.slice(0, EVIDENCE_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, "")}…`
    : shown;
}

export function shownFinding<Found extends RuleFinding>(finding: Found): Found {
  const evidence = finding.evidence.map((line) => ({ ...line, text: shownLine(line.text) }));
  return { ...finding, message: shownText(finding.message), evidence };
}
