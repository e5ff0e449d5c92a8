// Where C++ catches errors.
import type { ErrorHandling } from "../contract/error-handling.ts";
import { bracedHandler, fallbackTo } from "../inspection/handler-forms.ts";

/** `(const std::exception& e)`: the type; "" for `(...)`. */
function caughtOf(head: string): string {
  const type = head.replace(/^\(|\)$|\bconst\b|\.\.\./g, "").trim();
  return /^([\w:]+)/.exec(type)?.[1] ?? "";
}

export const cppErrors: ErrorHandling = {
  handlers: { catch_clause: bracedHandler(caughtOf) },
  nothing: /^;$/,
  leaves: /^(?:continue|return);$/,
  fallback: fallbackTo(String.raw`nullptr|NULL|std::nullopt|std::string\(\)`),
  broad: /^(?:exception|runtime_error)$/,
};
