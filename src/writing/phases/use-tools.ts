// Does what the author asks for, through the store: each result is a step, so that a later run sees what the earlier one saw.

import { type LineSpan, merged } from "../../reason/citations/find-citations.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { formatNumber } from "../../vocabulary/shown-text.ts";
import type { Library, ReadFile, ReadLines } from "../contract/writing.ts";
import { excerpt } from "../prompts/author.ts";
import type { ReportStore } from "../store/report-store.ts";
import type { ToolCall } from "./read-answer.ts";

/** Paths, hits and symbols of one result. */
const ROWS_MAX = 200;
const HITS_MAX = 15;
/** Lines of one call; more are read by another one. */
const LINES_MAX = 400;

/** Longer results would leave no room for others; UTF-16 units. */
const RESULT_LENGTH_MAX = 24_000;

export interface Done {
  /** One line. */
  readonly what: string;
  readonly result: string;
}

export interface ReadSpan extends LineSpan {
  readonly path: string;
}

export interface Used extends Done {
  /** The lines in the result; null for none. */
  readonly span: ReadSpan | null;
}

/** What was read of each file, by path. */
export class Reading {
  readonly #store: ReportStore;
  readonly #library: Library;
  readonly #signal: AbortSignal;
  readonly #spans = new Map<string, LineSpan[]>();
  /** What stood in a question: nothing else can be cited. */
  readonly #shown = new Map<string, LineSpan[]>();

  constructor(store: ReportStore, library: Library, signal: AbortSignal) {
    this.#store = store;
    this.#library = library;
    this.#signal = signal;
  }

  /** Files of which lines were read, in that order. */
  get paths(): string[] {
    return [...this.#spans.keys()];
  }

  spansOf(path: string): readonly LineSpan[] {
    return this.#spans.get(path) ?? [];
  }

  file(path: string): ReadFile | null {
    return this.#store.file(path);
  }

  /** What the author was shown. */
  all(): ReadLines[] {
    return [...this.#shown].flatMap(([path, spans]) => {
      const file = this.#store.file(path);
      return file === null ? [] : [{ file, spans: merged(spans) }];
    });
  }

  /** To be called for lines that stand in a question. */
  show(span: ReadSpan): void {
    add(this.#shown, span);
  }

  /** Never throws because of what the author asks for: that is the result then. */
  async use(asked: ToolCall): Promise<Used> {
    throwIfCancelled(this.#signal);
    const call = "path" in asked ? { ...asked, path: asked.path.replace(/^(?:\.\/)+(?=.)/, "") } : asked;
    const done = await this.#store.step("tool", JSON.stringify(call), () => this.#perform(call));
    if (done.span !== null) {
      add(this.#spans, done.span);
    }
    return done;
  }

  async #perform(call: ToolCall): Promise<Used> {
    try {
      switch (call.tool) {
        case "list_files":
          return { ...(await this.#list(call)), span: null };
        case "search_code":
          return { ...(await this.#search(call)), span: null };
        case "get_symbols":
          return { ...(await this.#symbols(call)), span: null };
        case "read_file":
          return await this.#read(call);
      }
    } catch (error) {
      if (error instanceof Failure && error.code === "INVALID_INPUT") {
        return { what: `${call.tool}: refused`, result: `${error.message}; ${error.hint}`, span: null };
      }
      throw error;
    }
  }

  async #list({ pattern, path }: Extract<ToolCall, { tool: "list_files" }>): Promise<Done> {
    const paths = await this.#library.list(pattern, path);
    const left = paths.length - ROWS_MAX;
    const more = left > 0 ? [`and ${formatNumber(left)} more: use a narrower pattern`] : [];
    return {
      what: `list_files ${pattern} in ${path}: ${formatNumber(paths.length)} files`,
      result: paths.length === 0 ? "no file matches" : [...paths.slice(0, ROWS_MAX), ...more].join("\n"),
    };
  }

  async #search({ query, file_pattern: pattern }: Extract<ToolCall, { tool: "search_code" }>): Promise<Done> {
    const hits = (await this.#library.search(query, pattern)).slice(0, HITS_MAX);
    const rows = hits.map(({ path, startLine, endLine, symbol }) => {
      const isRead = this.spansOf(path).some((span) => span.startLine <= startLine && span.endLine >= endLine);
      return `${path}:${startLine}-${endLine}${symbol === null ? "" : ` ${symbol}`}${isRead ? " (read)" : ""}`;
    });
    return {
      what: `search_code ${query}: ${formatNumber(rows.length)} places`,
      result: rows.length === 0 ? "nothing was found" : rows.join("\n"),
    };
  }

  async #symbols({ path }: Extract<ToolCall, { tool: "get_symbols" }>): Promise<Done> {
    const file = await this.#open(path);
    if (file === null) {
      return { what: `get_symbols ${path}: no such file`, result: NO_FILE };
    }
    const rows = file.symbols.map(({ name, kind, startLine, endLine }) => `${startLine}-${endLine} ${kind} ${name}`);
    const left = rows.length - ROWS_MAX;
    const more = left > 0 ? [`and ${formatNumber(left)} more`] : [];
    return {
      what: `get_symbols ${path}: ${formatNumber(rows.length)}`,
      result: rows.length === 0 ? "it defines nothing that is known" : [...rows.slice(0, ROWS_MAX), ...more].join("\n"),
    };
  }

  async #read(call: Extract<ToolCall, { tool: "read_file" }>) {
    const { path, start_line: startLine = 1 } = call;
    const file = await this.#open(path);
    if (file === null) {
      return { what: `read_file ${path}: no such file`, result: NO_FILE, span: null };
    }
    const wanted = call.end_line ?? startLine + LINES_MAX - 1;
    const last = Math.min(wanted, startLine + LINES_MAX - 1, file.lines.length);
    const endLine = lastWithin(file.lines, startLine, last);
    if (endLine < startLine && last >= startLine) {
      return { what: `read_file ${path}:${startLine}: too long a line`, result: "it cannot be shown", span: null };
    }
    if (endLine < startLine) {
      const count = `it has ${formatNumber(file.lines.length)} lines`;
      return { what: `read_file ${path}: no such lines`, result: count, span: null };
    }
    return {
      what: `read_file ${path}:${startLine}-${endLine}`,
      result: excerpt(file, startLine, endLine),
      span: { path, startLine, endLine },
    };
  }

  /** As it was when it was first read. */
  async #open(path: string): Promise<ReadFile | null> {
    const known = this.#store.file(path);
    if (known !== null) {
      return known;
    }
    const file = await this.#library.read(path);
    if (file !== null) {
      this.#store.put(file, this.#library.project.commit);
    }
    return file;
  }
}

function add(spans: Map<string, LineSpan[]>, { path, startLine, endLine }: ReadSpan): void {
  spans.set(path, [...(spans.get(path) ?? []), { startLine, endLine }]);
}

/** The last line, up to that one, of those that fit into a result; 1-based. */
function lastWithin(lines: readonly string[], startLine: number, last: number): number {
  let length = 0;
  for (let line = startLine; line <= last; line += 1) {
    length += (lines[line - 1]?.length ?? 0) + 8;
    if (length > RESULT_LENGTH_MAX) {
      return line - 1;
    }
  }
  return last;
}

const NO_FILE = "the project has no text file of this path that may be read";
