// A choice of one value, or of all.
import { h, labelled } from "./dom.ts";

export function choiceField(id: string, name: string) {
  const field = h("select", { id }, h("option", { value: "" }, "all"));
  return { field, label: labelled(id, name, field) };
}

/** Values and their titles. A chosen value stays, also where it is no longer among them. */
export function optionsOf(
  field: HTMLSelectElement,
  values: readonly (readonly [value: string, title: string])[],
): void {
  const { value: chosen } = field;
  const isKnown = chosen === "" || values.some(([value]) => value === chosen);
  const shown = isKnown ? values : [...values, [chosen, chosen] as const];
  field.replaceChildren(
    h("option", { value: "" }, "all"),
    ...shown.map(([value, title]) => h("option", { value, selected: value === chosen }, title)),
  );
}
