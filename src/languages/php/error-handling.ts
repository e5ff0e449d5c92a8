// Where PHP catches errors.
import type { ErrorHandling } from "../contract/error-handling.ts";
import { bracedHandler, fallbackTo } from "../inspection/handler-forms.ts";

const caughtOf = (head: string): string => head.replace(/^\(|\$\w+|\)$/g, "").trim();

export const phpErrors: ErrorHandling = {
  handlers: { catch_clause: bracedHandler(caughtOf) },
  nothing: /^;$/,
  leaves: /^(?:continue|return|return null);$/,
  fallback: fallbackTo(String.raw`array\(\)|NULL|TRUE|FALSE`),
  conversion: /^(?:return |\$\w+ = )?(?:json_decode|new \\?(?:DateTime\w*|ReflectionClass|ReflectionMethod))\(/,
  broad: /^(?:Exception|Throwable|Error|RuntimeException)$/,
  expected: /^(?:\w*NotFoundException|InvalidArgumentException|ReflectionException|\w*OutOfBoundsException)$/,
};
