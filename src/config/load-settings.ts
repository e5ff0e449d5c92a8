// Finds each setting's value and remembers where it came from.
// Precedence: flag > environment > project's file > user's file > default. The project's file comes with a clone, so
// it can only tighten what the user's file or the default says, never touch what a flag or the environment says.
import { join } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { escapeName, shortened } from "../vocabulary/shown-text.ts";
import { PROJECT_FILE_NAME, USER_FILE } from "./folders.ts";
import { LANGUAGE_MODEL_KEY } from "./language-model-settings.ts";
import { nearestKey, parseSettings, readSettingsFile, type SettingsFile } from "./read-settings-file.ts";
import type { PathBase, Setting } from "./setting.ts";
import {
  environmentName,
  fieldName,
  flagName,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type Settings,
} from "./settings.ts";

/** Where a value came from; `name` is the flag, the variable or the file's path. */
export interface Origin {
  readonly kind: "flag" | "environment" | "project file" | "user file" | "default";
  readonly name: string;
}

/** A setting that a file or the environment has, but that is not applied as written. */
export interface RefusedSetting {
  readonly key: string;
  readonly origin: Origin;
  /** The second half of a sentence: "a project cannot raise 10 to 20". */
  readonly reason: string;
}

export interface LoadedSettings {
  readonly settings: Settings;
  readonly origins: Readonly<Record<SettingKey, Origin>>;
  readonly refused: readonly RefusedSetting[];
  /** The settings files that were read. */
  readonly files: readonly string[];
}

export interface SettingsSources {
  /** Texts by key as the command line gave them; a repeated flag has several. */
  readonly flags?: Readonly<Partial<Record<SettingKey, string | readonly string[]>>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: `config.json` in the system's folder for a program's configuration. */
  readonly userFile?: string;
  /** What relative paths of flags and the environment start from. Default: the working folder. */
  readonly cwd?: string;
  /** Also applies the project's own file. */
  readonly projectRoot?: string;
}

interface Found {
  readonly value: unknown;
  readonly origin: Origin;
}

const settingOf = (key: SettingKey): Setting<unknown> => SETTINGS[key];

/** The value, validated and made independent of the working folder. */
function check(key: SettingKey, raw: unknown, origin: Origin, base: PathBase): Found {
  const setting = settingOf(key);
  const parsed = setting.schema.safeParse(raw);
  const why = parsed.success ? "" : (parsed.error.issues[0]?.message ?? "not valid");
  try {
    if (parsed.success) {
      return { value: setting.settle(parsed.data, base), origin };
    }
  } catch (error) {
    throw invalid(key, raw, origin, (error as Error).message);
  }
  throw invalid(key, raw, origin, why);
}

function invalid(key: SettingKey, raw: unknown, origin: Origin, why: string): Failure {
  const given = (JSON.stringify(raw) ?? "nothing").slice(0, 80);
  const where = origin.kind === "flag" || origin.kind === "environment" ? origin.name : `${key} in ${origin.name}`;
  return new Failure("INVALID_SETTING", `${where}: ${why}, not ${given}`, {
    hint: `correct or remove it; docs/use/configuration.md describes ${key}`,
  });
}

/** Combines the values of a repeated flag: lists are concatenated, tables merged; anything else fails the check later. */
function together(parsed: readonly unknown[]): unknown {
  const misfit = parsed.find((part) => typeof part !== "object");
  if (parsed.length === 1 || misfit !== undefined) {
    return misfit ?? parsed[0];
  }
  return parsed.every(Array.isArray) ? parsed.flat() : Object.assign(Object.create(null), ...parsed);
}

function fromTexts(
  key: SettingKey,
  given: string | readonly string[],
  cwd: string,
  name: string = flagName(key),
): Found {
  const setting = settingOf(key);
  const texts = typeof given === "string" ? [given] : given;
  const raw = together(texts.map((text) => setting.fromText(text)));
  return check(key, raw, { kind: "flag", name }, cwd);
}

/** The value of a setting from `texts`, as a user writes them after its name. Throws INVALID_SETTING if they are invalid. */
export const readSetting = (key: SettingKey, texts: readonly string[], cwd: string): unknown =>
  fromTexts(key, texts, cwd, key).value;

function unknownVariables(env: NonNullable<SettingsSources["env"]>): RefusedSetting[] {
  const known = new Set([...SETTING_KEYS.map(environmentName), LANGUAGE_MODEL_KEY]);
  return Object.keys(env)
    .filter((name) => name.startsWith("CONTEXT_BROKER_") && !known.has(name))
    .map((name) => {
      const reason = noSuchSetting(name.slice("CONTEXT_BROKER_".length), environmentName);
      return { key: name, origin: { kind: "environment", name }, reason };
    });
}

function noSuchSetting(name: string, written: (key: SettingKey) => string): string {
  const near = nearestKey(name);
  return `there is no such setting${near === "" ? "" : `; did you mean ${written(near as SettingKey)}?`}`;
}

/**
 * Reads the user's settings, and the project's where `projectRoot` is given.
 * @throws INVALID_SETTING naming the place, the key, why, and what to do.
 */
export function loadSettings(sources: SettingsSources = {}): LoadedSettings {
  const env = sources.env ?? process.env;
  const cwd = sources.cwd ?? process.cwd();
  const file = readSettingsFile(sources.userFile ?? USER_FILE, "user");
  const found = new Map<SettingKey, Found>();
  for (const key of SETTING_KEYS) {
    const flag = sources.flags?.[key];
    const variable = env[environmentName(key)];
    if (flag !== undefined) {
      found.set(key, fromTexts(key, flag, cwd));
    } else if (variable !== undefined && variable !== "") {
      const origin = { kind: "environment", name: environmentName(key) } as const;
      found.set(key, check(key, settingOf(key).fromText(variable), origin, cwd));
    } else if (file?.entries.has(key)) {
      found.set(key, check(key, file.entries.get(key), { kind: "user file", name: file.path }, null));
    } else {
      found.set(key, { value: settingOf(key).default, origin: { kind: "default", name: "" } });
    }
  }
  const loaded = assemble(found, unknownVariables(env), file === null ? [] : [file.path]);
  return sources.projectRoot === undefined ? loaded : applyProjectFile(loaded, sources.projectRoot);
}

function assemble(
  found: ReadonlyMap<SettingKey, Found>,
  refused: readonly RefusedSetting[],
  files: readonly string[],
): LoadedSettings {
  const entries = [...found];
  return {
    settings: Object.fromEntries(entries.map(([key, { value }]) => [fieldName(key), value])) as unknown as Settings,
    origins: Object.fromEntries(entries.map(([key, { origin }]) => [key, origin])) as Record<SettingKey, Origin>,
    refused,
    files,
  };
}

/**
 * Lets the project's own file tighten the user's settings. What it may not say is refused and listed, never in force.
 * @throws INVALID_SETTING where the file cannot be understood: going on would lose the restrictions it may hold.
 */
export function applyProjectFile(loaded: LoadedSettings, projectRoot: string): LoadedSettings {
  const file = readSettingsFile(join(projectRoot, PROJECT_FILE_NAME), "project");
  return file === null ? loaded : tightenedBy(loaded, file);
}

/** The same by a project's file that is not on disk, such as that of another commit; `name` names it in errors. */
export const applyProjectText = (loaded: LoadedSettings, name: string, text: string): LoadedSettings =>
  tightenedBy(loaded, parseSettings(name, text, "project"));

function tightenedBy(loaded: LoadedSettings, file: SettingsFile): LoadedSettings {
  const origin: Origin = { kind: "project file", name: file.path };
  const unknown = file.unknown.map((name) => ({
    key: escapeName(shortened(name)),
    origin,
    reason: noSuchSetting(name, (key) => key),
  }));
  const refused: RefusedSetting[] = [...loaded.refused, ...unknown];
  const found = new Map<SettingKey, Found>(
    SETTING_KEYS.map((key) => [key, { value: valueAt(loaded.settings, key), origin: loaded.origins[key] }]),
  );
  for (const [name, raw] of file.entries) {
    const key = name as SettingKey;
    const met = meet(key, raw, origin, found.get(key) as Found);
    found.set(key, met.found);
    if (met.refused !== "") {
      refused.push({ key, origin, reason: met.refused });
    }
  }
  return assemble(found, refused, [...loaded.files, file.path]);
}

/** Combines the project's value with the user's. */
function meet(key: SettingKey, raw: unknown, origin: Origin, user: Found): { found: Found; refused: string } {
  const { project } = settingOf(key);
  if (project === null) {
    return { found: user, refused: "only the user can set this, by `config set`, a flag or the environment" };
  }
  const { value } = check(key, raw, origin, null);
  if (user.origin.kind === "flag" || user.origin.kind === "environment") {
    return { found: user, refused: `${user.origin.name} overrides the project's file` };
  }
  const tightened = project.apply(user.value, value);
  const changed = JSON.stringify(tightened.value) !== JSON.stringify(user.value);
  return { found: changed ? { value: tightened.value, origin } : user, refused: tightened.refused };
}

export const valueAt = (settings: Settings, key: SettingKey): unknown =>
  (settings as Readonly<Record<string, unknown>>)[fieldName(key)];
