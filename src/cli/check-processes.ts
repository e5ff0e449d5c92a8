// doctor's check of running processes: servers and commands that use this cache, which of them works on which project, and the
// size of the cache.

import { cacheUse, everyoneAtWork, renderLease, renderProcess } from "../operations/index/processes.ts";
import { messageOf } from "../vocabulary/failure.ts";
import { renderBytes, renderCount } from "../vocabulary/shown-text.ts";
import type { Finding } from "./check-machine.ts";

/** Never throws: the result is useful, but nothing depends on it. */
export async function checkProcesses(cacheFolder: string): Promise<Finding[]> {
  return lookOr("running", async () => {
    const { processes, workedOn } = await everyoneAtWork(cacheFolder);
    const running = processes.map((one): Finding => {
      const open = one.projects.length === 0 ? "" : `; open: ${one.projects.join(", ")}`;
      return { check: "running", state: "ok", detail: renderProcess(one) + open, cure: "" };
    });
    const working = workedOn.flatMap(({ root, folder, leases }) =>
      leases.map((lease): Finding => {
        const detail = `${root ?? folder}: ${renderLease(lease)}`;
        return lease.state === "hung"
          ? { check: "at work", state: "warning", detail, cure: `end it if it stays like this: kill ${lease.pid}` }
          : { check: "at work", state: "ok", detail, cure: "" };
      }),
    );
    const nobody: Finding = { check: "running", state: "note", detail: "nothing else is running", cure: "" };
    return [...(running.length === 0 ? [nobody] : running), ...working];
  });
}

export const checkCache = async (cacheFolder: string, limitMb: number): Promise<Finding[]> =>
  lookOr("cache", async () => {
    const { bytes, projects } = await cacheUse(cacheFolder);
    const limit = limitMb === 0 ? "no limit" : `limit ${renderBytes(limitMb * 1024 ** 2)}`;
    const detail = `${renderBytes(bytes)} for ${renderCount(projects, "project")} and their vectors; ${limit}`;
    const isOver = limitMb > 0 && bytes > limitMb * 1024 ** 2;
    return [
      isOver
        ? { check: "cache", state: "warning", detail, cure: "run `context-broker index gc`, or raise cache_limit_mb" }
        : { check: "cache", state: "ok", detail, cure: "" },
    ];
  });

async function lookOr(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const reason = messageOf(error);
    return [{ check, state: "note", detail: `cannot be read: ${reason}`, cure: "" }];
  }
}
