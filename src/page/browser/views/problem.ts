// Shows a failure in the place of an answer.
import { Refused } from "../base/ask.ts";
import { h } from "../base/dom.ts";

/** Does nothing for a question that was cancelled. */
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
