// Each state once; orphans.long.test.ts kills client and server in every one, at several moments.
import { leavesNoProcess } from "./orphans.ts";

leavesNoProcess([
  { state: "starting", victim: "client", afterMs: 0 },
  { state: "analysing", victim: "server", afterMs: 60 },
  { state: "embedding", victim: "client", afterMs: 150 },
  { state: "building a graph", victim: "server", afterMs: 60 },
]);
