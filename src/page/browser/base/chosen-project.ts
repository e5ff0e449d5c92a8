// The project that this tab shows, if it is not the one that the program was started for.

const KEY = "context-broker-project";

export const chosenProject = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (root: string): void => sessionStorage.setItem(KEY, root),
  forget: (): void => sessionStorage.removeItem(KEY),
};
