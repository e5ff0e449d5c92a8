// Records what a client was sent that no operation records itself: small answers, errors, resources, prompts. Their tokens are a cost of the
// program like any other (docs/inside/statistics.md). Keeps the log of calls, which has each call of a tool.
import { tokensOf } from "../../search/answer/token-statistics.ts";
import { log } from "../../system/log.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { type Operation, type OperationContext, summaryOf } from "../contract/operation.ts";
import type { Services } from "../contract/services.ts";
import { recordAnswer } from "./record-answer.ts";

/** The project in the journal of an answer that is about none, or about several. */
const NO_PROJECT = { root: "", name: "no single project" };

/** A call of a tool, for the log of calls. */
export interface Call {
  readonly tool: Operation;
  readonly input: unknown;
  readonly outcome: string;
  /** Undefined for a failure. */
  readonly structured: unknown;
}

/** Characters of an answer's first line in the log of calls. */
const ANSWER_MAX = 300;

export interface Sending {
  /** To be used for the request. */
  readonly services: Services;
  /**
   * Records the text that was sent, unless the request was recorded already. `operation`: its name in the journal. `call`: absent for what is not
   * to be logged. Never fails: an error is logged.
   */
  record(operation: string, text: string, call?: Call): Promise<void>;
}

/** Watches which project the request opens, and whether its answer is recorded. */
export function watchSending(
  services: Services,
  { caller, signal, onProgress }: Omit<OperationContext, "services">,
): Sending {
  const started = performance.now();
  const opened = new Map<string, string>();
  /** Null until the request is recorded. */
  let tokens: number | null = null;
  const watched: Services = {
    ...services,
    journal: {
      record: (search) => {
        tokens = (tokens ?? 0) + search.statistics.contextTokens + search.envelopeTokens;
        return services.journal.record(search);
      },
      entries: (onProblem) => services.journal.entries(onProblem),
    },
    withProject: (root, use) =>
      services.withProject(root, (session) => {
        opened.set(root, session.name);
        return use(session);
      }),
  };
  return {
    services: watched,
    async record(operation, text, call) {
      try {
        if (tokens === null) {
          await recordText(operation, text);
        }
        if (call !== undefined && services.calls.isOn) {
          await logCall(text, call);
        }
      } catch (error) {
        log("warn", "an answer is not in the savings journal", { operation, error: String(error) });
      }
    },
  };

  function projectAskedAbout(): { readonly root: string; readonly name: string } | null {
    const [first, ...others] = opened;
    return first === undefined || others.length > 0 ? null : { root: first[0], name: first[1] };
  }

  async function logCall(text: string, { tool, input, outcome, structured }: Call): Promise<void> {
    const { loggedInput, loggedText, placesOf } = await import("./asked-and-places.ts");
    const problem = services.calls.record({
      project: projectAskedAbout(),
      client: caller.client,
      session: caller.session?.id,
      tool: tool.name,
      asked: loggedInput(input, { changesFiles: tool.toolset === "edit", order: Object.keys(tool.input.shape) }),
      outcome,
      answer: loggedText(summaryOf(text), ANSWER_MAX),
      ...placesOf(structured),
      tokens: tokens ?? 0,
      milliseconds: performance.now() - started,
    });
    if (problem !== null) {
      log("warn", problem.message);
    }
  }

  async function recordText(operation: string, text: string): Promise<void> {
    const counter = await loadTokenCounter();
    const statistics = {
      totalTokens: 0,
      totalTokensExact: true,
      contextTokens: 0,
      savedTokens: 0,
      savedPercent: 0,
      hitFilesTokens: 0,
      encoding: counter.encoding,
    };
    const entry = {
      operation,
      isSearch: false,
      statistics,
      envelopeTokens: tokensOf(text, counter),
      hits: 0,
      milliseconds: performance.now() - started,
      cached: false,
      lagging: 0,
      query: "",
    };
    await recordAnswer(projectAskedAbout() ?? NO_PROJECT, entry, { services: watched, caller, signal, onProgress });
  }
}
