// Draws the modules of a project in layers. Pointing at a module, or focusing it, highlights its links.
import { counted, h, s } from "../base/dom.ts";
import { type Link, layersOf } from "../base/layers.ts";

export interface Module {
  readonly name: string;
  /** The name as people read it. */
  readonly title: string;
  readonly symbols: number;
}

const ROW_HEIGHT = 76;
const COLUMN_WIDTH = 150;
const MARGIN = 24;
const LABEL_MAX = 20;
/** From the middle of a module to below its name. */
const LABEL_DEPTH = 44;
const COLUMNS_MIN = 2;
const COLUMNS_MAX = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}

const labelOf = (title: string): string => (title.length > LABEL_MAX ? `…${title.slice(1 - LABEL_MAX)}` : title);

/** `room`: CSS pixels across; a layer that is wider is continued in another row. */
export function drawModules(modules: readonly Module[], links: readonly Link[], room: number): HTMLElement {
  const fitting = Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, Math.floor(room / COLUMN_WIDTH)));
  const names = modules.map(({ name }) => name);
  const rows = layersOf(names, links).flatMap((layer) => {
    const parts = Math.ceil(layer.length / fitting);
    const start = (at: number): number => Math.round((layer.length * at) / parts);
    return Array.from({ length: parts }, (_, at) => layer.slice(start(at), start(at + 1)));
  });
  const columns = Math.max(...rows.map((row) => row.length));
  const width = columns * COLUMN_WIDTH;
  const height = (rows.length - 1) * ROW_HEIGHT + MARGIN + LABEL_DEPTH;
  const places = new Map<string, Point>();
  for (const [down, row] of rows.entries()) {
    for (const [across, name] of row.entries()) {
      places.set(name, { x: (width * (across + 0.5)) / row.length, y: MARGIN + down * ROW_HEIGHT });
    }
  }
  const lines = links.flatMap((link) => lineOf(link, places));
  const known = new Map(modules.map((module) => [module.name, module]));
  const nodes = rows.flat().flatMap((name) => nodeOf(known.get(name), places.get(name), links));
  const picture = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "modules and who uses whom" },
    ...lines,
    ...nodes,
  );
  const choose = (name: string | null): void => {
    for (const element of picture.querySelectorAll("[data-from], [data-name]")) {
      const { from, to, name: own } = (element as SVGElement).dataset;
      const isNear = own === undefined ? from === name || to === name : own === name;
      element.classList.toggle("chosen", name !== null && isNear);
    }
    picture.classList.toggle("choosing", name !== null);
  };
  for (const node of nodes) {
    const own = node.dataset["name"] ?? null;
    node.addEventListener("focus", () => choose(own));
    node.addEventListener("blur", () => choose(null));
    node.addEventListener("mouseenter", () => choose(own));
    node.addEventListener("mouseleave", () => choose(null));
  }
  goByArrows(picture, nodes);
  return h("div", { class: "picture" }, picture);
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Tab leads to one node, and on from it out of the picture; the arrows lead through the nodes, in their order. */
function goByArrows(picture: SVGElement, nodes: readonly SVGElement[]): void {
  let at = 0;
  nodes[at]?.setAttribute("tabindex", "0");
  picture.addEventListener("keydown", (event) => {
    const next = nodes[at + (STEPS[event.key] ?? 0)];
    if (next === undefined || next === nodes[at]) {
      return;
    }
    event.preventDefault();
    next.focus();
  });
  picture.addEventListener("focusin", (event) => {
    const focused = nodes.indexOf(event.target as SVGElement);
    if (focused >= 0) {
      nodes[at]?.setAttribute("tabindex", "-1");
      nodes[focused]?.setAttribute("tabindex", "0");
      at = focused;
    }
  });
}

function lineOf({ from, to }: Link, places: ReadonlyMap<string, Point>): SVGElement[] {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) {
    return [];
  }
  const bend = (a.y + b.y) / 2;
  // Straight down, it would be hidden behind the modules in between.
  const aside = a.x === b.x && Math.abs(a.y - b.y) > ROW_HEIGHT ? COLUMN_WIDTH / 3 : 0;
  const path = `M${a.x} ${a.y} C${a.x + aside} ${bend} ${b.x + aside} ${bend} ${b.x} ${b.y}`;
  return [s("path", { class: "link", d: path, "data-from": from, "data-to": to })];
}

function nodeOf(module: Module | undefined, at: Point | undefined, links: readonly Link[]): SVGGElement[] {
  if (module === undefined || at === undefined) {
    return [];
  }
  const { name, title, symbols } = module;
  const radius = 5 + Math.min(14, Math.sqrt(symbols) / 2);
  const uses = links.filter(({ from }) => from === name).length;
  const users = links.filter(({ to }) => to === name).length;
  const label = `${title}: ${counted(symbols, "symbol")}, uses ${uses}, used by ${users}`;
  return [
    s(
      "g",
      { class: "node", tabindex: -1, role: "img", "aria-label": label, "data-name": name },
      s("title", {}, label),
      s("circle", { cx: at.x, cy: at.y, r: radius }),
      s("text", { x: at.x, y: at.y + radius + 14 }, labelOf(title)),
    ),
  ];
}
