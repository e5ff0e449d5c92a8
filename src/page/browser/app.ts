// The page: its views, the keys that lead to them, and the one that is open.
import { ask } from "./base/ask.ts";
import { announce, h } from "./base/dom.ts";
import { indexState } from "./views/index-state.ts";
import { map } from "./views/map.ts";
import { saved } from "./views/saved.ts";
import { savings } from "./views/savings.ts";
import { search } from "./views/search.ts";
import type { View } from "./views/view.ts";

const VIEWS: readonly View[] = [search, saved, indexState, savings, map];
const REMEMBERED = "context-broker-view";

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}

const main = part("main");
let end: () => void = () => undefined;

const buttons = VIEWS.map((view, at) => {
  const button = h("button", { type: "button", "data-view": view.name, title: `key ${at + 1}` }, view.title);
  button.addEventListener("click", () => open(view));
  return button;
});
part("views").append(...buttons);

function open(view: View): void {
  end();
  for (const button of buttons) {
    const isOpen = button.dataset["view"] === view.name;
    button.toggleAttribute("aria-current", isOpen);
    if (isOpen) {
      button.setAttribute("aria-current", "page");
    }
  }
  sessionStorage.setItem(REMEMBERED, view.name);
  document.title = `${view.title} – Context Broker`;
  const place = h("div", { class: `view ${view.name}` });
  main.replaceChildren(h("h2", { class: "unseen" }, view.title), place);
  scrollTo(0, 0);
  end = view.open(place);
  if (view.focus !== undefined) {
    view.focus(place);
  } else if (!part("views").contains(document.activeElement)) {
    main.focus();
  }
  announce(view.title);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  if (event.key === "Escape" && isTyping(event.target)) {
    (event.target as HTMLElement).blur();
    return;
  }
  if (isTyping(event.target)) {
    return;
  }
  const view = event.key === "/" ? search : VIEWS[Number(event.key) - 1];
  if (view !== undefined) {
    // The key would be typed into the field that gets the focus.
    event.preventDefault();
    open(view);
  }
});

ask<{ project_root: string }>("index_status").then(
  ({ project_root: root }) => {
    part("project").textContent = root;
  },
  () => undefined,
);
open(VIEWS.find(({ name }) => name === sessionStorage.getItem(REMEMBERED)) ?? search);
