// The tools of the running Emacs for one session: attached to it, listed, called, and attached again after Emacs was gone.
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded } from "../system/process-identity.ts";
import { singleFlight, within } from "../system/wait.ts";
import { watchFile } from "../system/watch-file.ts";
import { throwIfCancelled } from "../vocabulary/failure.ts";
import { awaitAnswer } from "./await-answer.ts";
import { type ClientPlace, lispString, runForm } from "./emacsclient.ts";
import { type EmacsTool, type Exchange, type Offer, openExchange } from "./exchange.ts";
import { EXPLAIN } from "./explain.ts";

export interface EmacsOptions extends ClientPlace {
  /** Which agent of Emacs the session is; null: none. */
  readonly session: string | null;
  /** How long a call waits until Emacs begins it, and then for its answer, in milliseconds. */
  readonly waitMs: number;
  /** The client's working folder. */
  readonly cwd: string;
}

export interface EmacsCall {
  readonly name: string;
  /** The arguments, checked against the tool's schema. Throws INVALID_INPUT. */
  readonly readInput: (tool: EmacsTool) => Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Called again and again while Emacs takes its time, with what it is doing. */
  readonly onWaiting: (message: string) => void;
}

export interface EmacsTools {
  /** What Emacs offers to this session now. Waits a moment for the first attachment. */
  list(): Promise<readonly EmacsTool[]>;
  /** A text, or a value of JSON. Throws a Failure that says what Emacs did, or did not do. */
  call(call: EmacsCall): Promise<{ readonly text: string } | { readonly value: unknown }>;
  /** Tells that `list` has changed. One listener. */
  onChange(listener: () => void): void;
  close(): void;
}

/** How long the first list waits for Emacs, in milliseconds: no client should wait longer for its start. */
const LIST_MS_MAX = 2_000;
const ATTACH_MS_MAX = 5_000;
/** How often Emacs's own file is examined, in milliseconds. An answer is a reason to look at once. */
const LOOK_MS = 300;
/** Waits before Emacs is looked for again, in milliseconds; the last one is repeated. */
const RETRY_MS = [2_000, 2_000, 5_000, 15_000, 60_000];

/** Listed while Emacs cannot be reached, so that a model can find out why, and attach once it can. */
const STATUS: EmacsTool = {
  name: "emacs_status",
  description:
    "Says whether the user's running Emacs can be reached, and what to do if not. Its tools are listed once it can.",
  safe: true,
  inputSchema: { type: "object", properties: {} },
};

export function openEmacsTools(options: EmacsOptions): EmacsTools {
  const session = new EmacsSession(options);
  session.start();
  return session;
}

class EmacsSession implements EmacsTools {
  readonly #options: EmacsOptions;
  readonly #closed = new AbortController();
  readonly #attaching = singleFlight(() => this.#attach());
  #exchange: Exchange | null = null;
  #offer: Offer | null = null;
  #listener: () => void = () => undefined;
  /** What the client knows, or was told to ask for; undefined before it has asked. */
  #told: string | undefined;
  #endWatching: () => void = () => undefined;

  constructor(options: EmacsOptions) {
    this.#options = options;
  }

  start(): void {
    // Ends by the signal.
    void this.#keepAttached().catch(() => undefined);
  }

  async list(): Promise<readonly EmacsTool[]> {
    if (!this.#isAttached()) {
      await within(this.#attaching.run(), LIST_MS_MAX, this.#closed.signal).catch(() => false);
    }
    this.#told = JSON.stringify(this.#listed());
    return this.#listed();
  }

  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  async call({ name, readInput, signal, onWaiting }: EmacsCall): Promise<{ text: string } | { value: unknown }> {
    const { exchange, offer } = await this.#attached(signal);
    if (name === STATUS.name) {
      const { version, pid, tools, refused } = offer;
      return { text: refused ?? `Emacs ${version} (pid ${pid}) is attached and offers ${tools.length} tools` };
    }
    const offered = offer.tools.find((tool) => tool.name === name);
    if (offered === undefined) {
      throw EXPLAIN.notOffered(name, offer);
    }
    const { waitMs } = this.#options;
    const input = readInput(offered);
    if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(JSON.stringify(input))) {
      throw EXPLAIN.halfCharacter();
    }
    const placed = exchange.place({ tool: name, arguments: input });
    try {
      return await awaitAnswer({
        placed,
        tool: name,
        waitMs,
        signal,
        onWaiting,
        isGone: () => hasEnded(offer.pid),
        run: (verb) =>
          this.#run(`(context-broker-tools-${verb} ${lispString(exchange.folder)} "${placed.id}")`, waitMs),
      });
    } finally {
      this.#look();
    }
  }

  close(): void {
    this.#closed.abort();
    this.#endWatching();
    this.#exchange?.close();
  }

  /** While Emacs is gone its tools stay listed: a call says so, and attaches again once it is back. */
  #listed(): readonly EmacsTool[] {
    return this.#offer?.tools ?? [STATUS];
  }

  #isAttached(): boolean {
    return this.#offer !== null && !hasEnded(this.#offer.pid);
  }

  #run(form: string, msMax: number) {
    // A form must not signal an error, and must not ask anything.
    return runForm(
      `(condition-case err (let ((inhibit-interaction t)) (require 'context-broker-tools) ${form}) (error (error-message-string err)))`,
      this.#options,
      msMax,
    );
  }

  async #attached(signal: AbortSignal): Promise<{ exchange: Exchange; offer: Offer }> {
    if (!this.#isAttached()) {
      await within(this.#attaching.run(), ATTACH_MS_MAX, signal);
    }
    throwIfCancelled(signal);
    if (this.#exchange === null || this.#offer === null) {
      throw EXPLAIN.busy();
    }
    return { exchange: this.#exchange, offer: this.#offer };
  }

  /** Throws the reason why Emacs cannot be reached. */
  async #attach(): Promise<void> {
    const exchange = this.#exchange ?? openExchange();
    if (this.#exchange === null) {
      this.#exchange = exchange;
      this.#endWatching = watchFile(exchange.offerFile, LOOK_MS, () => this.#look());
    }
    exchange.forgetOffer();
    const { session, cwd } = this.#options;
    const words = [exchange.folder, session ?? "", cwd].map(lispString).join(" ");
    const outcome = await this.#run(`(context-broker-tools-attach ${words})`, ATTACH_MS_MAX).outcome;
    if (outcome.kind === "late") {
      throw EXPLAIN.busy();
    }
    if (outcome.kind === "failed") {
      throw EXPLAIN.unreachable(outcome);
    }
    if (exchange.offer() === null) {
      throw EXPLAIN.noPackage(outcome.printed);
    }
    this.#look();
  }

  /** Reads what Emacs offers, and tells the listener if the client knows something else. */
  #look(): void {
    this.#offer = this.#exchange?.offer() ?? this.#offer;
    const now = JSON.stringify(this.#listed());
    if (this.#told !== undefined && this.#told !== now && !this.#closed.signal.aborted) {
      this.#told = now;
      this.#listener();
    }
  }

  async #keepAttached(): Promise<void> {
    const { signal } = this.#closed;
    let tries = 0;
    while (!signal.aborted) {
      if (this.#isAttached()) {
        tries = 0;
      } else {
        await this.#attaching.run().catch(() => undefined);
        tries += 1;
      }
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)], undefined, { signal, ref: false });
    }
  }
}
