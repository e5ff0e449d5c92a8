// A list whose rows have a bar each, as long as its amount.
import { type Child, h } from "./dom.ts";

export interface BarRow {
  readonly label: readonly Child[];
  readonly amount: number;
  /** The amount as text. */
  readonly text: string;
}

/** `most`: the amount of the longest bar. */
export function barList(rows: readonly BarRow[], most: number): HTMLElement {
  const items = rows.map(({ label, amount, text }) => {
    const bar = h("span", { class: "length", "aria-hidden": "true" });
    bar.style.width = `${(100 * amount) / most}%`;
    return h("li", {}, h("div", {}, ...label), h("span", { class: "soft" }, text), bar);
  });
  return h("ul", { class: "bars" }, ...items);
}
