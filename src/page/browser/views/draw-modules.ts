// Draws the modules of a project in layers, those that most others use in a row of their own. A link that others imply, and a link to one of
// those, is drawn only while its module is pointed at or focused, with all of the module's links.
import { counted, h, s } from "../base/dom.ts";
import { hubsOf, impliedLinks, type Link, layersOf } from "../base/layers.ts";

export interface Module {
  readonly name: string;
  /** The name as people read it. */
  readonly title: string;
  readonly symbols: number;
  /** Of all modules, drawn or not. */
  readonly uses: number;
  readonly usedBy: number;
}

const ROW_HEIGHT = 62;
const COLUMN_WIDTH = 164;
const BOX_HEIGHT = 28;
const MARGIN = 14;
/** Between the bands of two layers. */
const GAP = 8;
const LABEL_MAX = 22;
const COLUMNS_MIN = 2;
const COLUMNS_MAX = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}

const labelOf = (title: string): string => (title.length > LABEL_MAX ? `…${title.slice(1 - LABEL_MAX)}` : title);

/** Several rows for a layer that is wider than the picture. */
function rowsOf(layer: readonly string[], fitting: number): string[][] {
  const parts = Math.ceil(layer.length / fitting);
  const start = (at: number): number => Math.round((layer.length * at) / parts);
  return Array.from({ length: parts }, (_, at) => layer.slice(start(at), start(at + 1)));
}

/** `room`: CSS pixels across. */
export function drawModules(modules: readonly Module[], links: readonly Link[], room: number): HTMLElement {
  const fitting = Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, Math.floor(room / COLUMN_WIDTH)));
  const names = modules.map(({ name }) => name);
  const hubs = hubsOf(names, links);
  const among = links.filter(({ from, to }) => !hubs.includes(from) && !hubs.includes(to));
  const layers = layersOf(
    names.filter((name) => !hubs.includes(name)),
    among,
  );
  const implied = impliedLinks(layers, among);
  const bands = [...layers, ...(hubs.length === 0 ? [] : [hubs])].map((layer) => rowsOf(layer, fitting));
  const columns = Math.max(...bands.flat().map((row) => row.length));
  const column = Math.min(COLUMN_WIDTH, Math.floor(room / COLUMNS_MIN));
  const width = columns * column;
  const places = new Map<string, Point>();
  const grounds: SVGElement[] = [];
  let top = 0;
  for (const [at, rows] of bands.entries()) {
    const height = rows.length * ROW_HEIGHT - (ROW_HEIGHT - BOX_HEIGHT) + 2 * MARGIN;
    const isHubs = hubs.length > 0 && at === bands.length - 1;
    grounds.push(s("rect", { class: isHubs ? "band aside" : "band", x: 0, y: top, width, height, rx: 10 }));
    if (isHubs) {
      grounds.push(s("text", { class: "caption", x: 10, y: top + 11 }, "used by most"));
    }
    for (const [down, row] of rows.entries()) {
      for (const [across, name] of row.entries()) {
        const y = top + MARGIN + down * ROW_HEIGHT + BOX_HEIGHT / 2;
        places.set(name, { x: (width * (across + 0.5)) / row.length, y });
      }
    }
    top += height + GAP;
  }
  const height = top - GAP;
  const isHidden = (link: Link): boolean => implied.has(link) || !among.includes(link);
  const lines = links.flatMap((link) => lineOf(link, places, isHidden(link)));
  const known = new Map(modules.map((module) => [module.name, module]));
  const nodes = bands.flat(2).flatMap((name) => nodeOf(known.get(name), places.get(name), column - 12));
  const picture = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "modules and who uses whom" },
    ...grounds,
    ...lines,
    ...nodes,
  );
  const near = new Map(names.map((name) => [name, new Set([name])]));
  for (const { from, to } of links) {
    near.get(from)?.add(to);
    near.get(to)?.add(from);
  }
  const choose = (name: string | null): void => {
    for (const element of picture.querySelectorAll("[data-from], [data-name]")) {
      const { from, to, name: own } = (element as SVGElement).dataset;
      const isChosen = own === undefined ? from === name || to === name : own === name;
      element.classList.toggle("chosen", name !== null && isChosen);
      element.classList.toggle("near", name !== null && near.get(name)?.has(own ?? "") === true);
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

/** A link upwards closes a circle, and is dashed. */
function lineOf({ from, to }: Link, places: ReadonlyMap<string, Point>, isHidden: boolean): SVGElement[] {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) {
    return [];
  }
  const isBack = b.y <= a.y;
  const [y1, y2] = isBack ? [a.y - BOX_HEIGHT / 2, b.y + BOX_HEIGHT / 2] : [a.y + BOX_HEIGHT / 2, b.y - BOX_HEIGHT / 2];
  const bend = (y1 + y2) / 2;
  // Straight down, it would be hidden behind the modules in between.
  const aside = a.x === b.x && Math.abs(a.y - b.y) > 1.5 * ROW_HEIGHT ? COLUMN_WIDTH / 2 : 0;
  const path = `M${a.x} ${y1} C${a.x + aside} ${bend} ${b.x + aside} ${bend} ${b.x} ${y2}`;
  const kind = `link${isBack ? " back" : ""}${isHidden ? " implied" : ""}`;
  return [s("path", { class: kind, d: path, "data-from": from, "data-to": to })];
}

function nodeOf(module: Module | undefined, at: Point | undefined, width: number): SVGGElement[] {
  if (module === undefined || at === undefined) {
    return [];
  }
  const { name, title, symbols, uses, usedBy } = module;
  const label = `${title}: ${counted(symbols, "symbol")}, uses ${uses}, used by ${usedBy}`;
  const [x, y] = [at.x - width / 2, at.y - BOX_HEIGHT / 2];
  return [
    s(
      "g",
      { class: "node", tabindex: -1, role: "img", "aria-label": label, "data-name": name },
      s("title", {}, label),
      s("rect", { x, y, width, height: BOX_HEIGHT, rx: 7 }),
      s("text", { x: at.x, y: at.y + 4 }, labelOf(title)),
    ),
  ];
}
