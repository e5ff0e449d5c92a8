// The place in a page that a benchmark's tables are put into, each benchmark between marks of its own.
import { Failure } from "../../src/vocabulary/failure.ts";

/** The page with the report between the marks of this command. INVALID_INPUT where it does not have them, in this order, once each. */
export function intoPage(page: string, report: string, command: string): string {
  const begin = `<!-- measured by \`npm run ${command}\`: begin -->`;
  const end = `<!-- measured by \`npm run ${command}\`: end -->`;
  const [before, rest, ...more] = page.split(begin);
  const [, after, ...further] = (rest ?? "").split(end);
  if (before === undefined || after === undefined || more.length + further.length > 0) {
    throw new Failure("INVALID_INPUT", "the page has no place for the tables", {
      hint: `put two lines where they belong: ${begin} and ${end}`,
    });
  }
  return `${before}${begin}\n\n${report}\n${end}${after}`;
}
