// Where Java catches errors.
import type { ErrorHandling } from "../contract/error-handling.ts";
import { bracedHandler, typeThenName } from "../inspection/handler-forms.ts";
import { BROAD, CONVERSION, EXPECTED, FALLBACK } from "../jvm/error-handling.ts";

export const javaErrors: ErrorHandling = {
  handlers: { catch_clause: bracedHandler(typeThenName) },
  nothing: /^;$/,
  leaves: /^(?:continue|return);$/,
  fallback: FALLBACK,
  conversion: CONVERSION,
  broad: BROAD,
  expected: EXPECTED,
};
