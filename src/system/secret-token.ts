// Tokens that prove a caller's right: generated at random, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const TOKEN_BYTES = 32;

/** 43 characters of base64url: 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** Compares in constant time, so that the time does not tell how much of a guess is right. */
export function isSameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
