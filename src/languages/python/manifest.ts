// What a pyproject.toml says of a project.
import { asObject, asText, parseToml, readObject } from "../../system/parse-config.ts";
import type { Manifest } from "../contract/manifest.ts";

export const pyproject: Manifest = {
  files: ["pyproject.toml"],
  packages: ["pyproject.toml", "setup.py"],
  read(text, files) {
    const manifest = readObject(text, parseToml);
    if (manifest === null) {
      return null;
    }
    const tool = asObject(manifest["tool"]);
    const own = asObject(manifest["project"]) ?? asObject(tool?.["poetry"]);
    const hasTox = files.has("tox.ini") || tool?.["tox"] !== undefined;
    return {
      name: asText(own?.["name"]),
      description: asText(own?.["description"]),
      build: manifest["build-system"] === undefined ? [] : ["python -m build"],
      test: hasTox ? ["tox"] : /pytest/.test(text) ? ["pytest"] : [],
    };
  },
};
