// Calls the nodes of a team's server: first the one that answered last, then the next one if that does not answer.
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { type Endpoint, nameOf } from "./endpoint.ts";

export interface Connector<Client> {
  /** Whether the node answers; takes a second at most. */
  isReady(endpoint: Endpoint): Promise<boolean>;
  connect(endpoint: Endpoint): Promise<Client>;
  close(client: Client): Promise<void>;
  /** The failure if the error means that every node will refuse; null if another node may answer. */
  refusal(error: unknown): Failure | null;
  /** The error as one line that is safe to show: a server can put any text into its errors. */
  reason(error: unknown): string;
}

/** A node that answered within this time, in milliseconds, is called without asking whether it is ready. */
const TRUSTED_MS = 5_000;
/** How often a node is asked during a call whether it is still ready, in milliseconds. */
const LOOK_MS = 1_500;
/** How long calls fail at once after all nodes have failed, or one has refused, in milliseconds. */
const RETRY_MS = 3_000;

export class Nodes<Client> {
  readonly name: string;
  readonly #endpoints: readonly Endpoint[];
  readonly #connector: Connector<Client>;
  readonly #clients = new Map<Endpoint, Promise<Client>>();
  /** By performance.now(). */
  readonly #answeredAt = new Map<Endpoint, number>();
  #current = 0;
  /** The last failure of all nodes, or refusal of one. */
  #failed: { readonly failure: Failure; readonly atMs: number } | null = null;

  constructor(endpoints: readonly Endpoint[], connector: Connector<Client>) {
    this.name = endpoints.map(nameOf).join(", ");
    this.#endpoints = endpoints;
    this.#connector = connector;
  }

  /** Throws TEAM_INDEX_UNAVAILABLE if no node does the work, and CANCELLED. `work` may be called for several nodes, so it must be repeatable. */
  async call<Result>(work: (client: Client) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#failed !== null && performance.now() - this.#failed.atMs < RETRY_MS) {
      throw this.#failed.failure;
    }
    let last: unknown = new Error("no address is configured");
    const first = this.#current;
    for (let step = 0; step < this.#endpoints.length; step++) {
      throwIfCancelled(signal);
      const at = (first + step) % this.#endpoints.length;
      const endpoint = this.#endpoints[at] as Endpoint;
      try {
        const result = await this.#callOne(endpoint, work);
        this.#answeredAt.set(endpoint, performance.now());
        this.#current = at;
        this.#failed = null;
        return result;
      } catch (error) {
        throwIfCancelled(signal);
        const refusal = this.#connector.refusal(error);
        if (refusal !== null) {
          throw this.#remember(refusal);
        }
        this.#answeredAt.delete(endpoint);
        last = error;
      }
    }
    throw this.#remember(
      new Failure(
        "TEAM_INDEX_UNAVAILABLE",
        `the team's index at ${this.name} does not answer: ${this.#connector.reason(last)}`,
        {
          hint: "check the network and the setting index_endpoints",
          cause: last,
        },
      ),
    );
  }

  #remember(failure: Failure): Failure {
    this.#failed = { failure, atMs: performance.now() };
    return failure;
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) {
      await client.then((open) => this.#connector.close(open)).catch(() => undefined);
    }
  }

  /**
   * The result of the call; rejects as soon as the node is not ready. Without this, the client would try for a minute to reach a node that is
   * gone, and wait for one that hangs.
   */
  async #whileReady<Result>(endpoint: Endpoint, call: Promise<Result>): Promise<Result> {
    call.catch(() => undefined);
    const isOver = call.then(
      () => true,
      () => true,
    );
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), LOOK_MS);
      });
      const ended = await Promise.race([isOver, pause]);
      clearTimeout(timer);
      if (ended) {
        return call;
      }
      if (!(await this.#connector.isReady(endpoint))) {
        throw new Error(`${nameOf(endpoint)} is not ready`);
      }
    }
  }

  async #callOne<Result>(endpoint: Endpoint, work: (client: Client) => Promise<Result>): Promise<Result> {
    const answered = this.#answeredAt.get(endpoint) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - answered > TRUSTED_MS && !(await this.#connector.isReady(endpoint))) {
      throw new Error(`${nameOf(endpoint)} is not ready`);
    }
    const opening = this.#clients.get(endpoint) ?? this.#connector.connect(endpoint);
    this.#clients.set(endpoint, opening);
    try {
      return await this.#whileReady(endpoint, work(await opening));
    } catch (error) {
      if (this.#clients.get(endpoint) === opening) {
        // A connection that failed is not used again; after a refusal the next one may have another key.
        this.#clients.delete(endpoint);
        void opening.then((client) => this.#connector.close(client)).catch(() => undefined);
      }
      throw error;
    }
  }
}
