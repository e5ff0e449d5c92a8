// The answer to a refused request: short JSON with what, why and remedy, never a stack.

/** Thrown or returned wherever a request is refused; `headers` are added to the response. */
export class HttpRefusal extends Error {
  readonly status: number;
  /** What was refused. */
  readonly what: string;
  readonly why: string;
  readonly remedy: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    text: { readonly what: string; readonly why: string; readonly remedy: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${text.what}: ${text.why}`);
    this.name = "HttpRefusal";
    this.status = status;
    this.what = text.what;
    this.why = text.why;
    this.remedy = text.remedy;
    this.headers = headers;
  }
}

export const refusalBody = ({ what, why, remedy }: HttpRefusal): string =>
  `${JSON.stringify({ error: { what, why, remedy } })}\n`;
