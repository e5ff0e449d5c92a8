import { describe, expect, it } from "vitest";
import { renderReportHtml } from "../../src/statistics/report-html.ts";
import { renderReportTable } from "../../src/statistics/report-table.ts";
import { anEntry, reportOf } from "./entries.ts";

const at = "2026-11-20T10:00:00Z";
const searchesOf = (name: string, count: number) =>
  Array.from({ length: count }, () => anEntry(at, { project: { root: `/srv/${name}`, name } }));
const rowsOf = (page: string) => [...page.matchAll(/<th scope="row"><bdi>(.*?)<\/bdi><\/th><td>(.*?)<\/td>/g)];
const projectsOf = (page: string) =>
  rowsOf(page.slice(page.indexOf('id="projects"'), page.indexOf('id="clients"'))).map(([, name, count]) => [
    name,
    count,
  ]);

describe("small projects", () => {
  it("are one row, in the page and in the table, with all their searches", async () => {
    const small = Array.from({ length: 30 }, (_, index) => searchesOf(`tmp-${index}`, 1)).flat();
    const report = await reportOf([...searchesOf("shop", 1_500), ...searchesOf("billing", 500), ...small]);
    expect(projectsOf(renderReportHtml(report))).toEqual([
      ["shop", "1,500"],
      ["billing", "500"],
      ["30 smaller projects", "30"],
    ]);
    expect(renderReportTable(report)).toMatch(/^30 smaller projects +30 +30 +30,000 +240,000 +87\.5% +0$/m);
  });

  it("stand by themselves where there is but one, or all are alike", async () => {
    const one = await reportOf([...searchesOf("shop", 200), ...searchesOf("tmp", 1)]);
    expect(projectsOf(renderReportHtml(one)).map(([name]) => name)).toEqual(["shop", "tmp"]);
    const alike = await reportOf(["a", "b", "c"].flatMap((name) => searchesOf(name, 1)));
    expect(projectsOf(renderReportHtml(alike))).toHaveLength(3);
  });
});

describe("a page about answers longer than the files", () => {
  it("says that nothing was saved, and shows no negative or endless percentage", async () => {
    const page = renderReportHtml(
      await reportOf([anEntry(at, {}, { contextTokens: 15_947, hitFilesTokens: 1_000, totalTokens: 1_000 })]),
    );
    expect(page).toContain('<div class="big">no tokens saved, 18,547 spent</div>');
    expect(page).not.toMatch(/-\d+\.\d%/);
    expect(page.match(/<span class="figure">(.*?)<\/span>/g)).toEqual(
      Array(8).fill('<span class="figure">none</span>'),
    );
  });
});
