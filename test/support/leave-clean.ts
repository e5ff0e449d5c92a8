// Set-up of the fast tier, whose files share one process: what a test left behind, though it failed, goes with its file.
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
