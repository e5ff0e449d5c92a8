// Client and server killed in every state, at several moments.
import { type Killing, leavesNoProcess } from "./orphans.ts";

const STATES: readonly Killing["state"][] = ["starting", "analysing", "embedding", "building a graph"];

leavesNoProcess(
  STATES.flatMap((state): Killing[] => [
    { state, victim: "client", afterMs: 0 },
    { state, victim: "client", afterMs: 150 },
    { state, victim: "server", afterMs: 60 },
  ]),
);
