// What a word that is being typed may become: a path of the project, step by step as a shell does it, or the name of a symbol.
import type { Snapshot } from "../../index/snapshot.ts";
import { withSnapshot } from "../../index/with-snapshot.ts";
import { findSymbols } from "../../intelligence/symbols/find-symbols.ts";
import { freshen } from "../answer/answer-fresh.ts";
import { NO_FILTER } from "../code/symbols/symbol-rows.ts";
import type { OperationContext } from "../contract/operation.ts";

const SHOWN_MAX = 40;
/** Somebody waits with a finger on the key. */
const WAIT_MS = 500;

/** Each begins with the word. */
export const completeWord = (word: string, root: string, context: OperationContext): Promise<readonly string[]> =>
  context.services.withProject(root, async (project) => {
    const index = await project.index();
    await freshen(index, { waitMs: WAIT_MS, embedUpTo: 0 }, context);
    return withSnapshot(index, (snapshot) => completionsOf(word, snapshot).slice(0, SHOWN_MAX));
  });

function completionsOf(word: string, snapshot: Snapshot): string[] {
  const [path = "", symbol] = word.split("#");
  const document = snapshot.documentAt(path);
  if (document !== undefined && symbol !== undefined) {
    return snapshot.symbols(document.id).flatMap((one) => (one.path.startsWith(symbol) ? [`${path}#${one.path}`] : []));
  }
  const paths = [...snapshot.documents()].flatMap((one) =>
    one.path.startsWith(word) ? [upToFolder(one.path, word)] : [],
  );
  const symbols = word === "" ? [] : findSymbols(snapshot, { query: word, ...NO_FILTER, typos: "never" }).symbols;
  const names = symbols.flatMap(({ symbol: one }) => [one.name, one.path].find((name) => name.startsWith(word)) ?? []);
  return [...new Set([...paths, ...names])];
}

/** `src/cart.ts` for `src/c`, `src/` for `s`. */
function upToFolder(path: string, word: string): string {
  const slash = path.indexOf("/", word.length);
  return slash < 0 ? path : path.slice(0, slash + 1);
}
