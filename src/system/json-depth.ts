// How deep a JSON text nests. `JSON.parse` accepts any depth, but code that walks the value (a schema, `JSON.stringify`, a
// comparison) recurses, and a few kilobytes of brackets exhaust the stack.

/** Whether the text, valid or not, opens more than `max` brackets inside each other. Brackets in strings do not count. */
export function nestsDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
    } else if (sign === "[" || sign === "{") {
      depth += 1;
      if (depth > max) {
        return true;
      }
    } else if (sign === "]" || sign === "}") {
      depth -= 1;
    }
  }
  return false;
}

/** Offset of the quote that ends the string which begins at `start`; the text's length where none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === "\\" ? 2 : 1;
  }
  return at;
}
