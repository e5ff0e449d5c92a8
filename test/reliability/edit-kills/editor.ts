// The process that is killed: brings the store to order, then commits and undoes one edit over and over.
import { openEditStore } from "../../../src/edits/store/edit-store.ts";
import { editOf } from "./project.ts";

const [root = "", folder = ""] = process.argv.slice(2);

process.stdout.write("ready\n");
const store = await openEditStore({ folder, root, sessionsMax: 3 });
for (;;) {
  const [last] = store.list().filter(({ state }) => state !== "staged");
  if (last?.state === "committed") {
    const outcome = await store.undo(last.id);
    if (outcome.kind !== "undone") throw new Error(JSON.stringify(outcome));
  } else {
    const outcome = await store.apply(editOf(root));
    if (outcome.kind !== "committed") throw new Error(JSON.stringify(outcome));
  }
}
