// The one table of settings. Flags, environment names, the types of the values, docs/configuration.md and the JSON
// Schema are made of it; nothing about a setting is written twice.
import { MEMORY_LIMIT_MB } from "../system/memory-plan.ts";
import { ANSWER_FORMATS } from "../vocabulary/answer-format.ts";
import { DETAILS } from "../vocabulary/search.ts";
import { TOOLSETS } from "../vocabulary/toolsets.ts";
import { CACHE_FOLDER, DATA_FOLDER } from "./folders.ts";
import {
  choice,
  choices,
  folder,
  folders,
  optionalFolder,
  optionalModel,
  type Setting,
  table,
  texts,
  toggle,
  whole,
} from "./setting.ts";
import { addEntries, excludeMore, intersect, lower, onlyTo, switchOn } from "./tighten.ts";

/** Classes of files left out by default that a user can turn on wholesale; a secret only by its path in `include`. */
const INCLUDABLE = ["ignored", "binary", "lock", "minified", "generated", "vendored", "oversized"] as const;

export const SETTINGS = {
  project: optionalFolder({
    doc: "The project to search. Unset: what the client offers, else the folder above the working folder that has a project's marker.",
    default: null,
  }),
  allowed_projects: folders({
    doc: "Folders under which any caller may search. Beyond them a client reaches only the launch project, its own roots and projects indexed from the command line.",
    default: [],
  }),
  top_k: whole({ doc: "Hits of a search that does not say how many.", default: 10, min: 1, max: 100 }),
  max_tokens: whole({ doc: "Token budget of an answer that does not say one.", default: 3000, min: 300, max: 200_000 }),
  detail: choice({
    doc: "What a search that does not say carries: the chunks, the whole files they lie in, or no source at all.",
    choices: DETAILS,
    default: "snippets",
  }),
  search_wait_ms: whole({
    doc: "Longest wait of a search for the words of all files, in milliseconds; then it answers from what there is and says how much that was.",
    default: 20_000,
    min: 0,
    max: 600_000,
  }),
  first_answer_ms: whole({
    doc: "Longest time of a search of a project whose index has never been whole, in milliseconds: the files that promise most for the query are read first, and it answers from those; up to 3 s more where no file that was read holds a name of the query.",
    default: 1500,
    min: 0,
    max: 600_000,
  }),
  finish_index: choice({
    doc: "What a search on the command line leaves to a process of its own where files are not indexed yet, which works at low priority and ends when it is done: `words` of all files, `all` their vectors too, or nothing (`off`).",
    choices: ["words", "all", "off"],
    default: "words",
  }),
  embed_up_to: whole({
    doc: "A search also waits for new chunks' vectors where at most this many lack one.",
    default: 60,
    min: 0,
    max: 100_000,
  }),
  meaning_wait_ms: whole({
    doc: "Longest time that a search spends on the vectors its best candidates lack, in milliseconds, so that a project's first answers are ranked by meaning too; 0 leaves that to the background. A model that is still being loaded is waited for besides.",
    default: 700,
    min: 0,
    max: 60_000,
  }),
  storage_mode: choice({
    doc: "Where saved results go: the user's home, the project's folder, or both (written in the project, or globally where that cannot be written; read from the project first).",
    choices: ["global", "in-project", "both"],
    default: "global",
  }),
  share_saved: toggle({
    doc: "Leave out the `.gitignore` that keeps a project's saved results out of its repository.",
    default: false,
  }),
  toolsets: choices({
    doc: "The sets of tools that a server offers: `search`, code by meaning, saved answers and the index; `code`, symbols and text; `code-more`, what is asked more rarely; `all` of them.",
    choices: [...TOOLSETS, "all"],
    default: ["search", "code"],
  }),
  answer_format: choice({
    doc: "The form of the text of an answer about code: `text`, `toon` or `json`; docs/answer-forms.md compares what they cost.",
    choices: ANSWER_FORMATS,
    default: "text",
  }),
  data_folder: folder({
    doc: "Saved results of mode `global` and the savings journal.",
    default: DATA_FOLDER,
    defaultDoc: "`~/.context-broker`",
  }),
  cache_folder: folder({
    doc: "Indexes, vectors and the query cache. Safe to delete while nothing runs.",
    default: CACHE_FOLDER,
    defaultDoc: "the system's folder for caches (Linux: `~/.cache/context-broker`)",
  }),
  cache_limit_mb: whole({
    doc: "Size that indexes and vectors may take together, in MiB; 0: any. Over it, the projects least recently used go first, never one in use, at `index gc` and at most once a day in an idle server.",
    default: 10_240,
    min: 0,
    max: 100_000_000,
  }),
  model: optionalModel({
    doc: "An embedding model other than the one in the package: a folder in the layout of `models/`, or a hub id.",
    default: null,
    defaultDoc: "all-MiniLM-L6-v2 (int8), in the package",
  }),
  allow_model_download: toggle({
    doc: "Let a hub id in `model` be downloaded. Nothing else ever uses the network.",
    default: false,
  }),
  jobs: whole({
    doc: "How many files are analysed, and how many texts embedded, at the same time at most; 0 takes the cores to spare.",
    default: 0,
    min: 0,
    max: 64,
  }),
  vectors: choice({
    doc: "Search by meaning: `auto` scans exactly up to `hnsw_from` chunks and takes HNSW above, or an int8 scan with the answers of the exact one where HNSW does not fit in `memory_limit_mb` or could not be compiled; `off` searches by words alone and embeds nothing.",
    choices: ["auto", "exact", "hnsw", "int8", "off"],
    default: "auto",
    project: onlyTo("off"),
  }),
  hnsw_from: whole({
    doc: "Searchable chunks from which `vectors: auto` takes HNSW.",
    default: 20_000,
    min: 1,
    max: 10_000_000,
  }),
  memory_limit_mb: whole({
    doc: "Memory that the program and the processes it starts may take together, in MiB, the model included. It bounds how many work at once and which vector search a large project gets.",
    default: MEMORY_LIMIT_MB,
    min: 256,
    max: 1_000_000,
  }),
  query_cache: choice({
    doc: "Where answers are kept for the next same question: in memory only, on disk too, or nowhere.",
    choices: ["off", "memory", "disk"],
    default: "disk",
    project: onlyTo("off"),
  }),
  watch: choice({
    doc: "Whether a server has the system tell it of changes (`auto`, on Linux and local disks), so that a query need not look at every file; `off`: each query verifies every file itself. Answers are the same.",
    choices: ["auto", "off"],
    default: "auto",
  }),
  git_signals: toggle({
    doc: "Count the newest 5,000 commits for what a file's history says of it: how often and how lately it was changed, by whom, together with what. Git is asked for names alone, in the background.",
    default: true,
  }),
  journal_queries: toggle({
    doc: "Write the query text into the savings journal. Off, the journal holds numbers only.",
    default: false,
  }),
  include: texts({
    doc: "Globs over project-relative paths that are searched although ignore files, the noise classes or the size limit leave them out. A secret (`.env`, keys, credentials) is admitted by its exact path only.",
    placeholder: "GLOB",
    default: [],
  }),
  include_classes: choices({
    doc: "Whole classes of files to search that are left out by default.",
    choices: INCLUDABLE,
    default: [],
    project: intersect<(typeof INCLUDABLE)[number]>(),
  }),
  exclude: texts({
    doc: "Globs over project-relative paths that are never searched; they go before `include`.",
    placeholder: "GLOB",
    default: [],
    project: excludeMore,
  }),
  dockerignore: toggle({
    doc: "Honour the `.dockerignore` at the project's root.",
    default: true,
    project: switchOn,
  }),
  max_file_bytes: whole({
    doc: "Files above this size are not searched, in bytes.",
    default: 1_048_576,
    min: 1,
    max: 67_108_864,
    project: lower,
  }),
  extensions: table({
    doc: "File name extensions and the language that reads them, added to the built-in table: `.inc=php`.",
    placeholder: "EXTENSION=LANGUAGE",
    names: /^\.[^\s/\\=,]{1,40}$/,
    example: ".inc",
    default: {},
    project: addEntries,
  }),
  open_projects: whole({
    doc: "Projects that a server holds open at once; the least recently used closes.",
    default: 4,
    min: 1,
    max: 64,
  }),
  log_level: choice({
    doc: "What goes to stderr. Queries and source text appear at `debug` only.",
    choices: ["error", "warn", "info", "debug"],
    default: "warn",
  }),
  log_format: choice({ doc: "Log lines for people or as JSON.", choices: ["text", "json"], default: "text" }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS) as SettingKey[];

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key;
type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;

/** The values in force: one field a setting, its key in camelCase. */
export type Settings = { readonly [Key in SettingKey as Camel<Key>]: ValueOf<(typeof SETTINGS)[Key]> };

export function environmentName(key: SettingKey): string {
  return `CONTEXT_BROKER_${key.toUpperCase()}`;
}

export function flagName(key: SettingKey): string {
  return `--${key.replaceAll("_", "-")}`;
}

export function fieldName(key: SettingKey): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
