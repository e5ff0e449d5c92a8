// The table of settings. Flags, environment names, the types of the values, docs/use/configuration.md and the JSON Schema are
// derived from it.
import { MEMORY_LIMIT_MB } from "../system/memory-plan.ts";
import { ANSWER_FORMATS } from "../vocabulary/answer-format.ts";
import { SEARCHABLE_CLASSES, type SearchableClass } from "../vocabulary/exclusion.ts";
import { DETAILS } from "../vocabulary/search.ts";
import { TOOLSETS } from "../vocabulary/toolsets.ts";
import { SHARED_SETTINGS, variableOf } from "./caller-settings.ts";
import { EMACS_SETTINGS } from "./emacs-settings.ts";
import { CACHE_FOLDER, DATA_FOLDER } from "./folders.ts";
import { HTTP_SETTINGS } from "./http-settings.ts";
import { LANGUAGE_MODEL_SETTINGS } from "./language-model-settings.ts";
import { REVIEW_SETTINGS } from "./review-settings.ts";
import {
  choice,
  choices,
  folder,
  folderOrFolders,
  folders,
  optionalLink,
  optionalModel,
  type Setting,
  table,
  texts,
  toggle,
  whole,
} from "./setting.ts";
import { TEAM_SETTINGS } from "./team-settings.ts";
import { addEntries, excludeMore, intersect, lower, onlyTo, switchOn } from "./tighten.ts";

export const SETTINGS = {
  project: folderOrFolders({
    doc: "The project to search, or several that one server serves. Default: the client's workspace, else the nearest folder at or above the working folder that has a project marker (`.git`, `package.json`, …).",
    default: [],
  }),
  allowed_projects: folders({
    doc: "Folders below which a client may search any project. Elsewhere it reaches only the project the server was started for, its own workspace folders, and projects indexed from the command line.",
    default: [],
  }),
  top_k: whole({ doc: "Number of hits when a search gives no `top_k`.", default: 10, min: 1, max: 100 }),
  max_tokens: whole({
    doc: "Token budget of an answer when the call gives no `max_tokens`.",
    default: 2000,
    min: 300,
    max: 200_000,
  }),
  detail: choice({
    doc: "What a search returns when it gives no `detail`: the matching chunks, the whole files they are in, or locations without source.",
    choices: DETAILS,
    default: "snippets",
  }),
  search_wait_ms: whole({
    doc: "How long a search waits until all files are indexed by words, in milliseconds. Then it answers from what is indexed and says how much that is.",
    default: 20_000,
    min: 0,
    max: 600_000,
  }),
  first_answer_ms: whole({
    doc: "How long a search may take while a project's first index is made, in milliseconds. More than 60 files are answered from their text, the likeliest first, within 1.5 s; more time waits for the index. Up to 3 s more if not all were read and none has a name from the query.",
    default: 1500,
    min: 0,
    max: 600_000,
  }),
  finish_index: choice({
    doc: "What a search on the command line leaves to a background process when files are not indexed yet: `words` (index all files), `all` (vectors too) or `off`. It runs at low priority.",
    choices: ["words", "all", "off"],
    default: "words",
  }),
  embed_up_to: whole({
    doc: "A search waits for missing vectors if at most this many chunks lack one.",
    default: 60,
    min: 0,
    max: 100_000,
  }),
  meaning_wait_ms: whole({
    doc: "How long a search may embed its best candidates that have no vector yet, in milliseconds, so that a project's first answers are ranked by meaning too. 0: leave it to the background. Loading the model is not counted.",
    default: 700,
    min: 0,
    max: 60_000,
  }),
  storage_mode: choice({
    doc: "Where saved results are kept: `global` (your data folder), `in-project`, or `both` (written to the project, or globally if that fails; read from the project first).",
    choices: ["global", "in-project", "both"],
    default: "global",
  }),
  share_saved: toggle({
    doc: "Do not write the `.gitignore` that keeps saved results out of the project's repository.",
    default: false,
  }),
  toolsets: choices({
    doc: "The sets of tools that a server offers: `search` (search by meaning, saved results, index), `code` (symbols and text), `code-more` (less common tools), `all` (these three), `edit` (tools that change files) and `emacs` (tools of your running Emacs).",
    choices: [...TOOLSETS, "all"],
    default: ["search", "code"],
  }),
  protected_paths: texts({
    doc: "Globs of project-relative paths that no edit changes, beside ignored, vendored and generated files.",
    placeholder: "GLOB",
    default: [],
    project: excludeMore,
  }),
  kept_edits: whole({
    doc: "How many applied edits are kept, so that they can be undone; the oldest are removed first, and the newest never.",
    default: 50,
    min: 1,
    max: 10_000,
  }),
  kept_edits_mb: whole({
    doc: "Size limit for the applied edits of a project together, with the backups of their files, in MiB.",
    default: 256,
    min: 1,
    max: 1_000_000,
  }),
  answer_format: choice({
    doc: "Text format of answers about code: `text`, `toon` or `json`. docs/records/answer-forms.md compares their size.",
    choices: ANSWER_FORMATS,
    default: "text",
  }),
  data_folder: folder({
    doc: "Folder for globally saved results and the savings journal.",
    default: DATA_FOLDER,
    defaultDoc: "`~/.context-broker`",
  }),
  cache_folder: folder({
    doc: "Folder for indexes, vectors and the query cache. Safe to delete while context-broker is not running.",
    default: CACHE_FOLDER,
    defaultDoc: "the system's cache folder (Linux: `~/.cache/context-broker`)",
  }),
  cache_limit_mb: whole({
    doc: "Size limit for indexes and vectors together, in MiB; 0: no limit. Above it, the least recently used projects are removed, never one in use: by `index gc`, and at most once a day by an idle server.",
    default: 10_240,
    min: 0,
    max: 100_000_000,
  }),
  model: optionalModel({
    doc: "Another embedding model: a folder laid out like `models/`, or a Hugging Face id.",
    default: null,
    defaultDoc: "all-MiniLM-L6-v2 (int8), part of the package",
  }),
  multilingual_model: toggle({
    doc: "The `model` reads other languages than English, so questions in them are searched by meaning too. Off: they are searched by their words and names alone, and the answer says so.",
    default: false,
  }),
  allow_model_download: toggle({
    doc: "Allow the download of a `model` given by Hugging Face id. The model in the package needs no download.",
    default: false,
  }),
  jobs: whole({
    doc: "Files analysed, and texts embedded, at the same time. 0: by the number of CPU cores.",
    default: 0,
    min: 0,
    max: 64,
  }),
  vectors: choice({
    doc: "Search by meaning. `auto`: exact scan below `hnsw_from` chunks, HNSW from there on, or an int8 scan (same answers as the exact scan) where HNSW does not fit in `memory_limit_mb` or is not available. `off`: search by words only; nothing is embedded.",
    choices: ["auto", "exact", "hnsw", "int8", "off"],
    default: "auto",
    project: onlyTo("off"),
  }),
  hnsw_from: whole({
    doc: "Number of chunks from which `vectors: auto` uses HNSW.",
    default: 20_000,
    min: 1,
    max: 10_000_000,
  }),
  memory_limit_mb: whole({
    doc: "Memory limit for the program and its child processes together, in MiB, model included. It limits the workers at once, and which vector search a large project gets.",
    default: MEMORY_LIMIT_MB,
    min: 256,
    max: 1_000_000,
  }),
  pause_on_battery: toggle({
    doc: "On battery, embed nothing that no answer waits for (Linux and macOS).",
    default: true,
  }),
  query_cache: choice({
    doc: "Where answers are cached for a repeated question: in memory, on disk too, or not at all.",
    choices: ["off", "memory", "disk"],
    default: "disk",
    project: onlyTo("off"),
  }),
  watch: choice({
    doc: "`auto`: a server watches the file system for changes where that is reliable (Linux, local disks), so that a query need not check every file. `off`: each query checks every file. Answers are the same.",
    choices: ["auto", "off"],
    default: "auto",
  }),
  git_signals: toggle({
    doc: "Read the newest 5,000 commits in the background for signals about each file: how often and how recently it changed, by whom, and together with which files. Only file names are read, no content.",
    default: true,
  }),
  journal_queries: toggle({
    doc: "Record the query text in the savings journal. Off: numbers only.",
    default: false,
  }),
  call_log: toggle({
    doc: "Log what clients on this machine ask and where the answers point, for `log` and `ui`: 30 days, no source, credentials masked.",
    default: true,
  }),
  editor_link: optionalLink({
    doc: "Link by which the page of `ui` opens a place in your editor, such as `vscode://file/{path}:{line}`.",
    default: null,
  }),
  include: texts({
    doc: "Globs of project-relative paths to search even if ignore files, the excluded classes or the size limit leave them out. A secret (`.env`, keys, credentials) must be named by its exact path.",
    placeholder: "GLOB",
    default: [],
  }),
  include_classes: choices({
    doc: "Classes of files to search that are left out by default.",
    choices: SEARCHABLE_CLASSES,
    default: [],
    project: intersect<SearchableClass>(),
  }),
  exclude: texts({
    doc: "Globs of project-relative paths that are never searched; they override `include`.",
    placeholder: "GLOB",
    default: [],
    project: excludeMore,
  }),
  dockerignore: toggle({
    doc: "Apply the `.dockerignore` at the project's root.",
    default: true,
    project: switchOn,
  }),
  max_file_bytes: whole({
    doc: "Larger files are not searched, in bytes.",
    default: 1_048_576,
    min: 1,
    max: 67_108_864,
    project: lower,
  }),
  extensions: table({
    doc: "Languages of further file extensions, for example `.inc=php`.",
    placeholder: "EXTENSION=LANGUAGE",
    names: /^\.[^\s/\\=,]{1,40}$/,
    example: ".inc",
    default: {},
    project: addEntries,
  }),
  ...EMACS_SETTINGS,
  ...REVIEW_SETTINGS,
  ...TEAM_SETTINGS,
  ...LANGUAGE_MODEL_SETTINGS,
  daemon: choice({
    doc: "`auto`: commands and stdio servers use one shared local server, which holds the model and the indexes once and answers at once; the first one starts it. `off`: each works alone.",
    choices: ["auto", "off"],
    default: "auto",
  }),
  daemon_idle_minutes: whole({
    doc: "The shared local server ends after this many minutes without a command or client.",
    default: 10,
    min: 1,
    max: 10_080,
  }),
  ...HTTP_SETTINGS,
  open_projects: whole({
    doc: "How many projects a server keeps open; the least recently used one is closed.",
    default: 4,
    min: 1,
    max: 64,
  }),
  log_level: choice({
    doc: "Lowest level logged to stderr. Queries and source text are logged at `debug` only.",
    choices: ["error", "warn", "info", "debug"],
    default: "warn",
  }),
  log_format: choice({ doc: "Log format: for people, or JSON.", choices: ["text", "json"], default: "text" }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS) as SettingKey[];

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key;
type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;

/** The values in force: one field for each setting, its key in camelCase. */
export type Settings = { readonly [Key in SettingKey as Camel<Key>]: ValueOf<(typeof SETTINGS)[Key]> };

export const environmentName = (key: SettingKey): string => variableOf(key);

/** Whether a server with these settings may search several projects: it was started for them, or folders of them are allowed. */
export const servesProjects = ({ project, allowedProjects }: Pick<Settings, "project" | "allowedProjects">): boolean =>
  project.length > 1 || allowedProjects.length > 0;

/** How a caller's Emacs is reached. */
export const emacsPlace = (
  { emacsServer, emacsSession, emacsWaitMs }: Settings,
  env: Readonly<Record<string, string | undefined>>,
): {
  readonly server: string | null;
  readonly session: string | null;
  readonly waitMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
} => ({ server: emacsServer, session: emacsSession, waitMs: emacsWaitMs, env });

/** Whether two callers may share what is opened with their settings. */
export function canShare(one: Settings, other: Settings): boolean {
  const shared = (settings: Settings) =>
    JSON.stringify(
      SHARED_SETTINGS.map((key: SettingKey) => (settings as Readonly<Record<string, unknown>>)[fieldName(key)]),
    );
  return shared(one) === shared(other);
}

export const flagName = (key: SettingKey): string => `--${key.replaceAll("_", "-")}`;

export const fieldName = (key: SettingKey): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
