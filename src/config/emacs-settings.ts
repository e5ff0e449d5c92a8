// How a server with toolset `emacs` reaches the user's running Emacs.
import { optionalWord, whole } from "./setting.ts";

export const EMACS_SETTINGS = {
  emacs_server: optionalWord({
    doc: "Name or path of Emacs's server.",
    default: null,
  }),
  emacs_session: optionalWord({
    doc: "Id of the agent that Emacs started.",
    default: null,
  }),
  emacs_wait_ms: whole({
    doc: "Milliseconds that a call waits until Emacs begins it, then for its answer.",
    default: 30_000,
    min: 100,
    max: 3_600_000,
  }),
} as const;

export const OF_EMACS = Object.keys(EMACS_SETTINGS) as readonly (keyof typeof EMACS_SETTINGS)[];
