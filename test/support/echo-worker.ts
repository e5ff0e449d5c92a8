// A worker for worker-pool.test.ts: does what its task says.
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { serveTasks } from "../../src/system/worker-host.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

export interface EchoTask {
  readonly say: string;
  readonly sleepMs?: number;
  readonly act?: "throw" | "fail" | "crash" | "spin" | "rest";
}

type Initial = { greeting: string } | { refuse: true };
type Perform = (task: EchoTask) => Promise<{ text: string; pid: number }>;

async function prepare(initial: Initial): Promise<Perform> {
  if ("refuse" in initial) {
    throw new Failure("MODEL_MISSING", "nothing to work with", { hint: "bring something" });
  }
  return async (task) => {
    await sleep(task.sleepMs ?? 0);
    switch (task.act) {
      case "throw":
        throw new Error("thrown");
      case "fail":
        throw new Failure("INVALID_INPUT", "failed", { hint: "try another" });
      case "crash":
        process.kill(process.pid, "SIGKILL");
        break;
      case "spin":
        for (;;) {
          // Only a signal ends this.
        }
      default:
        break;
    }
    return { text: `${initial.greeting} ${task.say}`, pid: process.pid };
  };
}

serveTasks(prepare, { mayHang: true });
