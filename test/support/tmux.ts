// A real terminal for tests: tmux on a socket of its own. Keys are sent, the screen is read.
import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, vi } from "vitest";

export interface Screen {
  /** Typed as they are; `Enter`, `Tab`, `Up`, `C-c` and `C-d` as keys. */
  keys(...keys: readonly string[]): void;
  /** Types a line and ends it. */
  line(text: string): void;
  /** As a terminal does it that marks what is pasted, where the program asks for that. */
  paste(text: string): void;
  /** What is shown, with what has scrolled out, and lines as they were before they were wrapped. `escapes`: with the sequences of colours. */
  text(escapes?: boolean): string;
  /** Waits until it is shown. */
  shows(text: string | RegExp): Promise<void>;
  close(): void;
}

const KEYS: ReadonlySet<string> = new Set(["Enter", "Tab", "Up", "C-c", "C-d"]);

export interface ScreenOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly lines?: number;
}

/** The exit code is shown at the end. Throws where tmux is not installed, and says so. */
export function openScreen(command: readonly string[], { cwd, env, columns = 80, lines = 40 }: ScreenOptions): Screen {
  const folder = mkdtempSync(join(tmpdir(), "cb-tmux-"));
  const options: ExecFileSyncOptions = { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
  const tmux = (...args: readonly string[]): string => {
    try {
      return String(execFileSync("tmux", ["-u", "-S", join(folder, "socket"), ...args], options));
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === "ENOENT"
        ? new Error("this test needs tmux, which is not installed: apt-get install tmux")
        : error;
    }
  };
  const settings = join(folder, "tmux.conf");
  writeFileSync(settings, "set -g history-limit 10000\n");
  const shell = ["sh", "-c", '"$@"; echo "exit code $?"; exec sleep 600', "sh"];
  tmux(
    "-f",
    settings,
    "new-session",
    "-d",
    "-x",
    String(columns),
    "-y",
    String(lines),
    "-c",
    cwd,
    ...shell,
    ...command,
  );
  const text = (escapes = false): string =>
    tmux("capture-pane", "-p", "-J", "-S", "-", ...(escapes ? ["-e"] : [])).replace(/\n+$/, "");
  const keys = (...typed: readonly string[]): void => {
    for (const key of typed) {
      tmux("send-keys", ...(KEYS.has(key) ? [key] : ["-l", key]));
    }
  };
  return {
    keys,
    line: (typed) => keys(typed, "Enter"),
    paste: (pasted) => {
      tmux("set-buffer", "--", pasted);
      tmux("paste-buffer", "-p");
    },
    text,
    shows: (wanted) => vi.waitFor(() => expect(text()).toMatch(wanted), { timeout: 60_000, interval: 50 }),
    close: () => {
      tmux("kill-server");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
