// Signals: asking another process to end, killing it, finding out whether it exists, and the signals that ask this process to end.
import process from "node:process";
import { codeOf } from "../../vocabulary/failure.ts";
import { forSystem } from "./this-system.ts";

export interface Signals {
  /** Asks a process to end. Does nothing if it does not exist. Throws EPERM for a process of another user. */
  askToEnd(pid: number): void;
  /** Kills a process. Does nothing if it does not exist. Throws EPERM for a process of another user. */
  endAtOnce(pid: number): void;
  /** False for a process of another user, which is there although no signal can be sent to it. */
  isAbsent(pid: number): boolean;
  /** The signal that kills a child process, for Node's functions that take one. */
  readonly atOnce: NodeJS.Signals;
  /** The signal that Ctrl-C sends to all processes of a terminal. */
  readonly keyboard: readonly NodeJS.Signals[];
  /** Signals that ask a command to end, from the keyboard or another program. */
  readonly interrupts: readonly NodeJS.Signals[];
  /** Signals that ask a server to end: the same, and that its terminal was closed. */
  readonly ends: readonly NodeJS.Signals[];
}

/** Sends a signal; 0 only looks whether that is possible. Throws the system's errors. */
export type SendSignal = (pid: number, signal: NodeJS.Signals | 0) => unknown;

const send: SendSignal = (pid, signal) => process.kill(pid, signal);

/** Whether the process was there. */
function sentTo(pid: number, signal: NodeJS.Signals | 0, through: SendSignal): boolean {
  try {
    through(pid, signal);
    return true;
  } catch (error) {
    if (codeOf(error) === "ESRCH") {
      return false;
    }
    throw error;
  }
}

const common = (through: SendSignal) => ({
  askToEnd: (pid: number): void => void sentTo(pid, "SIGTERM", through),
  endAtOnce: (pid: number): void => void sentTo(pid, "SIGKILL", through),
  isAbsent(pid: number): boolean {
    try {
      return !sentTo(pid, 0, through);
    } catch {
      return false;
    }
  },
  atOnce: "SIGKILL" as const,
});

export const posixSignals = (through: SendSignal = send): Signals => ({
  ...common(through),
  keyboard: ["SIGINT"],
  interrupts: ["SIGINT", "SIGTERM"],
  ends: ["SIGTERM", "SIGINT", "SIGHUP"],
});

/**
 * Windows has no signals. For SIGTERM and SIGKILL, Node kills the process, so a process that is asked to end cannot save anything. Node reports
 * Ctrl-C, Ctrl-Break and a closed window (about ten seconds before Windows ends the process) as signals.
 */
export const windowsSignals = (through: SendSignal = send): Signals => ({
  ...common(through),
  keyboard: ["SIGINT", "SIGBREAK"],
  interrupts: ["SIGINT", "SIGBREAK"],
  ends: ["SIGINT", "SIGBREAK", "SIGHUP"],
});

export const SIGNALS: Signals = forSystem({ win32: windowsSignals(), other: posixSignals() });
