// A question that failed, in the place of its answer.
import { Refused } from "../base/ask.ts";
import { h } from "../base/dom.ts";

/** Draws the failure; does nothing for a question that was given up. */
export function showProblem(place: HTMLElement, error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") {
    return;
  }
  const [message, hint] =
    error instanceof Refused ? [error.message, error.hint] : [String(error), "reload the page; report it if it stays"];
  place.replaceChildren(
    h("div", { class: "problem", role: "alert" }, h("strong", {}, message), hint === "" ? null : h("p", {}, hint)),
  );
}
