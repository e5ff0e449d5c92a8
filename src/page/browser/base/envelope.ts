// How far an answer goes.
import { count, counted } from "./dom.ts";

export interface Envelope {
  readonly completeness?: string;
  readonly found?: number;
  readonly shown?: number;
  /** Files that were not looked through. */
  readonly files_left?: number;
  /** Files that are not indexed as they are now. */
  readonly lagging?: number;
}

export interface Enveloped {
  /** Absent or null: everything was looked at, and all that was found is here. */
  readonly envelope?: Envelope | null;
}

/** Whether the program goes on with what this answer did not wait for. */
export const isUnfinished = ({ envelope }: Enveloped): boolean =>
  envelope?.completeness === "time" || envelope?.completeness === "building";

/** What may be missing, in sentences. `noun`: of what was found. */
export function missingOf({ envelope }: Enveloped, noun: string): string[] {
  const { found = 0, shown = 0, files_left: left = 0, lagging = 0 } = envelope ?? {};
  return [
    ...(lagging > 0 ? [`${counted(lagging, "file")} not indexed yet: there may be more.`] : []),
    ...(left > 0 ? [`${counted(left, "file")} not looked through yet: there may be more.`] : []),
    ...(shown < found ? [`There is room for ${count(shown)} of ${counted(found, noun)}.`] : []),
  ];
}
