// Which settings separate shared servers: those by which the model, the indexes and the projects' files are opened once for all callers, and the
// limits of the machine. All others are a caller's own, and travel with each call: what it may reach, what it is offered, how much an answer has
// and what it looks like, how long it waits, what a review blocks. This is a file of its own because the front of a command reads it before anything
// else is loaded.

export const SHARED_SETTINGS = [
  "data_folder",
  "cache_folder",
  "cache_limit_mb",
  "model",
  "multilingual_model",
  "allow_model_download",
  "jobs",
  "vectors",
  "hnsw_from",
  "memory_limit_mb",
  "pause_on_battery",
  "query_cache",
  "watch",
  "git_signals",
  "journal_queries",
  "call_log",
  "include",
  "include_classes",
  "exclude",
  "dockerignore",
  "max_file_bytes",
  "extensions",
  "index_backend",
  "index_endpoints",
  "index_tenants",
  "index_key_file",
  "index_allow_http",
  "open_projects",
] as const;

/** What the front that starts a shared server also gives to it; another front's does not matter. */
export const STARTING_SETTINGS = ["daemon", "daemon_idle_minutes"] as const;

export const variableOf = (key: string): string => `CONTEXT_BROKER_${key.toUpperCase()}`;
