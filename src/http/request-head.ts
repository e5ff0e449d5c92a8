// The head of a request, as it is checked: method, target and headers, without the connection.

export interface RequestHead {
  readonly method: string;
  /** As sent: path and query. */
  readonly target: string;
  /** Names and values in turn, as sent, with repetitions. */
  readonly rawHeaders: readonly string[];
}

/** All values of a header, in order. */
export const valuesOf = ({ rawHeaders }: RequestHead, name: string): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);

/** The value of a header that is sent at most once; null where it is absent. */
export const headerOf = (head: RequestHead, name: string): string | null => valuesOf(head, name)[0] ?? null;

/** The token of `Authorization: Bearer TOKEN`; null where there is none. */
export const bearerOf = (head: RequestHead): string | null =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(headerOf(head, "authorization") ?? "")?.[1] ?? null;
