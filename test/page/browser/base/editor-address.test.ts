import { expect, test } from "vitest";
import { editorAddress } from "../../../../src/page/browser/base/editor-address.ts";

test.each([
  ["/srv/shop", null, "src/a.ts:3-9", null],
  ["", "vscode://file/{path}:{line}", "src/a.ts", null],
  ["/srv/shop", "vscode://file/{path}:{line}", "src/a.ts:3-9", "vscode://file/srv/shop/src/a.ts:3"],
  ["/srv/shop", "vscode://file/{path}:{line}", "src/a.ts", "vscode://file/srv/shop/src/a.ts:1"],
  ["/srv/shop", "idea://open?file={path}&line={line}", "a.ts:7", "idea://open?file=/srv/shop/a.ts&line=7"],
  ["C:\\code", "vscode://file/{path}:{line}", "a.ts:7", "vscode://file/C:/code/a.ts:7"],
  ["/w", "x:{path}", 'a"b<c>/{line}?#%.ts', "x:/w/a%22b%3Cc%3E/%7Bline%7D%3F%23%25.ts"],
  ["/w", "x:{path}", "a\nb:2", "x:/w/a%0Ab"],
])("root %j, link %j: %j is at %j", (root, editor_link, place, address) => {
  expect(editorAddress({ root, editor_link }, place)).toBe(address);
});
