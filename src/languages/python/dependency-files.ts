// pyproject.toml and Pipfile, with the lock files of the tools that read them.
import { asObject, parseToml, readObject } from "../../system/parse-config.ts";
import type { DependencyFiles } from "../contract/dependency-files.ts";

/** `requests[socks]>=2.0 ; python_version < "3.9"` */
const REQUIREMENT = /^\s*([\w.-]+)\s*(?:\[[^\]]*\])?\s*([^;]*)/;

const requirements = (list: unknown): [string, string][] =>
  (Array.isArray(list) ? list : []).flatMap((one): [string, string][] => {
    const [, name, wanted = ""] = typeof one === "string" ? (REQUIREMENT.exec(one) ?? []) : [];
    return name === undefined ? [] : [[name, wanted.trim()]];
  });

const table = (value: unknown): [string, string][] =>
  Object.entries(asObject(value) ?? {}).map(([name, wanted]) => [name, JSON.stringify(wanted)]);

const lists = (value: unknown): [string, string][] => Object.values(asObject(value) ?? {}).flatMap(requirements);

export const pythonDependencies: readonly DependencyFiles[] = [
  {
    manifest: "pyproject.toml",
    locks: ["uv.lock", "poetry.lock", "pdm.lock"],
    read(text) {
      const manifest = readObject(text, parseToml);
      const project = asObject(manifest?.["project"]);
      const poetry = asObject(asObject(manifest?.["tool"])?.["poetry"]);
      const groups = Object.values(asObject(poetry?.["group"]) ?? {}).map((one) => asObject(one)?.["dependencies"]);
      return manifest === null
        ? null
        : new Map([
            ...requirements(project?.["dependencies"]),
            ...lists(project?.["optional-dependencies"]),
            ...lists(manifest["dependency-groups"]),
            ...[poetry?.["dependencies"], poetry?.["dev-dependencies"], ...groups].flatMap(table),
          ]);
    },
  },
  {
    manifest: "Pipfile",
    locks: ["Pipfile.lock"],
    read(text) {
      const manifest = readObject(text, parseToml);
      return manifest === null ? null : new Map([...table(manifest["packages"]), ...table(manifest["dev-packages"])]);
    },
  },
];
