// Which files a `use` or an `include` of PHP means, by file names, declared namespaces and paths.
import { expect, test } from "vitest";
import { php } from "../../../src/languages/php/modules.ts";
import { miniProject } from "../../linking/mini-project.ts";

const inNamespace = (name: string, text = ""): string => `<?php\nnamespace ${name};\n${text}\n`;

const FILES = {
  "src/Order/Order.php": inNamespace("Shop\\Order", "class Order {}"),
  "src/Util/Money.php": inNamespace("Shop\\Util", "class Money {}"),
  "src/Util/functions.php": inNamespace("Shop\\Util", "function total() {}"),
  "moved/Money.php": inNamespace("Other\\Util", "class Money {}"),
  "bootstrap.php": "<?php\nrequire 'src/Util/functions.php';\n",
  "src/Order/legacy.php": "<?php\n",
  "Legacy_Report.php": "<?php\nclass Legacy_Report {}\n",
};

test.each([
  ["a class", "Shop\\Util\\Money", ["src/Util/Money.php"]],
  ["another namespace's class of that name", "Other\\Util\\Money", ["moved/Money.php"]],
  ["a class of no namespace", "Legacy_Report", ["Legacy_Report.php"]],
  ["a function", "Shop\\Util\\total", ["src/Util/functions.php"]],
  ["no namespace", "Shop\\Util", []],
  ["no namespace beside functions", "Shop\\Util\\Rates", []],
  ["no function of no namespace", "total", []],
  ["nothing of a library", "Psr\\Log\\LoggerInterface", []],
  ["a path beside the file", "./legacy.php", ["src/Order/legacy.php"]],
  ["a path above the file", "./../Util/functions.php", ["src/Util/functions.php"]],
  ["a path that may be beside the file", "legacy.php", ["src/Order/legacy.php"]],
  ["a path that may be the project's", "src/Util/Money.php", ["src/Util/Money.php"]],
  ["no path above the project", "../../../x.php", []],
  ["no path of the disk", "/src/Util/Money.php", []],
  ["nothing for nothing", "", []],
])("finds %s", async (_, specifier, files) => {
  const { lookup } = await miniProject(FILES);
  expect(php.resolve(specifier, "src/Order/Order.php", lookup)).toEqual(files);
});

test("a file that brings in another has its name, or its namespace's, among its words", async () => {
  const { lookup } = await miniProject(FILES);
  expect(php.stems("src/Util/functions.php", lookup)).toEqual(["functions", "Util"]);
});
