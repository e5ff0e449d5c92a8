// What a composer.json says of a project.
import { asObject, asText, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { Manifest } from "../contract/manifest.ts";

export const composer: Manifest = {
  files: ["composer.json"],
  packages: ["composer.json"],
  read(text) {
    const config = readObject(text, parseJsonWithComments);
    if (config === null) {
      return null;
    }
    return {
      name: asText(config["name"]),
      description: asText(config["description"]),
      build: ["composer install"],
      test: asObject(config["scripts"])?.["test"] === undefined ? [] : ["composer test"],
    };
  },
};
