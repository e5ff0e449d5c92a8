// Parses files with TypeScript's parser. argv: the folder of tools, a file that lists absolute paths. stdout: a line of JSON for
// each file, `error` null where it is valid.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";

const [, , tools, list] = process.argv;
const ts = createRequire(join(tools, "typescript/package.json"))("typescript");

for (const path of readFileSync(list, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  const [first] = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false).parseDiagnostics;
  const error =
    first === undefined
      ? null
      : `${text.slice(0, first.start).split("\n").length}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`;
  process.stdout.write(`${JSON.stringify({ path, error })}\n`);
}
