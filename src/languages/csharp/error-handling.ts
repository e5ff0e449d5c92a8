// Where C# catches errors.
import type { ErrorHandling } from "../contract/error-handling.ts";
import { bracedHandler, fallbackTo, typeThenName } from "../inspection/handler-forms.ts";

/** A filter makes any type a particular one. */
const caughtOf = (head: string): string => (/\bwhen\b/.test(head) ? "filtered" : typeThenName(head));

export const csharpErrors: ErrorHandling = {
  handlers: { catch_clause: bracedHandler(caughtOf) },
  nothing: /^;$/,
  leaves: /^(?:continue|return);$/,
  fallback: fallbackTo(
    String.raw`default(?:\([\w<>]+\))?|string\.Empty|Array\.Empty<\w+>\(\)|Enumerable\.Empty<\w+>\(\)|new(?: [\w<>, ]+)?\(\)`,
  ),
  conversion:
    /^(?:return |var \w+ = |\w+ = )?(?:(?:int|long|double|decimal|bool|Guid|DateTime|Enum|Version|Convert)\.(?:Parse|To)\w*|new Uri)\(/,
  broad: /^(?:System)?Exception$/,
  expected:
    /^(?:OperationCanceledException|TaskCanceledException|FileNotFoundException|DirectoryNotFoundException|ObjectDisposedException|ThreadAbortException|ThreadInterruptedException|KeyNotFoundException|FormatException|EndOfStreamException|filtered)$/,
};
