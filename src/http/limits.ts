// Limits of a local HTTP server, so that no client can use up the machine's memory or time.

export interface HttpLimits {
  readonly bodyBytesMax: number;
  /** All headers of a request together. */
  readonly headerBytesMax: number;
  /** Of one authorized caller, counted in a bucket that refills steadily. */
  readonly requestsPerMinute: number;
  /** Refused credentials of one address a minute. Callers with a valid credential are never counted here. */
  readonly refusalsPerMinute: number;
  /** Answered at the same time, all callers together; open event streams count. */
  readonly requestsMax: number;
  readonly connectionsMax: number;
  /** Connections that have not sent an authorized request yet; beyond it the oldest is closed. */
  readonly strangersMax: number;
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** Between two requests on one connection. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction while a request is answered. */
  readonly idleMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytesMax: 10 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  requestsPerMinute: 1_200,
  refusalsPerMinute: 120,
  requestsMax: 64,
  connectionsMax: 256,
  strangersMax: 64,
  headersMs: 5_000,
  requestMs: 30_000,
  keepAliveMs: 5_000,
  idleMs: 120_000,
};
