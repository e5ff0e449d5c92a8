// Something that is opened when it is first wanted, and shared from then on. Does not know how it is closed.

/** Opens at the first `get`, and again after a failure; `opened` answers what is open, or null, without opening. */
export function once<Value>(open: () => Promise<Value>): { get(): Promise<Value>; opened(): Promise<Value | null> } {
  let opening: Promise<Value> | undefined;
  return {
    get: () => {
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    opened: async () => (await opening?.catch(() => null)) ?? null,
  };
}
