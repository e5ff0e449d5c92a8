// The forms of all routes as expressions.
import type { Route } from "./route.ts";
import { BEHAVIOUR, ROUTES } from "./routes.ts";

export const FORMS = ROUTES.filter((route) => route !== BEHAVIOUR).flatMap((route) =>
  route.forms.map((form) => ({ route, form: compile(form) })),
);
export const BEHAVIOUR_FORMS = BEHAVIOUR.forms.map(compile);
export const HINTS = ROUTES.flatMap((route) =>
  (route.hints ?? []).map((hint) => ({ route, words: new RegExp(hint, "iu") })),
);

/** The subject is some text; of an optional end the form takes as much as there is. */
function compile(form: string): RegExp {
  return new RegExp(`^(?:${form.replace("<x>", "(?<x>.+?)")})$`, "iu");
}

/** The question that a route answers, with X for its subject: `who calls X`. */
export function patternOf(route: Route): string {
  const subject = FORMS.filter((one) => one.route === route)
    .map(({ form }) => form.exec(route.example)?.groups?.["x"])
    .find((text) => text !== undefined);
  return subject === undefined ? route.example : route.example.replace(subject, () => "X");
}

export const formOf = (route: Route): string => `understood as “${patternOf(route)}”`;
