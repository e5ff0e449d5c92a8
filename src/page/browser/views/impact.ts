// What a change of one file may break: the files that depend on it, by how many steps they are away.

import { records, type Table } from "../../../vocabulary/table-records.ts";
import { ask, askUntilComplete } from "../base/ask.ts";
import { type BarRow, barList } from "../base/bars.ts";
import { announce, breakable, counted, h, labelled, warning } from "../base/dom.ts";
import { type Enveloped, isUnfinished, missingOf } from "../base/envelope.ts";
import { type FileGroup, groupFiles } from "../base/group-files.ts";
import { showProblem } from "./problem.ts";

/** Files of one step that are named one by one; more are put together by folders. */
const NAMED_MAX = 12;

interface Impact extends Enveloped {
  /** Where the address is a file. */
  readonly path?: string;
  /** Where it is a symbol. */
  readonly symbol: object | null;
  readonly dependents?: Table;
  readonly tests?: readonly string[];
  readonly tests_found?: number;
  /** References that were not followed further. */
  readonly cut?: number;
}

export function showImpactForm(place: HTMLElement, signal: AbortSignal): void {
  const file = h("input", {
    id: "impact-file",
    type: "text",
    list: "impact-files",
    placeholder: "src/session.ts",
    autocomplete: "off",
  });
  const files = h("datalist", { id: "impact-files" });
  const show = h("button", { type: "button" }, "Show");
  const picture = h("div", { id: "impact" });
  let asking = new AbortController();
  const showNow = (): void => {
    asking.abort();
    asking = new AbortController();
    const either = AbortSignal.any([signal, asking.signal]);
    showImpact(file.value.trim(), picture, either).catch((error: unknown) => showProblem(picture, error));
  };
  file.addEventListener("input", () => void suggest(file, files, signal));
  show.addEventListener("click", showNow);
  // WebKit keeps Enter for its list of suggestions and submits no form while the list is open, but lets the key go up.
  file.addEventListener("keyup", (event) => {
    if (event.key === "Enter") {
      showNow();
    }
  });
  place.append(
    h("div", { class: "asking" }, labelled("impact-file", "File or symbol", file, " wide"), show),
    files,
    picture,
  );
}

async function suggest(file: HTMLInputElement, files: HTMLElement, signal: AbortSignal): Promise<void> {
  const typed = file.value;
  if (typed.trim().length < 2) {
    return;
  }
  try {
    const found = await ask<{ files?: Table }>("search_files", { query: typed.trim(), max_tokens: 1_000 }, signal);
    if (file.value === typed) {
      files.replaceChildren(...records(found.files).map((row) => h("option", { value: String(row["path"]) })));
    }
  } catch {
    // Without a suggestion: asking the question itself shows what is wrong.
    files.replaceChildren();
  }
}

async function showImpact(path: string, place: HTMLElement, signal: AbortSignal): Promise<void> {
  if (path === "") {
    place.replaceChildren();
    return;
  }
  const about = h("div", {}, h("p", { class: "soft" }, `Following what uses ${path} …`));
  const cards = h("div", { class: "steps" });
  place.replaceChildren(about, cards);
  let drawn = "";
  await askUntilComplete<Impact>("analyze_impact", { symbol: path, max_tokens: 40_000 }, signal, {
    isPartial: isUnfinished,
    draw: (impact, isLast) => {
      const steps = stepsOf(impact);
      const verdict = verdictOf(path, impact, steps.flat().length);
      about.replaceChildren(
        h("p", {}, verdict),
        ...missingOf(impact, "use").map(warning),
        ...((impact.cut ?? 0) > 0
          ? [warning("Not all uses were followed further: more files may depend on it indirectly.")]
          : []),
      );
      // The same files are left alone, with the folders that are open.
      if (JSON.stringify(steps) !== drawn) {
        drawn = JSON.stringify(steps);
        cards.replaceChildren(...stepCards(steps));
      }
      if (isLast) {
        announce(verdict);
      }
    },
  });
}

function verdictOf(asked: string, { path, symbol, tests, tests_found: found }: Impact, files: number): string {
  if (path === undefined && symbol === null) {
    return `No file or symbol is named ${asked}: choose one of the suggestions.`;
  }
  return files === 0
    ? `No use of ${asked} was found.`
    : `${counted(files, "file")} may break, ${counted(found ?? tests?.length ?? 0, "file")} with tests among them.`;
}

/** The other files at each distance, nearest first; each file where it is nearest. */
function stepsOf({ dependents, path: own }: Impact): string[][] {
  const nearest = new Map<string, number>();
  for (const row of records(dependents)) {
    const [path, distance] = [String(row["path"]), Number(row["distance"])];
    if (path !== own) {
      nearest.set(path, Math.min(distance, nearest.get(path) ?? distance));
    }
  }
  const most = Math.max(0, ...nearest.values());
  return Array.from({ length: most }, (_, at) =>
    [...nearest.keys()].filter((path) => nearest.get(path) === at + 1).sort((a, b) => (a < b ? -1 : 1)),
  );
}

function stepCards(steps: readonly (readonly string[])[]): HTMLElement[] {
  const grouped = steps.map((paths) => groupFiles(paths, NAMED_MAX));
  const longest = Math.max(...grouped.flat().map(({ files }) => files.length));
  return grouped.map((groups, at) => stepCard(groups, at + 1, longest));
}

/** `longest`: the files of the largest folder of any step. */
function stepCard(groups: readonly FileGroup[], step: number, longest: number): HTMLElement {
  const title = step === 1 ? "Use it directly" : `${step} steps away`;
  const files = groups.reduce((sum, group) => sum + group.files.length, 0);
  return h(
    "section",
    { class: "step" },
    h("h3", {}, title, " ", h("span", { class: "soft" }, counted(files, "file"))),
    longest === 1 ? fileList(groups.map(({ name }) => name)) : barList(groups.map(rowOf), longest),
  );
}

const fileList = (paths: readonly string[]): HTMLElement =>
  h("ul", {}, ...paths.map((path) => h("li", {}, ...breakable(path))));

function rowOf({ name, files }: FileGroup): BarRow {
  if (files[0] === name) {
    return { label: breakable(name), amount: 1, text: "" };
  }
  const title = name === "" ? "(root folder)" : `${name}/`;
  const label = h("details", {}, h("summary", {}, ...breakable(title)), fileList(files));
  return { label: [label], amount: files.length, text: counted(files.length, "file") };
}
