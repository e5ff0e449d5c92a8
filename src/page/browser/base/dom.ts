// Makes elements. Text becomes text nodes, whatever is in it: nothing here parses markup, and characters that would reorder it are named.

export type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

const SVG = "http://www.w3.org/2000/svg";

/** Characters that change the order in which others are shown: with them a line of source, or a name, can look like another. */
const ORDER = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const withoutOrder = (text: string): string =>
  text.replace(ORDER, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase()}]`);

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  const shown = children.filter((child) => child !== null);
  element.append(...shown.map((child) => (typeof child === "string" ? withoutOrder(child) : child)));
}

/** An HTML element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

export const warning = (text: string): HTMLElement => h("p", { class: "warn" }, text);

/** The path with places after its slashes where a line may end; not all engines end one there by themselves. */
export const breakable = (path: string): Child[] =>
  path.split("/").flatMap((part, at) => (at === 0 ? [part] : ["/", h("wbr"), part]));

const NUMBERS = new Intl.NumberFormat("en");

export const count = (value: number): string => NUMBERS.format(value);

/** "3 files", "1 file" */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Tells screen readers what has changed on the page. */
export function announce(text: string): void {
  const news = document.getElementById("news");
  if (news !== null) {
    news.textContent = text;
  }
}

/** The row of an entry, and what it opens: `draw` fills that each time. */
export function expandable(title: readonly Child[], draw: (place: HTMLElement) => void) {
  const button = h("button", { type: "button", class: "row", "aria-expanded": "false" }, ...title);
  const shown = h("section", { class: "shown" });
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    shown.replaceChildren();
    if (!isOpen) {
      draw(shown);
    }
  });
  return { button, shown };
}

/** A field of a form, with its name above it. */
export const labelled = (id: string, name: string, field: HTMLElement, more = ""): HTMLElement =>
  h("div", { class: `field${more}` }, h("label", { for: id }, name), field);
