// The modules that a go.mod requires and that go.sum records.
import { dependencyLines } from "../contract/dependency-files.ts";

const required = dependencyLines(/^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+|[\w-]+\.[\w.-]+)\s+v\d\S*/);
/** With a folder in its place, a module has no version and no line in go.sum. */
const IN_FOLDER = /^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+\.{1,2}(?:\/|\s|$)/gm;

export function requiredModules(text: string): ReadonlyMap<string, string> | null {
  const modules = new Map(required(text));
  for (const [, name = ""] of text.matchAll(IN_FOLDER)) {
    modules.delete(name);
  }
  return modules;
}
