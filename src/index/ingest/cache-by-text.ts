// Caches a result for texts by path and content: an assistant asks about the same files after each edit.
import { sha256Of } from "../../system/sha256.ts";

type Make<Value> = (path: string, text: string, signal?: AbortSignal) => Promise<Value>;

/** Caches the newest `max` results; not one for which `isPermanent` is false. */
export function cacheByText<Value>(
  max: number,
  isPermanent: (value: Value) => boolean,
  make: Make<Value>,
): Make<Value> {
  const known = new Map<string, Value>();
  return async (path, text, signal) => {
    const key = `${path}\0${sha256Of(text)}`;
    const cached = known.get(key);
    if (cached !== undefined) {
      return cached;
    }
    const made = await make(path, text, signal);
    if (isPermanent(made)) {
      const [oldest] = known.size < max ? [] : known.keys();
      known.delete(oldest ?? "");
      known.set(key, made);
    }
    return made;
  };
}
