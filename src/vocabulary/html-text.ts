// Escapes text for HTML: everything is escaped unless it was built here as markup.

/** Markup made by `html`; nothing else passes unescaped. */
export interface Markup {
  readonly markup: string;
}

export type HtmlPart = Markup | string | number | readonly (Markup | string)[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function render(part: HtmlPart): string {
  if (typeof part === "string" || typeof part === "number") {
    return String(part).replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? "");
  }
  return "markup" in part ? part.markup : part.map(render).join("");
}

/** Template tag: literal parts are markup, values are text unless they are markup already. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlPart[]): Markup {
  const markup = literals.reduce((text, literal, index) => text + render(values[index - 1] ?? "") + literal);
  return { markup };
}
