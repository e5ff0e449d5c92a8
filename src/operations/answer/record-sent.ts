// Records what a client was sent that no operation records itself: small answers, errors, resources, prompts. Their tokens are a cost of the
// program like any other (docs/inside/statistics.md).
import { tokensOf } from "../../search/answer/token-statistics.ts";
import { log } from "../../system/log.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { Services } from "../contract/services.ts";
import { recordAnswer } from "./record-answer.ts";

/** The project in the journal of an answer that is about none, or about several. */
const NO_PROJECT = { root: "", name: "no single project" };

export interface Sending {
  /** To be used for the request. */
  readonly services: Services;
  /** Records the text that was sent, unless the request was recorded already. `operation`: its name in the journal. Never fails: an error is logged. */
  record(operation: string, text: string): Promise<void>;
}

/** Watches which project the request opens, and whether its answer is recorded. */
export function watchSending(
  services: Services,
  { caller, signal, onProgress }: Omit<OperationContext, "services">,
): Sending {
  const started = performance.now();
  const opened = new Map<string, string>();
  let isRecorded = false;
  const watched: Services = {
    ...services,
    journal: {
      record: (search) => {
        isRecorded = true;
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
    async record(operation, text) {
      if (isRecorded) {
        return;
      }
      try {
        await recordText(operation, text);
      } catch (error) {
        log("warn", "an answer is not in the savings journal", { operation, error: String(error) });
      }
    },
  };

  async function recordText(operation: string, text: string): Promise<void> {
    const counter = await loadTokenCounter();
    const [[root, name] = [NO_PROJECT.root, NO_PROJECT.name], ...others] = opened;
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
    const project = others.length === 0 ? { root, name } : NO_PROJECT;
    await recordAnswer(project, entry, { services, caller, signal, onProgress });
  }
}
