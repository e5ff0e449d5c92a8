// Draws the files that depend on a file in rings around it, one ring for each step.
import { counted, h, s } from "../base/dom.ts";

export interface Dependent {
  readonly path: string;
  /** Steps from the file; 1: uses it directly. */
  readonly distance: number;
}

const RING = 70;
/** More on one ring could not be told apart; the list below the picture has all. */
const ON_A_RING = 48;
/** With more, names would cover each other. */
const NAMED_ON_A_RING = 10;
/** Room for names beside the outermost ring. */
const NAME_WIDTH = 150;

export function drawImpact(path: string, dependents: readonly Dependent[]): HTMLElement {
  const rings = Math.max(...dependents.map(({ distance }) => distance));
  const half = rings * RING + 24;
  const circles = Array.from({ length: rings }, (_, at) => s("circle", { class: "ring", r: (at + 1) * RING }));
  const dots = circles.flatMap((_, at) => {
    const onRing = dependents.filter(({ distance }) => distance === at + 1).slice(0, ON_A_RING);
    return onRing.map((one, place) => {
      const angle = (2 * Math.PI * place) / onRing.length - Math.PI / 2;
      const radius = (at + 1) * RING;
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      return s(
        "g",
        {},
        s("title", {}, `${one.path}, ${counted(one.distance, "step")} away`),
        s("circle", { class: `dot step-${Math.min(3, at + 1)}`, cx: x, cy: y, r: 5 }),
        onRing.length > NAMED_ON_A_RING ? null : nameBeside(one.path, x, y),
      );
    });
  });
  const label = `${counted(dependents.length, "file")} around ${path}, in ${counted(rings, "ring")}; the list below names them`;
  return h(
    "div",
    { class: "picture rings" },
    s(
      "svg",
      {
        viewBox: `${-half - NAME_WIDTH} ${-half} ${2 * (half + NAME_WIDTH)} ${2 * half}`,
        width: 2 * (half + NAME_WIDTH),
        height: 2 * half,
        role: "img",
        "aria-label": label,
      },
      ...circles,
      s("circle", { class: "dot centre", r: 8 }),
      ...dots,
    ),
  );
}

/** On the outer side of the dot. */
function nameBeside(path: string, x: number, y: number): SVGTextElement {
  const isLeft = x < -1;
  const name = path.split("/").at(-1) ?? path;
  return s("text", { x: x + (isLeft ? -10 : 10), y: y + 4, class: isLeft ? "left" : "right" }, name);
}
