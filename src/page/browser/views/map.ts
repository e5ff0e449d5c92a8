// The project as pictures: its modules and who uses whom, the files that change most, and what a change of one file may break.
import { h } from "../base/dom.ts";
import { showHotspots } from "./hotspots.ts";
import { showImpactForm } from "./impact.ts";
import { showModules } from "./modules.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

export const map: View = {
  name: "map",
  title: "Map",
  open(place, signal) {
    const part = (title: string): HTMLElement => {
      const content = h("div", {});
      place.append(h("section", {}, h("h2", {}, title), content));
      return content;
    };
    for (const [title, show] of [
      ["Modules", showModules],
      ["Files that change most", showHotspots],
    ] as const) {
      const content = part(title);
      show(content, signal).catch((error: unknown) => showProblem(content, error));
    }
    showImpactForm(part("Impact of a file"), signal);
  },
};
