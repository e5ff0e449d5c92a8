// Prints members of .NET's own types for ../library-members.mjs. Argument: the folder of the npm package @tsonic/dotnet, whose
// declarations are made from .NET's assemblies by reflection.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const NAMESPACES = `System System.Collections System.Collections.Concurrent System.Collections.Generic System.Data
System.Data.Common System.Diagnostics System.IO System.Linq System.Net.Http System.Reflection System.Text System.Text.Json
System.Text.RegularExpressions System.Threading System.Threading.Tasks`.split(/\s+/);
/** A member on a line of its own. Those of enums have a value. */
const MEMBER = /^ {4}(?:(?:static|readonly|get|set|abstract|protected) )*([A-Z]\w*)\??[(<:]/gm;

const print = (line) => process.stdout.write(`${line}\n`);
const folder = process.argv[2] ?? "";
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
print(`# .NET ${version.split(".")[0]} (@tsonic/dotnet ${version}), public and protected members of the types of`);
print(`# ${NAMESPACES.join(" ")}`);
for (const namespace of NAMESPACES) {
  for (const [, name] of readFileSync(join(folder, namespace, "internal/index.d.ts"), "utf8").matchAll(MEMBER)) {
    print(name);
  }
}
