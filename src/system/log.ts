// The program's log: one line per event, to stderr (stdout belongs to MCP). State that the whole process shares, so that every
// room may log. Source text and queries may appear in `debug` events only.

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

let options: LogOptions = {
  level: "warn",
  format: "text",
  write: (line) => void process.stderr.write(line),
  now: () => new Date(),
};

/** Changes the given log options from now on; the others stay. */
export function configureLog(changes: Partial<LogOptions>): void {
  options = { ...options, ...changes };
}

export function log(level: LogLevel, event: string, fields: LogFields = {}): void {
  if (LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(options.level)) {
    const render = options.format === "json" ? renderJson : renderText;
    options.write(`${render(options.now().toISOString(), level, event, fields)}\n`);
  }
}

function renderJson(time: string, level: LogLevel, event: string, fields: LogFields): string {
  return JSON.stringify({ time, level, event, ...fields });
}

/** A value that is not one plain word is quoted as in JSON, so that no value can start a new line. */
function renderText(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${plain(String(value))}`);
  return [time, level.toUpperCase().padEnd(5), event, ...parts].join(" ");
}

function plain(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : quoted(text);
}

/** JSON does not escape C1 controls, line separators and marks that reorder text, but a terminal obeys them. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
