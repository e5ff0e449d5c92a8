// How a server with toolset `emacs` reaches the user's running Emacs.
import { optionalWord, whole } from "./setting.ts";

export const EMACS_SETTINGS = {
  emacs_server: optionalWord({
    doc: "Toolset `emacs`: name or path of Emacs's server, as emacsclient takes it. Default: its default one.",
    default: null,
  }),
  emacs_session: optionalWord({
    doc: "Toolset `emacs`: id that Emacs gave to the agent it started; Emacs decides what that agent may do.",
    default: null,
  }),
  emacs_wait_ms: whole({
    doc: "Toolset `emacs`: how long a call waits until Emacs begins it, and then for its answer, in milliseconds. Questions to you wait longer.",
    default: 30_000,
    min: 100,
    max: 3_600_000,
  }),
} as const;

export const OF_EMACS = Object.keys(EMACS_SETTINGS) as readonly (keyof typeof EMACS_SETTINGS)[];
