// The page: its views as tabs, the keys and addresses that lead to them, and the one that is open.
import { announce, h } from "./base/dom.ts";
import { chooseProject, here } from "./base/here.ts";
import { calls } from "./views/calls.ts";
import { indexState } from "./views/index-state.ts";
import { map } from "./views/map.ts";
import { saved } from "./views/saved.ts";
import { savings } from "./views/savings.ts";
import { search } from "./views/search.ts";
import type { View } from "./views/view.ts";

const VIEWS: readonly View[] = [search, saved, indexState, savings, map, calls];

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}

const main = part("main");
let ending = new AbortController();
let opened: View | undefined;

const tabs = VIEWS.map((view, at) => {
  const tab = h(
    "button",
    { type: "button", role: "tab", id: `tab-${view.name}`, "aria-controls": "view", title: `key ${at + 1}` },
    view.title,
  );
  tab.addEventListener("click", () => go(view));
  return tab;
});
part("views").append(...tabs);
part("views").addEventListener("keydown", (event) => {
  const at = tabs.indexOf(event.target as HTMLButtonElement);
  const last = tabs.length - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const next = VIEWS[to[event.key] ?? -1];
  if (at >= 0 && next !== undefined) {
    event.preventDefault();
    go(next, true);
  }
});

/** Opens a view as a step that the browser's way back undoes. `staysAtTab`: the keyboard stays where it is. */
function go(view: View, staysAtTab = false): void {
  if (view !== opened) {
    history.pushState(null, "", `#${view.name}`);
  }
  open(view, staysAtTab);
}

function open(view: View, staysAtTab = false): void {
  ending.abort();
  ending = new AbortController();
  opened = view;
  for (const [at, tab] of tabs.entries()) {
    const isOpen = VIEWS[at] === view;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    if (isOpen && staysAtTab) {
      tab.focus();
    }
  }
  document.title = `${view.title} – Context Broker`;
  const place = h("div", {
    class: `view ${view.name}`,
    id: "view",
    role: "tabpanel",
    "aria-labelledby": `tab-${view.name}`,
  });
  main.replaceChildren(h("h2", { class: "unseen" }, view.title), place);
  scrollTo(0, 0);
  view.open(place, ending.signal);
  if (view.focus !== undefined && !staysAtTab) {
    view.focus(place);
  } else if (!part("views").contains(document.activeElement)) {
    main.focus();
  }
  announce(view.title);
}

const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && target.type !== "checkbox") ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

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
    go(view);
  }
});

const named = (hash: string): View | undefined => VIEWS.find(({ name }) => `#${name}` === hash);

// Also where an address with another view is typed.
addEventListener("popstate", () => {
  const view = named(location.hash);
  if (view !== undefined && view !== opened) {
    open(view);
  }
});

void here().then(({ root, projects }) => {
  const place = part("project");
  if (projects.length < 2) {
    place.replaceChildren(h("span", {}, root));
    return;
  }
  const options = projects.map((one) => h("option", { value: one, selected: one === root }, one));
  const field = h("select", { id: "projects", "aria-label": "Project" }, ...options);
  field.addEventListener("change", () => chooseProject(field.value));
  place.replaceChildren(field);
});
const first = named(location.hash) ?? search;
history.replaceState(null, "", `#${first.name}`);
open(first);
