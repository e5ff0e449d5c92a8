// Asks the program. The token arrives in the link's fragment, which is taken out of the address bar at once; a reload finds it in
// the tab's own storage.

const KEY = "context-broker-token";

function takeToken(): string {
  const given = location.hash.slice(1);
  if (/^[\w-]{32,}$/.test(given)) {
    sessionStorage.setItem(KEY, given);
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

interface Failed {
  readonly error?: { readonly message: string; readonly hint: string };
  readonly why?: string;
  readonly remedy?: string;
}

/** The structured answer. Throws Refused; AbortError if `signal` aborts. */
export async function ask<Answer>(question: string, input: object = {}, signal?: AbortSignal): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/ask/${question}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(input),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      throw error;
    }
    throw new Refused("the program does not answer", "start it again with `context-broker ui`, and open its new link");
  }
  const answer = (await response.json()) as Failed;
  if (!response.ok) {
    throw new Refused(answer.why ?? `the program answered ${response.status}`, answer.remedy ?? "");
  }
  if (answer.error !== undefined) {
    throw new Refused(answer.error.message, answer.error.hint);
  }
  return answer as Answer;
}

/** Columns and rows as the program sends tables, as objects. `rows` may be grouped by the first column. */
export interface Table {
  readonly columns: readonly string[];
  /** What is the same in all rows. */
  readonly same?: Readonly<Record<string, unknown>>;
  readonly rows: readonly (readonly unknown[])[] | Readonly<Record<string, readonly (readonly unknown[])[]>>;
}

export function records(table: Table | undefined): Record<string, unknown>[] {
  if (table === undefined) {
    return [];
  }
  const rows = Array.isArray(table.rows)
    ? (table.rows as readonly (readonly unknown[])[])
    : Object.entries(table.rows as Record<string, readonly (readonly unknown[])[]>).flatMap(([first, rest]) =>
        rest.map((row) => [first, ...row]),
      );
  return rows.map((row) => ({
    ...table.same,
    ...Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? null])),
  }));
}
