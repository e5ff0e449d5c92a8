// Calls of JavaScript and TypeScript that reach outside of the program, or leave what can be checked of it: by their names
// alone, so a function of a project's own that is called the same counts, too.

import type { NodeAt } from "../../../syntax/syntax-tree.ts";
import { READS_OR_WRITES, UNSAFE } from "../../../vocabulary/facts.ts";
import { wordSet } from "../../../vocabulary/text.ts";
import type { Walk } from "./state.ts";

/** Files, the network; plain or as members (`fs.readFile`). */
const OUTSIDE = wordSet(`
readFile readFileSync writeFile writeFileSync appendFile appendFileSync createReadStream createWriteStream readdir readdirSync
mkdir mkdirSync unlink unlinkSync rmSync rmdir copyFile copyFileSync renameSync fetch XMLHttpRequest WebSocket EventSource
createConnection
`);

/** Processes and evaluated text; plain only, since `pattern.exec` is harmless. */
const UNSAFE_CALLS = wordSet("eval Function exec execSync execFile execFileSync spawn spawnSync fork");

/** As members: of `child_process`, `document`, elements. */
const UNSAFE_MEMBERS = wordSet("execSync spawn spawnSync execFile insertAdjacentHTML");
const UNSAFE_FIELDS: ReadonlySet<string> = new Set(["innerHTML", "outerHTML"]);

export function hazardOfCall(callee: NodeAt, walk: Walk): number {
  const isMember = walk.type(callee) === "member_expression";
  const name = walk.text(isMember ? walk.field(callee, "property") : callee);
  const isUnsafe = (isMember ? UNSAFE_MEMBERS : UNSAFE_CALLS).has(name);
  return (OUTSIDE.has(name) ? READS_OR_WRITES : 0) | (isUnsafe ? UNSAFE : 0);
}

export const hazardOfWrite = (left: NodeAt, walk: Walk): number =>
  UNSAFE_FIELDS.has(walk.text(walk.field(left, "property"))) ? UNSAFE : 0;
