import { expect, test } from "vitest";
import { formatCompact, formatMilliseconds, projectNames, visibleName } from "../../src/statistics/figures.ts";
import { html } from "../../src/vocabulary/html-text.ts";

test("figures read as figures", () => {
  expect([0, 950, 1_234, 47_708, 122_864_000].map(formatCompact)).toEqual(["0", "950", "1.23K", "47.7K", "123M"]);
  expect([0, 2.5, 999, 1_234].map(formatMilliseconds)).toEqual(["0 ms", "3 ms", "999 ms", "1.2 s"]);
});

test.each([
  ["shop", "shop"],
  ["", "–"],
  ["   ", "–"],
  ["a\nb", "a\\u000ab"],
  ["\u001b[31mred", "\\u001b[31mred"],
  ["\u202eabc", "\\u202eabc"],
  ["\ud800", "\\ud800"],
  ["認証", "認証"],
  ["0123456789abc", "012345678…"],
])("the name %j shows as %j", (name, shown) => {
  expect(visibleName(name, 10 + (shown.length > 10 && !shown.endsWith("…") ? 20 : 0))).toBe(shown);
});

test("projects of one name are told apart, others stay plain", () => {
  const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(16)) as [string, string, string];
  const projects = [
    { project: "shop", project_id: a },
    { project: "shop", project_id: b },
    { project: "billing", project_id: c },
  ];
  expect(projectNames(projects)).toEqual(["shop (aaaaaaaa)", "shop (bbbbbbbb)", "billing"]);
});

test("text is escaped in content and attributes, markup made here is not", () => {
  const name = `<b a="1" b='2'>&amp;\``;
  const escaped = "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&#96;";
  expect(html`<i title="${name}">${name}</i>`.markup).toBe(`<i title="${escaped}">${escaped}</i>`);
  expect(html`<ul>${[html`<li>`, "<li>"]}${7}</ul>`.markup).toBe("<ul><li>&lt;li&gt;7</ul>");
});
