import { asObject, asText, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { Manifest } from "../contract/manifest.ts";

/** package.json: the scripts by their usual names, run by the package manager that it names. */
export const packageJson: Manifest = {
  files: ["package.json"],
  packages: ["package.json"],
  read(text) {
    const config = readObject(text, parseJsonWithComments);
    if (config === null) {
      return null;
    }
    const manager = /^(pnpm|yarn|bun)@/.exec(asText(config["packageManager"]) ?? "")?.[1] ?? "npm";
    const scripts = asObject(config["scripts"]) ?? {};
    const run = (name: string) =>
      name in scripts ? [name === "test" ? `${manager} test` : `${manager} run ${name}`] : [];
    return {
      name: asText(config["name"]),
      description: asText(config["description"]),
      build: run("build"),
      test: run("test"),
    };
  },
};
