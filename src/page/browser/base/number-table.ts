// A table of numbers, named in its first column.
import { count, h } from "./dom.ts";

export function numberTable(
  head: readonly [name: string, ...columns: string[]],
  rows: readonly (readonly [name: string, ...numbers: number[]])[],
): HTMLElement {
  const headers = head.map((title) => h("th", { scope: "col" }, title));
  const body = rows.map(([name, ...numbers]) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...numbers.map((value) => h("td", {}, count(value)))),
  );
  return h(
    "div",
    { class: "table", tabindex: 0, role: "group", "aria-label": `by ${head[0].toLowerCase()}` },
    h("table", {}, h("thead", {}, h("tr", {}, ...headers)), h("tbody", {}, ...body)),
  );
}
