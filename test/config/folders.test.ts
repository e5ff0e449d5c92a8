import { homedir, userInfo } from "node:os";
import { join, sep } from "node:path";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const CASES: readonly [string, Readonly<Record<string, string | undefined>>, () => string][] = [
  ["the home that the environment names", {}, () => homedir()],
  ["the account's home where it is empty", { HOME: "" }, () => userInfo().homedir],
  ["the account's home where it is relative", { HOME: "somewhere" }, () => userInfo().homedir],
];

it.each(CASES)("keeps everything below %s", async (_, env, home) => {
  for (const [name, value] of Object.entries({ XDG_CACHE_HOME: "", XDG_CONFIG_HOME: "", ...env })) {
    vi.stubEnv(name, value);
  }
  vi.resetModules();
  const { CACHE_FOLDER, DATA_FOLDER, USER_FILE } = await import("../../src/config/folders.ts");
  expect(DATA_FOLDER).toBe(join(home(), ".context-broker"));
  for (const path of [CACHE_FOLDER, USER_FILE]) {
    expect(path.startsWith(`${home()}${sep}`)).toBe(true);
  }
});
