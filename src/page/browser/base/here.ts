// What the page knows of where it is: the project, the others that it may show, and the user's editor.
import { ask } from "./ask.ts";
import { chosenProject } from "./chosen-project.ts";
import { breakable, h } from "./dom.ts";
import { editorAddress, type Here } from "./editor-address.ts";

interface Page extends Here {
  /** Roots of the projects that are indexed on this machine, the page's own among them. */
  readonly projects: readonly string[];
}

let asked: Promise<Page> | undefined;

/** Never fails: what is asked next says why the program does not answer. */
export function here(): Promise<Page> {
  asked ??= ask<Page>("page").then(
    (answer) => {
      chosenProject.set(answer.root);
      return answer;
    },
    () => ({ root: "", projects: [], editor_link: null }),
  );
  return asked;
}

/** Every view begins anew. */
export function chooseProject(root: string): void {
  chosenProject.set(root);
  location.reload();
}

/** A place, such as `src/a.ts:3-9`, as text that leads to the editor if there is one. */
export function placeText(where: Here, place: string): HTMLElement {
  const address = editorAddress(where, place);
  return address === null ? h("span", {}, ...breakable(place)) : h("a", { href: address }, ...breakable(place));
}

/** "Open", where a place stands in a control of its own; null without an editor. */
export function editorLink(where: Here, place: string): HTMLElement | null {
  const address = editorAddress(where, place);
  return address === null ? null : h("a", { href: address, "aria-label": `Open ${place}` }, "Open");
}
