import type { ChildProcess } from "node:child_process";

export interface StartedServer {
  readonly port: number;
  readonly token: string;
  readonly startMs: number;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly child: ChildProcess;
  stderr(): string;
  isAlive(): boolean;
  stop(): Promise<void>;
}

export function startServer(args?: readonly string[]): Promise<StartedServer>;
