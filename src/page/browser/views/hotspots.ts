// The files that change most, by the newest commits.

import { records, type Table } from "../../../vocabulary/table-records.ts";
import { askUntilComplete } from "../base/ask.ts";
import { barList } from "../base/bars.ts";
import { counted, h } from "../base/dom.ts";
import type { Here } from "../base/editor-address.ts";
import { here, placeText } from "../base/here.ts";

interface Overview {
  readonly hotspots?: Table;
  /** A state, a colon, and why not all of the commits were counted; absent if they were. */
  readonly history?: string;
}

/** The commits are read in the background after a project is opened. */
export async function showHotspots(place: HTMLElement, signal: AbortSignal): Promise<void> {
  place.append(h("p", { class: "soft" }, "Reading the commits …"));
  const where = await here();
  await askUntilComplete<Overview>("get_repo_overview", { max_tokens: 4_000 }, signal, {
    isPartial: ({ history }) => history !== undefined,
    draw: (overview) => drawHotspots(place, overview, where),
  });
}

function drawHotspots(place: HTMLElement, { hotspots, history }: Overview, where: Here): void {
  const rows = records(hotspots).map((row) => ({ path: String(row["path"]), commits: Number(row["commits"]) }));
  const why = history?.replace(/^[^:]*: /, "");
  if (rows.length === 0) {
    const none = why === undefined ? "No file has three commits or more." : `No commits are counted: ${why}.`;
    place.replaceChildren(h("p", {}, none));
    return;
  }
  const bars = rows.map(({ path, commits }) => ({
    label: [placeText(where, path)],
    amount: commits,
    text: counted(commits, "commit"),
  }));
  place.replaceChildren(
    h("p", { class: "soft" }, `Commits without merges; counted: ${why ?? "at most the newest 5,000"}.`),
    barList(bars, Math.max(...rows.map(({ commits }) => commits))),
  );
}
