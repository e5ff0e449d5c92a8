// Where Kotlin catches errors.
import type { ErrorHandling } from "../contract/error-handling.ts";
import { bracedHandler, nameThenType } from "../inspection/handler-forms.ts";
import { BROAD, CONVERSION, EXPECTED, FALLBACK } from "../jvm/error-handling.ts";

export const kotlinErrors: ErrorHandling = {
  handlers: { catch_block: bracedHandler(nameThenType) },
  nothing: /^(?:;|Unit)$/,
  leaves: /^(?:continue|return)$/,
  fallback: FALLBACK,
  conversion: CONVERSION,
  broad: BROAD,
  expected: EXPECTED,
};
