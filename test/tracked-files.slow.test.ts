// Keeps what a measurement downloads out of git: a wheel or an archive is easily committed, and stays in the history for ever.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../src/system/package-root.ts";

const largest = 500_000; // bytes
const known = ["models/all-MiniLM-L6-v2/onnx/model_quantized.onnx"];

it("keeps no file of over 500 kB in git but the model", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: packagePath(), encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
  const large = files.filter((file) => (statSync(packagePath(file), { throwIfNoEntry: false })?.size ?? 0) > largest);
  expect(large.sort()).toEqual(known);
});

it("keeps no package of another language's registry in the repository's root", () => {
  const files = execFileSync("git", ["ls-files", "-z", ":(glob)*"], { cwd: packagePath(), encoding: "utf8" })
    .split("\0")
    .filter(Boolean);
  expect(files.filter((file) => /\.(whl|tgz|tar|gz|zip|jar|mcpb)$/.test(file))).toEqual([]);
});
