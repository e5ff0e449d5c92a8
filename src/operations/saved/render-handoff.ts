// What is read of a handoff: what was said, and what has become of each place. The tool and the resource give the same text.
import type { HandoffPlace } from "../../storage/handoff.ts";
import type { PlaceStatus } from "../../storage/place-states.ts";
import type { LoadedHandoff } from "../../storage/saved-results.ts";
import { mostThatFits } from "../../system/most-that-fits.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { escapeControls, escapeName, renderCount } from "../../vocabulary/shown-text.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { loadOf } from "../answer/fit-rows.ts";
import { renderProblems } from "../contract/fields.ts";
import { escaped, fence, trustLine } from "./render-saved.ts";

/** In the order in which a budget keeps them. */
const LISTS = ["next", "decisions", "constraints", "failed"] as const;
type Entry = readonly [list: (typeof LISTS)[number], text: string];

interface ShownPlace extends HandoffPlace {
  readonly status: PlaceStatus;
  /** False: its text is left out. */
  readonly isWhole: boolean;
}

/** A handoff in the form that is fitted to the budget. */
export interface HandoffAnswer
  extends Pick<LoadedHandoff, "name" | "scope" | "trust" | "path" | "current" | "problems"> {
  readonly uri: string;
  readonly goal: string;
  readonly timestamp: string;
  readonly entries: readonly Entry[];
  readonly places: readonly ShownPlace[];
  readonly entriesOmitted: number;
  readonly placesOmitted: number;
}

/** Nothing left out. */
export function describeHandoff(uri: string, loaded: LoadedHandoff): HandoffAnswer {
  const { name, scope, trust, path, current, problems, document, places } = loaded;
  return {
    ...{ name, uri, scope, trust, path, current, problems },
    goal: document.goal,
    timestamp: document.timestamp,
    entries: LISTS.flatMap((list) => document[list].map((text): Entry => [list, text])),
    places: document.places.map((place, at) => ({
      ...place,
      status: places[at] ?? { state: "unknown" },
      isWhole: true,
    })),
    entriesOmitted: 0,
    placesOmitted: 0,
  };
}

/** Leaves out, until both forms fit: the text of the last places, the last places, the last entries. INVALID_INPUT. */
export async function fitHandoff(whole: HandoffAnswer, budget: number): Promise<HandoffAnswer> {
  const counter = await loadTokenCounter();
  const [entries, places] = [whole.entries.length, whole.places.length];
  const fitted = mostThatFits({ none: -1, most: entries + 2 * places }, (kept) => {
    const listed = Math.max(0, Math.min(places, kept - entries));
    const form: HandoffAnswer = {
      ...whole,
      entries: whole.entries.slice(0, kept),
      entriesOmitted: Math.max(0, entries - kept),
      places: whole.places.slice(0, listed).map((place, at) => ({ ...place, isWhole: at < kept - entries - places })),
      placesOmitted: places - listed,
    };
    return { form, load: loadOf([renderHandoff(form), JSON.stringify(wireHandoff(form))], budget, counter) };
  });
  if (fitted === null) {
    throw new Failure("INVALID_INPUT", "max_tokens is too small for this handoff", { hint: "raise max_tokens" });
  }
  return fitted.form;
}

/** Its further lines are indented, so that no text can look like a line of the answer. */
const said = (text: string): string => splitLines(text).map(escapeControls).join("\n  ");

const countsOmitted = ({ entriesOmitted, places, placesOmitted }: HandoffAnswer): string[] => {
  const textless = places.filter(({ isWhole }) => !isWhole).length;
  const parts = [
    ...(entriesOmitted > 0 ? [renderCount(entriesOmitted, "entry", "entries")] : []),
    ...(placesOmitted > 0 ? [renderCount(placesOmitted, "place")] : []),
    ...(textless > 0 ? [`the text of ${renderCount(textless, "place")}`] : []),
  ];
  return parts.length === 0 ? [] : [`cut: ${parts.join(", ")} left out (max_tokens)`];
};

export function renderHandoff(answer: HandoffAnswer): string {
  const { name, path, goal, timestamp, current, trust, entries, places, problems } = answer;
  const lists = LISTS.flatMap((list) => {
    const own = entries.filter(([of]) => of === list);
    return own.length === 0 ? [] : [`${list}:`, ...own.map(([, text]) => `- ${said(text)}`)];
  });
  const lines = [
    `found: handoff ${name} (${path})`,
    `goal: ${said(goal)}`,
    `saved ${timestamp}; places: ${current ? "all unchanged since" : "NOT all as they were saved, see below"}`,
    ...trustLine(trust),
    ...countsOmitted(answer),
    ...lists,
    ...(places.length === 0 ? [] : ["places:", ...places.map((place) => renderPlace(place, trust))]),
  ];
  return escaped(`${lines.join("\n")}${renderProblems(problems)}`);
}

const linesOf = (start: number, end: number): string => (start === end ? `${start}` : `${start}-${end}`);

function renderPlace(
  { path, start_line: start, end_line: end, symbol, text, status, isWhole }: ShownPlace,
  trust: HandoffAnswer["trust"],
): string {
  const lines = start === undefined ? "" : `:${linesOf(start, end ?? start)}`;
  const moved = status.now === undefined ? "" : ` to ${linesOf(status.now.startLine, status.now.endLine)}`;
  const state = status.state === "unchanged" ? "" : ` [${status.state}${moved}]`;
  const [shown, all] = [text.split("\n").length, (end ?? 0) - (start ?? 0) + 1];
  const part = isWhole && text !== "" && shown < all ? `, its first ${renderCount(shown, "line")}` : "";
  const body = isWhole && text !== "" ? `${part}\n${fence(text, trust)}` : "";
  return `${escapeName(path)}${lines}${symbol === undefined ? "" : ` ${escapeName(symbol)}`}${state}${body}`;
}

/** The structured form, without usual values. */
export function wireHandoff(answer: HandoffAnswer) {
  const { name, uri, scope, trust, path, current, goal, timestamp, entries, places, problems } = answer;
  const lists = LISTS.map((list) => [list, entries.flatMap(([of, text]) => (of === list ? [text] : []))] as const);
  return {
    outcome: "found" as const,
    ...{ kind: "handoff" as const, name, uri, scope, trust, path, current },
    document: { goal, timestamp, ...Object.fromEntries(lists.filter(([, texts]) => texts.length > 0)) },
    places: places.map(wirePlace),
    ...(answer.entriesOmitted === 0 ? {} : { entries_omitted: answer.entriesOmitted }),
    ...(answer.placesOmitted === 0 ? {} : { places_omitted: answer.placesOmitted }),
    ...(problems.length === 0 ? {} : { problems: [...problems] }),
  };
}

const wirePlace = ({
  path,
  start_line: start,
  end_line: end,
  symbol,
  text,
  status: { state, now },
  isWhole,
}: ShownPlace) => ({
  path,
  ...(start === undefined ? {} : { start_line: start, end_line: end ?? start }),
  ...(symbol === undefined ? {} : { symbol }),
  ...(state === "unchanged" ? {} : { state }),
  ...(now === undefined ? {} : { now: { start_line: now.startLine, end_line: now.endLine } }),
  ...(isWhole && text !== "" ? { lines: text.split("\n") } : {}),
});
