// The routes of plain questions, tried in this order; docs/inside/asking.md shows them.
import { PROJECT_ROUTES } from "./project-routes.ts";
import { meaning, type Route } from "./route.ts";
import { SYMBOL_ROUTES } from "./symbol-routes.ts";
import { TEXT_ROUTES } from "./text-routes.ts";
import { USE_ROUTES } from "./use-routes.ts";

/** Any other question: what names nothing is searched for by what it means. */
export const BEHAVIOUR: Route = {
  name: "behaviour",
  takes: "nothing",
  example: "how does retrying work",
  forms: [
    "(?:how|why|where|when|which|what|who|is|are|does|do|can|could|should|has|have|find|show|list|explain|describe|locate|search)\\b .+",
    "(?:tell me )?about .+",
  ],
  calls: (asked) => [meaning(asked)],
  next: "ask again with the name of a symbol that the answer shows",
};

export const ROUTES: readonly Route[] = [...PROJECT_ROUTES, ...TEXT_ROUTES, ...USE_ROUTES, ...SYMBOL_ROUTES, BEHAVIOUR];
