// The program's log: one line an event, to stderr (stdout belongs to MCP). Knows levels and forms, not what happens.
// Source text and queries may be fields of `debug` events only.

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = "text" | "json";

/** Numbers carry their unit in their name (`latencyMs`). */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  error(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Default: stderr. */
  readonly write?: (line: string) => void;
  readonly now?: () => Date;
}

export function openLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const now = options.now ?? (() => new Date());
  const most = LOG_LEVELS.indexOf(options.level);
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(level) <= most) {
        const render = options.format === "json" ? renderJson : renderText;
        write(`${render(now().toISOString(), level, event, fields)}\n`);
      }
    };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

function renderJson(time: string, level: LogLevel, event: string, fields: LogFields): string {
  return JSON.stringify({ time, level, event, ...fields });
}

/** A value that is not one plain word is quoted as JSON does, so that no value can start a line of its own. */
function renderText(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = String(value);
      return `${name}=${/^[\w./:@%+-]+$/.test(text) ? text : quoted(text)}`;
    });
  return [time, level.toUpperCase().padEnd(5), event, ...parts].join(" ");
}

/** JSON leaves C1 controls, line separators and marks that reorder text as they are; a terminal obeys them. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
