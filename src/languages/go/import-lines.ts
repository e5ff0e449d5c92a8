// Go's import statements.
import type { ImportLines } from "../contract/language.ts";

/** `yaml "gopkg.in/yaml.v3"`: the name before the path, otherwise the path's last part without version and affixes. */
function goNames(statement: string): string[] {
  const [, alias = "", path = ""] = /^\s*(?:import\s+)?([\p{L}_.][\p{L}\p{N}_]*\s+)?"([^"]+)"/u.exec(statement) ?? [];
  const name = alias.trim();
  if (name !== "") {
    return name === "_" || name === "." ? [] : [name];
  }
  const parts = path.split("/").filter((part) => !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? "").replace(/\.v\d+$/, "");
  return [last, last.replace(/^go-|[-.]go$/g, ""), last.split("-").at(-1) ?? last];
}

export const goImports: ImportLines = { firsts: "i", start: /^import\b/, names: goNames, eachLine: true };
