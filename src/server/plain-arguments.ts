// A tools/call as the protocol wants it, of a client that sends no arguments as null, or an object as text.

/** `message`: any value. A copy where the arguments are put right, else the value itself. */
export function withPlainArguments(message: unknown): unknown {
  const call = objectOf(message);
  const params = call?.["method"] === "tools/call" ? objectOf(call["params"]) : null;
  const sent = params?.["arguments"];
  const meant = sent === null ? {} : typeof sent === "string" ? argumentsIn(sent) : null;
  return params === null || meant === null ? message : { ...call, params: { ...params, arguments: meant } };
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/** Null for a text that is no object. */
function argumentsIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return value === null ? {} : objectOf(value);
  } catch {
    return null;
  }
}
