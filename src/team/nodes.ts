// One of a team's servers at a time: a call goes to the node that answered last, and to the next one if that is gone.
import { Failure, throwIfCancelled } from "../vocabulary/failure.ts";
import { type Endpoint, nameOf } from "./endpoint.ts";

export interface Connector<Client> {
  /** Whether the node answers at all; takes a second at most. */
  isReady(endpoint: Endpoint): Promise<boolean>;
  connect(endpoint: Endpoint): Promise<Client>;
  close(client: Client): Promise<void>;
  /** Why another node would refuse too; null if it may answer. */
  refusal(error: unknown): Failure | null;
  /** The error in a line that may be shown: a server chooses the words of its errors. */
  reason(error: unknown): string;
}

/** A node that answered so recently, in milliseconds, is called without being asked whether it is ready. */
const TRUSTED_MS = 5_000;
/** How often a node that works on a call is asked whether it is still ready, in milliseconds. */
const LOOK_MS = 1_500;
/** After all nodes have failed, or one has refused, the next calls fail at once for so long, in milliseconds. */
const RETRY_MS = 3_000;

export class Nodes<Client> {
  readonly name: string;
  readonly #endpoints: readonly Endpoint[];
  readonly #connector: Connector<Client>;
  readonly #clients = new Map<Endpoint, Promise<Client>>();
  /** By performance.now(). */
  readonly #answeredAt = new Map<Endpoint, number>();
  #current = 0;
  /** When no node answered or one refused, and what was said then. */
  #failed: { readonly failure: Failure; readonly atMs: number } | null = null;

  constructor(endpoints: readonly Endpoint[], connector: Connector<Client>) {
    this.name = endpoints.map(nameOf).join(", ");
    this.#endpoints = endpoints;
    this.#connector = connector;
  }

  /** Throws TEAM_INDEX_UNAVAILABLE if no node does the work, and CANCELLED. The work may be done twice. */
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
   * The result of the call; rejects as soon as the node is found not to be ready: a client may try again for a minute to reach one that
   * is gone, or wait for one that hangs.
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
