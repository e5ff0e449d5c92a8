// What a Cargo.toml says of a project.
import { asObject, asText, parseToml, readObject } from "../../system/parse-config.ts";
import type { Manifest } from "../contract/manifest.ts";

export const cargo: Manifest = {
  files: ["Cargo.toml"],
  packages: ["Cargo.toml"],
  read(text) {
    const manifest = readObject(text, parseToml);
    if (manifest === null) {
      return null;
    }
    const own = asObject(manifest["package"]);
    const all = manifest["workspace"] === undefined ? "" : " --workspace";
    return {
      name: asText(own?.["name"]),
      description: asText(own?.["description"]),
      build: [`cargo build${all}`],
      test: [`cargo test${all}`],
    };
  },
};
