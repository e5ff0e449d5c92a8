// What can go wrong between a session and Emacs, in words: what happened, whether anything was done, and what to do.
import { Failure } from "../vocabulary/failure.ts";
import type { Offer } from "./exchange.ts";

const failed = (message: string, hint: string): Failure => new Failure("EMACS_FAILED", message, { hint });

const NOTHING_DONE = "nothing was done";
const START = "start its server in Emacs with M-x server-start (or run `emacs --daemon`), then call again";

export const EXPLAIN = {
  unreachable: ({ reason, isMissing }: { readonly reason: string; readonly isMissing: boolean }): Failure =>
    isMissing
      ? failed(`Emacs cannot be reached: ${reason}`, "install Emacs, or put its emacsclient on the PATH of this server")
      : failed(
          `Emacs cannot be reached: ${reason}`,
          `${START}; \`--emacs-server\` names a server other than the default`,
        ),

  noPackage: (printed: string): Failure =>
    failed(
      `Emacs runs, but its package context-broker did not answer: ${printed || "no reason given"}`,
      "in Emacs, put the package's folder on `load-path` and evaluate (require 'context-broker-tools)",
    ),

  notOffered: (name: string, { tools, refused }: Offer): Failure =>
    refused === null
      ? failed(
          `Emacs offers no tool ${name.slice(0, 80)} to this session; ${NOTHING_DONE}`,
          tools.length === 0 ? "it may call none" : `its tools are ${tools.map((tool) => tool.name).join(", ")}`,
        )
      : failed(`${refused}; ${NOTHING_DONE}`, "start the agent from Emacs, which gives its session an id"),

  busy: (): Failure =>
    new Failure("TIMED_OUT", `Emacs runs but does not answer: it is busy; ${NOTHING_DONE}`, {
      hint: "wait until Emacs has finished what it does, or press C-g in it, then call again",
    }),

  notBegun: (tool: string, ms: number): Failure =>
    new Failure("TIMED_OUT", `Emacs did not begin ${tool} within ${seconds(ms)}: it is busy; ${NOTHING_DONE}`, {
      hint: "wait until Emacs has finished what it does, or press C-g in it, then call again",
    }),

  stillRuns: (tool: string, ms: number): Failure =>
    new Failure("TIMED_OUT", `${tool} began in Emacs, but did not end within ${seconds(ms)}: it may still run there`, {
      hint: "look at what it should have done before you call it again; C-g in Emacs stops it",
    }),

  gone: (tool: string, wasBegun: boolean): Failure =>
    wasBegun
      ? failed(`Emacs ended while it ran ${tool}: it may be done, or not`, `look at what it should have done; ${START}`)
      : failed(`Emacs ended before it began ${tool}; ${NOTHING_DONE}`, START),

  unclaimed: (tool: string, reason: string): Failure =>
    failed(`Emacs could not be asked to run ${tool}: ${reason}; ${NOTHING_DONE}`, START),

  byEmacs: ({ message, hint }: { readonly message: string; readonly hint: string }): Failure => failed(message, hint),

  halfCharacter: (): Failure =>
    new Failure("INVALID_INPUT", `a text has half of a character (a lone surrogate); ${NOTHING_DONE}`, {
      hint: "send whole characters",
    }),
} as const;

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
