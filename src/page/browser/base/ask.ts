// Asks the program. The token arrives in the link's fragment, which is taken out of the address bar at once; a reload finds it in
// the tab's own storage.

import { chosenProject } from "./chosen-project.ts";
import { waitAfter } from "./wait-after.ts";

const KEY = "context-broker-token";

function takeToken(): string {
  const given = location.hash.slice(1);
  if (/^[\w-]{32,}$/.test(given)) {
    sessionStorage.setItem(KEY, given);
    // A program that was started anew is about the project that it was started for.
    chosenProject.forget();
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? "";
}

const token = takeToken();

/** A question that the program did not answer: why, and a hint what to do. */
export class Refused extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** `why` and `remedy`: of a request that was refused; `message` and `hint`: of a question. */
interface Failed {
  readonly error?: Readonly<Partial<Record<"why" | "remedy" | "message" | "hint", string>>>;
}

const UNAUTHORIZED = 401;
/** Enough for what the program goes on with after an answer that did not wait for it. */
const ATTEMPTS = 15;

/** The structured answer. Throws Refused; AbortError if `signal` aborts. */
export async function ask<Answer>(question: string, input: object = {}, signal?: AbortSignal): Promise<Answer> {
  let status: number;
  let answer: Failed;
  try {
    const response = await fetch(`/ask/${question}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ ...input, project: chosenProject.get() }),
      ...(signal === undefined ? {} : { signal }),
    });
    status = response.status;
    answer = (await response.json()) as Failed;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      throw error;
    }
    throw new Refused(
      "The program does not answer.",
      "Start it again with `context-broker ui`, and open its new link.",
    );
  }
  if (status === UNAUTHORIZED) {
    throw new Refused(
      "This page has no valid token.",
      "Open the link that `context-broker ui` printed when it was started.",
    );
  }
  const { error } = answer;
  if (error !== undefined) {
    throw new Refused(error.message ?? error.why ?? `the program answered ${status}`, error.hint ?? error.remedy ?? "");
  }
  return answer as Answer;
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
  });

/**
 * Asks again while the answer is partial, at most `attempts` times (15 by default): the program goes on with what an answer did not wait for. With
 * `progress`, only attempts since it last changed count, and the wait grows with them. `draw` gets each answer. Throws as `ask` does.
 */
export async function askUntilComplete<Answer>(
  question: string,
  input: object,
  signal: AbortSignal,
  { isPartial, draw, attempts = ATTEMPTS, progress }: Repetition<Answer>,
): Promise<void> {
  let before = "";
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask<Answer>(question, input, signal);
    const reached = progress?.(answer) ?? "";
    if (reached !== before) {
      before = reached;
      attempt = 1;
    }
    const isLast = !isPartial(answer) || attempt >= attempts;
    draw(answer, isLast);
    if (isLast) {
      return;
    }
    await wait(waitAfter(progress === undefined ? 1 : attempt), signal);
  }
}

export interface Repetition<Answer> {
  readonly isPartial: (answer: Answer) => boolean;
  readonly draw: (answer: Answer, isLast: boolean) => void;
  readonly attempts?: number;
  /** Differs when the program got further. */
  readonly progress?: (answer: Answer) => string;
}
