// What the server answers to a client's first requests, remembered from one start to the next. These answers follow from the program, its
// settings and its arguments alone, so the client need not wait for a daemon that is still starting.
import { lstatSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { log } from "../system/log.ts";
import { PERMISSIONS, PRIVATE_MODES } from "../system/platform/permissions.ts";
import { sha256Of } from "../system/sha256.ts";

/** The part of a request that its answer follows from. */
export interface OpeningRequest {
  readonly method?: string | undefined;
  readonly params?: unknown;
}

export interface OpeningAnswers {
  /** The result for this request; undefined if it is not known. Requests are to be asked about in the order in which they come. */
  find(request: OpeningRequest): unknown;
  /** To be called for each answer; keeps those that do not change while a server runs. */
  remember(request: OpeningRequest, result: unknown): void;
}

/** Those whose answers have a lifetime in `src/server/session.ts`, and the one that begins a session. */
const OPENING: ReadonlySet<string> = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/templates/list",
]);
/** A client asks the same few requests at each start; those that were asked last are kept. */
const ANSWERS_MAX = 48;
/** Of a request's `_meta`, what differs from one to the next and decides nothing. */
const VARYING: ReadonlySet<string> = new Set(["progressToken", "traceparent", "tracestate", "baggage"]);

type Answers = Readonly<Record<string, unknown>>;

/** `entry`: the daemon's entry, whose name stands for the program and the user's settings; `given`: what else decides, such as the arguments. */
export function openAnswers(entry: string, given: unknown): OpeningAnswers {
  const file = entry.replace(/\.json$/, ".answers");
  let answers: Answers | undefined;
  const known = (): Answers => {
    answers ??= readAnswers(file);
    return answers;
  };
  // One after the other, so that the newest stays.
  let writing = Promise.resolve();
  // The form of the later answers follows from how the session began.
  let begun: unknown = null;
  const keyOf = ({ method = "", params = null }: OpeningRequest): string | null => {
    if (!OPENING.has(method)) {
      return null;
    }
    begun = method === "initialize" ? params : begun;
    const asked = JSON.stringify([given, begun, method, params], (name, value) =>
      VARYING.has(name) ? undefined : value,
    );
    return sha256Of(asked, 16);
  };
  let isWritePending = false;
  const keepLast = (key: string, result: unknown): void => {
    const { [key]: _, ...others } = known();
    answers = Object.fromEntries([...Object.entries(others), [key, result] as const].slice(-ANSWERS_MAX));
    if (!isWritePending) {
      isWritePending = true;
      writing = writing.then(() => {
        isWritePending = false;
        return write(file, known());
      });
    }
  };
  return {
    find: (request) => {
      const key = keyOf(request);
      const result = key === null ? undefined : known()[key];
      if (key !== null && result !== undefined) {
        keepLast(key, result);
      }
      return result;
    },
    remember: (request, result) => {
      const key = keyOf(request);
      if (key === null || JSON.stringify(known()[key]) === JSON.stringify(result)) {
        return;
      }
      keepLast(key, result);
    },
  };
}

/** Without the file, the next start is as slow as one without an earlier one. */
async function write(file: string, answers: Answers): Promise<void> {
  try {
    await writeFileAtomically(file, JSON.stringify(answers), { mode: PRIVATE_MODES.file, overwrite: true });
  } catch (error) {
    log("debug", "opening answers are not kept", { error: String(error) });
  }
}

/** Nothing where others could have written them: a client's model reads them. */
function readAnswers(file: string): Answers {
  try {
    const folder = lstatSync(dirname(file));
    const answers: unknown =
      PERMISSIONS.isOwn(folder) && !PERMISSIONS.isOpenToOthers(folder) ? JSON.parse(readFileSync(file, "utf8")) : {};
    return typeof answers === "object" && answers !== null ? (answers as Answers) : {};
  } catch {
    // There are none yet, or they cannot be read: then the client waits for the server.
    return {};
  }
}
