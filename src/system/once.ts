// A value that is opened at its first use and shared from then on. Closing it is left to the caller.

/** Opens at the first `get`, and again after a failure; `opened` answers the open value or null, without opening. */
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
