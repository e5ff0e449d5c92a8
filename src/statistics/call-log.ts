// The log of clients' calls: what each asked, where its answer points, what it cost. No source. One line a call, one file a day in the global
// home. Separate from the savings journal, which keeps numbers for two years and no question unless the user wants it.
//
//   const calls = new CallLog({ home: settings.dataFolder, isOn: settings.callLog });
//   const problem = calls.record({ project, client, tool, asked, answered, … });   // never throws
//   const { calls, total } = await calls.find({ tool: "search_text", page: 1, limit: 20 });

import { join } from "node:path";
import { z } from "zod";
import { rootHash } from "../storage/project-marker.ts";
import { messageOf, type Problem } from "../vocabulary/failure.ts";
import { DatedFiles, parsedLine } from "./dated-files.ts";

const CALL_VERSION = 1;
const DAYS_KEPT = 30;
/** Bytes of one day's file, about 1,500 calls. */
const DAY_BYTES_MAX = 1024 * 1024;

const callSchema = z.object({
  schema_version: z.literal(CALL_VERSION),
  time: z.iso.datetime(),
  project: z.string(),
  project_id: z.string().meta({ doc: "empty: about none, or several" }),
  client: z.string(),
  client_version: z.string(),
  session: z.string().optional(),
  tool: z.string(),
  asked: z.record(z.string(), z.unknown()).meta({ doc: "its fields; long texts cut, credentials masked" }),
  outcome: z.string(),
  answer: z.string().meta({ doc: "the answer's first line" }),
  places: z.array(z.string()).meta({ doc: "`path:lines`, the first ones" }),
  places_found: z.number(),
  tokens: z.number(),
  milliseconds: z.number(),
});

/** A call as it is listed. */
export const callFields = callSchema.omit({ schema_version: true }).shape;
export type CallEntry = z.output<typeof callSchema>;

export interface CallRecord
  extends Pick<
    CallEntry,
    "tool" | "asked" | "outcome" | "answer" | "places" | "places_found" | "tokens" | "milliseconds"
  > {
  /** Null for a call about none, or about several. */
  readonly project: { readonly root: string; readonly name: string } | null;
  readonly client: { readonly name: string; readonly version: string };
  readonly session?: string | undefined;
}

export interface CallFilter {
  /** Only calls about this project, and those about none. */
  readonly root?: string | undefined;
  readonly client?: string | undefined;
  readonly tool?: string | undefined;
  /** Only calls that have it in what was asked or answered, whatever its case. */
  readonly text?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface FoundCalls {
  /** Newest first. */
  readonly calls: readonly CallEntry[];
  /** Of all pages. */
  readonly total: number;
  /** By name, how many calls of the project have it, most first, whatever the filters for them. */
  readonly tools: readonly Counted[];
  readonly clients: readonly Counted[];
  readonly problems: readonly Problem[];
}

interface Counted {
  readonly name: string;
  readonly calls: number;
}

export interface CallLogOptions {
  /** The global home. */
  readonly home: string;
  readonly isOn: boolean;
  readonly now?: () => Date;
}

const NAME_MAX = 120;

export class CallLog {
  readonly #options: CallLogOptions;
  readonly #days: DatedFiles;

  constructor(options: CallLogOptions) {
    this.#options = options;
    this.#days = new DatedFiles({
      folder: join(options.home, ".calls"),
      dateLength: 10,
      kept: DAYS_KEPT,
      bytesMax: DAY_BYTES_MAX,
      again: "calls are logged again tomorrow",
      what: "log of calls",
    });
  }

  get isOn(): boolean {
    return this.#options.isOn;
  }

  /** Null when recorded, or switched off; JOURNAL_UNWRITABLE otherwise. Never throws. */
  record({ project, client, session, ...rest }: CallRecord): Problem | null {
    if (!this.isOn) {
      return null;
    }
    try {
      const entry: CallEntry = {
        schema_version: CALL_VERSION,
        time: (this.#options.now?.() ?? new Date()).toISOString(),
        project: project?.name.slice(0, NAME_MAX) ?? "",
        project_id: project === null ? "" : projectId(project.root),
        client: client.name.slice(0, NAME_MAX),
        client_version: client.version.slice(0, NAME_MAX),
        ...(session === undefined ? {} : { session }),
        ...rest,
        milliseconds: Math.round(rest.milliseconds * 10) / 10,
      };
      this.#days.append(entry.time, JSON.stringify(entry));
      return null;
    } catch (error) {
      return { code: "JOURNAL_UNWRITABLE", message: `the call was answered but not logged: ${messageOf(error)}` };
    }
  }

  async find({ root, client, tool, text, page, limit }: CallFilter): Promise<FoundCalls> {
    const id = root === undefined ? null : projectId(root);
    const sought = text?.toLowerCase() ?? "";
    const problems: Problem[] = [];
    const [tools, clients] = [new Map<string, number>(), new Map<string, number>()];
    const calls: CallEntry[] = [];
    let total = 0;
    for (const file of this.#days.files().reverse()) {
      for (const entry of (await this.#days.read(file, parseCall, (one) => problems.push(one))).reverse()) {
        if (id !== null && entry.project_id !== "" && entry.project_id !== id) {
          continue;
        }
        tools.set(entry.tool, (tools.get(entry.tool) ?? 0) + 1);
        clients.set(entry.client, (clients.get(entry.client) ?? 0) + 1);
        const isFound =
          entry.tool === (tool ?? entry.tool) && entry.client === (client ?? entry.client) && hasText(entry, sought);
        if (isFound) {
          total += 1;
          if (total > (page - 1) * limit && calls.length < limit) {
            calls.push(entry);
          }
        }
      }
    }
    return { calls, total, tools: counted(tools), clients: counted(clients), problems };
  }
}

const projectId = (root: string): string => rootHash(root, 16);

const parseCall = (line: string): CallEntry | null => callSchema.safeParse(parsedLine(line)).data ?? null;

const counted = (counts: ReadonlyMap<string, number>): Counted[] =>
  Array.from(counts, ([name, calls]) => ({ name, calls })).sort((a, b) => b.calls - a.calls);

/** `sought`: in lower case. */
function hasText({ asked, answer, places }: CallEntry, sought: string): boolean {
  const texts = [
    answer,
    ...places,
    ...Object.values(asked).map((one) => (typeof one === "string" ? one : JSON.stringify(one))),
  ];
  return sought === "" || texts.some((one) => one.toLowerCase().includes(sought));
}
