// The project as pictures: its modules and who uses whom, the files that change most, and what a change of one file may break.
import { ask, records, type Table } from "../base/ask.ts";
import { announce, count, counted, h } from "../base/dom.ts";
import { type Dependent, drawImpact } from "./draw-impact.ts";
import { drawModules, type Module } from "./draw-modules.ts";
import { showProblem } from "./problem.ts";
import type { View } from "./view.ts";

/** More modules than this cannot be told apart in the picture. */
const MODULES_MAX = 32;
const AT_ONCE = 4;
/** What is cut short by time goes on in the program, so it is asked for again. */
const ATTEMPTS = 15;
const WAIT_MS = 1_000;

export const map: View = {
  name: "map",
  title: "Map",
  open(place) {
    const ending = new AbortController();
    const part = (title: string): HTMLElement => {
      const content = h("div", {});
      place.append(h("section", {}, h("h2", {}, title), content));
      return content;
    };
    void guarded(part("Modules"), (content) => showModules(content, ending.signal));
    void guarded(part("Files that change most"), (content) => showHotspots(content, ending.signal));
    showImpactForm(part("Impact of a file"), ending.signal);
    return () => ending.abort();
  },
};

async function guarded(place: HTMLElement, draw: (place: HTMLElement) => Promise<void>): Promise<void> {
  try {
    await draw(place);
  } catch (error) {
    showProblem(place, error);
  }
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

interface Modules {
  readonly modules?: Table;
  readonly envelope?: { readonly completeness?: string } | null;
}

async function showModules(place: HTMLElement, signal: AbortSignal): Promise<void> {
  place.append(h("p", { class: "soft" }, "Following the imports …"));
  let answer = await ask<Modules>("list_modules", { max_tokens: 40_000 }, signal);
  for (let attempt = 1; answer.envelope?.completeness === "time" && attempt < ATTEMPTS; attempt += 1) {
    await wait();
    answer = await ask<Modules>("list_modules", { max_tokens: 40_000 }, signal);
  }
  await drawAnswer(place, answer, signal);
}

async function drawAnswer(place: HTMLElement, { modules, envelope }: Modules, signal: AbortSignal): Promise<void> {
  const all = records(modules);
  const late = envelope?.completeness === "time" ? " There was no time to follow all imports." : "";
  const shown = all
    .filter((row) => Number(row["uses"] ?? 0) + Number(row["used_by"] ?? 0) > 0)
    .slice(0, MODULES_MAX)
    .map((row): Module => ({ name: String(row["module"]), symbols: Number(row["symbols"]) }));
  if (shown.length === 0) {
    const none = "No module of this project imports another one, as far as imports can be followed.";
    place.replaceChildren(h("p", {}, `${none}${late}`));
    return;
  }
  const names = new Set(shown.map(({ name }) => name));
  const links = (await eachOf(shown, AT_ONCE, ({ name }) => linksOf(name, names, signal))).flat();
  place.replaceChildren(
    drawModules(shown, links),
    h(
      "p",
      { class: "soft" },
      `${counted(shown.length, "module")} of ${count(all.length)}, those with links; each stands below those that use it. Choose one to see its links alone.${late}`,
    ),
  );
}

/** The links from a module to the shown modules that it uses. */
async function linksOf(name: string, names: ReadonlySet<string>, signal: AbortSignal) {
  const { uses } = await ask<{ uses?: Table }>("get_module", { module: name, max_tokens: 4_000 }, signal);
  return records(uses)
    .map((row) => String(row["module"]))
    .filter((other) => names.has(other) && other !== name)
    .map((other) => ({ from: name, to: other }));
}

async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}

interface History {
  readonly hotspots?: Table;
  /** Why not all of the commits were counted; absent if they were. */
  readonly history?: string;
}

/** The commits are read in the background after a project is opened, so what is counted in part is asked for again for a while. */
async function showHotspots(place: HTMLElement, signal: AbortSignal): Promise<void> {
  place.append(h("p", { class: "soft" }, "Reading the commits …"));
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask<History>("get_repo_overview", { max_tokens: 4_000 }, signal);
    const isLast = answer.history === undefined || attempt === ATTEMPTS;
    if (isLast || answer.hotspots !== undefined) {
      drawHotspots(place, answer);
    }
    if (isLast) {
      return;
    }
    await wait();
  }
}

function drawHotspots(place: HTMLElement, { hotspots, history }: History): void {
  const rows = records(hotspots).map((row) => ({ path: String(row["path"]), commits: Number(row["commits"]) }));
  const part = history === undefined ? "" : ` Git history ${history}.`;
  if (rows.length === 0) {
    place.replaceChildren(h("p", {}, `No file has three commits or more.${part}`));
    return;
  }
  const most = Math.max(...rows.map(({ commits }) => commits));
  place.replaceChildren(
    h("p", { class: "soft" }, `Of the newest 5,000 commits, without merges.${part}`),
    h(
      "ul",
      { class: "bars" },
      ...rows.map(({ path, commits }) => {
        const bar = h("span", { class: "length", "aria-hidden": "true" });
        bar.style.width = `${(100 * commits) / most}%`;
        return h("li", {}, h("span", {}, path), h("span", { class: "soft" }, counted(commits, "commit")), bar);
      }),
    ),
  );
}

function showImpactForm(place: HTMLElement, signal: AbortSignal): void {
  const file = h("input", {
    id: "impact-file",
    type: "text",
    list: "impact-files",
    placeholder: "src/session.ts",
    autocomplete: "off",
  });
  const files = h("datalist", { id: "impact-files" });
  const picture = h("div", { "aria-live": "polite" });
  const form = h(
    "form",
    { class: "asking" },
    h("div", { class: "field wide" }, h("label", { for: "impact-file" }, "File"), file, files),
    h("button", { type: "submit" }, "Show"),
  );
  file.addEventListener("input", () => void suggest(file.value, files, signal));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void guarded(picture, (content) => showImpact(file.value.trim(), content, signal));
  });
  place.append(form, picture);
}

async function suggest(text: string, files: HTMLElement, signal: AbortSignal): Promise<void> {
  if (text.trim().length < 2) {
    return;
  }
  try {
    const found = await ask<{ files?: Table }>("search_files", { query: text.trim(), max_tokens: 1_000 }, signal);
    const paths = records(found.files).map((row) => String(row["path"]));
    files.replaceChildren(...paths.map((path) => h("option", { value: path })));
  } catch {
    // Without a suggestion: asking the question itself shows what is wrong.
    files.replaceChildren();
  }
}

interface Impact {
  readonly summary: string;
  readonly dependents?: Table;
  /** Absent: everything was looked at, and all of it is here. */
  readonly envelope?: { readonly completeness?: string; readonly found?: number; readonly shown?: number };
}

/** What the picture may lack. */
function missingOf({ envelope }: Impact): string[] {
  const { completeness, found = 0, shown = 0 } = envelope ?? {};
  return [
    ...(completeness === "time" ? ["There was no time to look through all files: more may depend on it."] : []),
    ...(shown < found ? [`Shown are ${count(shown)} of the ${counted(found, "dependent")}.`] : []),
  ];
}

async function showImpact(path: string, place: HTMLElement, signal: AbortSignal): Promise<void> {
  if (path === "") {
    return;
  }
  const answer = await ask<Impact>("analyze_impact", { symbol: path, max_tokens: 40_000 }, signal);
  const nearest = new Map<string, Dependent>();
  for (const row of records(answer.dependents)) {
    const dependent = { path: String(row["path"]), distance: Number(row["distance"]) };
    const known = nearest.get(dependent.path);
    if (known === undefined || known.distance > dependent.distance) {
      nearest.set(dependent.path, dependent);
    }
  }
  const dependents = [...nearest.values()].sort((a, b) => a.distance - b.distance || a.path.localeCompare(b.path));
  place.replaceChildren(
    h("p", {}, answer.summary.replace(/^\w+: /, "")),
    ...missingOf(answer).map((text) => h("p", { class: "warn" }, text)),
    ...(dependents.length === 0 ? [] : [drawImpact(path, dependents)]),
    h(
      "ol",
      { class: "dependents" },
      ...dependents.map((one) =>
        h("li", {}, one.path, h("span", { class: "soft" }, ` ${counted(one.distance, "step")} away`)),
      ),
    ),
  );
  announce(`${path}: used by ${counted(dependents.length, "file")}`);
}
