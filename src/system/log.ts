// The program's log: one line per event, to stderr (stdout belongs to MCP). State that the whole process shares, so that every
// room may log; work for one of several fronts has a log of its own. Source text and queries may appear in `debug` events only.

import { AsyncLocalStorage } from "node:async_hooks";
import { escapeUnseenInJson } from "../vocabulary/shown-text.ts";

const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = "text" | "json";

/** Numbers carry their unit in their name (`latencyMs`). */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes one whole line with its line break. */
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

interface Log {
  options: LogOptions;
  /** What was written by `logOnce`. */
  readonly told: Set<string>;
}

const processLog: Log = {
  told: new Set(),
  options: {
    level: "warn",
    format: "text",
    write: (line) => void process.stderr.write(line),
    now: () => new Date(),
  },
};

/** A project may change its settings without end. */
const TOLD_MAX = 1_000;

const ownLog = new AsyncLocalStorage<Log>();
const presentLog = () => ownLog.getStore() ?? processLog;

/** Changes the given log options from now on; the others stay. Within `withOwnLog`, those of that log. */
export function configureLog(changes: Partial<LogOptions>): void {
  const target = presentLog();
  target.options = { ...target.options, ...changes };
}

/** What `work` logs, and all that it starts, goes to `write`. */
export const withOwnLog = <Result>(write: LogOptions["write"], work: () => Result): Result =>
  ownLog.run({ options: { ...processLog.options, write }, told: new Set() }, work);

/** For what is found again at each call: the same event with the same fields is written once to each log. */
export function logOnce(level: LogLevel, event: string, fields: LogFields = {}): void {
  const { told } = presentLog();
  const key = JSON.stringify([level, event, fields]);
  if (!told.has(key) && told.size < TOLD_MAX) {
    told.add(key);
    log(level, event, fields);
  }
}

export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  const { options } = presentLog();
  if (LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(options.level)) {
    const render = options.format === "json" ? renderJson : renderText;
    options.write(`${render(options.now().toISOString(), level, event, fields)}\n`);
  }
}

const renderJson = (time: string, level: LogLevel, event: string, fields: LogFields): string =>
  quoted({ time, level, event, ...fields });

/** A value that is not one plain word is quoted as in JSON, so that no value can start a new line. */
function renderText(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${plain(String(value))}`);
  return [time, level.toUpperCase().padEnd(5), event, ...parts].join(" ");
}

const plain = (text: string): string => (/^[\w./:@%+-]+$/.test(text) ? text : quoted(text));

/** JSON does not escape C1 controls, line separators and marks that reorder text, but a terminal obeys them. */
const quoted = (value: unknown): string => escapeUnseenInJson(JSON.stringify(value));
