// What the system under the tests lacks; what differs for the program is in src/system/platform.
import { statSync } from "node:fs";
import { expect } from "vitest";

/** Windows has no permission bits, no named pipes in folders, and runs no script by its first line. */
export const isPosix = process.platform !== "win32";

/** Nothing on Windows, where a file takes the access list of its folder. */
export function expectMode(path: string, mode: number): void {
  if (isPosix) {
    expect(statSync(path).mode & 0o777).toBe(mode);
  }
}
