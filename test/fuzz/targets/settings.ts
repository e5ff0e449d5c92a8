// A project's own settings file, which came with a clone: it may only tighten what the user has set.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_FILE_NAME } from "../../../src/config/folders.ts";
import { applyProjectFile, type LoadedSettings, loadSettings } from "../../../src/config/load-settings.ts";
import { SETTING_KEYS, type Settings } from "../../../src/config/settings.ts";
import { memoized } from "../../../src/system/memo.ts";
import { type FuzzTarget, fail, parsedOr } from "../target.ts";

/** One scratch project for the whole run; the folder goes with the process. */
const scratch = memoized((_: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "context-broker-fuzz-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
});

const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((entry) => whole.includes(entry));

/** Field by field, whether the second is as strict as the first or stricter; all others must be equal. */
const STRICTER: { readonly [Field in keyof Settings]?: (user: Settings, project: Settings) => boolean } = {
  vectors: (user, project) => project.vectors === user.vectors || project.vectors === "off",
  queryCache: (user, project) => project.queryCache === user.queryCache || project.queryCache === "off",
  includeClasses: (user, project) => isWithin(project.includeClasses, user.includeClasses),
  exclude: (user, project) => isWithin(user.exclude, project.exclude),
  dockerignore: (user, project) => project.dockerignore || !user.dockerignore,
  maxFileBytes: (user, project) => project.maxFileBytes <= user.maxFileBytes,
  extensions: (user, project) => isWithin(Object.keys(user.extensions), Object.keys(project.extensions)),
};

function checkTightened(user: LoadedSettings, project: LoadedSettings): void {
  for (const field of Object.keys(user.settings) as (keyof Settings)[]) {
    const same = JSON.stringify(user.settings[field]) === JSON.stringify(project.settings[field]);
    if (!same && STRICTER[field]?.(user.settings, project.settings) !== true) {
      fail(`a project's file loosened ${field} to ${JSON.stringify(project.settings[field]).slice(0, 200)}`);
    }
  }
}

export const settings: FuzzTarget = {
  name: "settings",
  holds: "INVALID_SETTING, or settings that are as strict as the user's or stricter",
  dictionary: [
    ...SETTING_KEYS.map((key) => `"${key}":`),
    '["**"]',
    '"off"',
    "true",
    "1",
    '{".x":"php"}',
    '"__proto__":{}',
  ],
  bytesMax: 16_384,
  timeMaxMs: 2_000,
  check(input) {
    const folder = scratch("settings");
    writeFileSync(join(folder, PROJECT_FILE_NAME), input);
    const user = loadSettings({ env: {}, userFile: join(folder, "none.json"), cwd: folder });
    const project = parsedOr(["INVALID_SETTING"], () => applyProjectFile(user, folder));
    if (project !== null) {
      checkTightened(user, project);
    }
  },
};
