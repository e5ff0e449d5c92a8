// Caches a result for texts by path and content: an assistant asks about the same files after each edit.
import { createHash } from "node:crypto";

type Make<Value> = (path: string, text: string, signal?: AbortSignal) => Promise<Value>;

/** Keeps the newest `most` results; a result for which `isLasting` is false is not kept. */
export function rememberTexts<Value>(
  most: number,
  isLasting: (value: Value) => boolean,
  make: Make<Value>,
): Make<Value> {
  const known = new Map<string, Value>();
  return async (path, text, signal) => {
    const key = `${path}\0${createHash("sha256").update(text).digest("hex")}`;
    const kept = known.get(key);
    if (kept !== undefined) {
      return kept;
    }
    const made = await make(path, text, signal);
    if (isLasting(made)) {
      const [oldest] = known.size < most ? [] : known.keys();
      known.delete(oldest ?? "");
      known.set(key, made);
    }
    return made;
  };
}
